// The work of a tile command, from its edges alone.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "host/device/accelerator.hpp"

namespace stencil {

// Points that all sweeps set together.
std::int64_t points_set(const TileCommand& command);

}  // namespace stencil
