// What a link may be, and how the DMA (dma.cpp) cuts transfers into bursts. Without SystemC, whose headers take a
// second to compile.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "host/device/options.hpp"

namespace stencil {

// Throws ArgumentError with the allowed range: burst_beats 1 .. 256, the others >= 0.
void check_link(const LinkOptions& link);

// Bytes in the burst that begins at `address` when `left_bytes` are still to be moved.
std::int64_t burst_bytes(std::uint64_t address, std::int64_t left_bytes, std::int64_t beat_bytes,
                         std::int64_t burst_beats);

// The number of bursts that a transfer is cut into.
std::int64_t burst_count(std::uint64_t address, std::int64_t length_bytes, std::int64_t beat_bytes,
                         std::int64_t burst_beats);

}  // namespace stencil
