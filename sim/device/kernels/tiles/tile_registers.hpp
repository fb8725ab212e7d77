// A tile command in the job registers TILE, TILE_ROWS and TILE_COLS.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "host/device/accelerator.hpp"

namespace stencil {

struct TileRegisters {
  std::uint64_t tile = 0;
  std::uint64_t rows = 0;
  std::uint64_t cols = 0;
};

// Packs a command: edges must be 0 .. 2^32-1 in the first sweep, slopes -1 .. 1, slots 0 .. 255.
TileRegisters tile_registers(const TileCommand& command, std::int64_t slots);

// Unpacks direction and edges; an illegal slope becomes -2. The other members of the command keep their defaults: they
// come from other registers.
TileCommand tile_of(const TileRegisters& registers);
std::int64_t slots_of(const TileRegisters& registers);

}  // namespace stencil
