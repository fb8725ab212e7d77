// A tile command as the job registers TILE, TILE_ROWS and TILE_COLS hold it.
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

// Edges must be 0 .. 2^32-1 in the first sweep, slopes -1 .. 1, slots 0 .. 255.
TileRegisters tile_registers(const TileCommand& command, std::int64_t slots);

// Direction and edges; an illegal slope is -2. The rest of the command stands elsewhere and is left as it is by
// default.
TileCommand tile_of(const TileRegisters& registers);
std::int64_t slots_of(const TileRegisters& registers);

}  // namespace stencil
