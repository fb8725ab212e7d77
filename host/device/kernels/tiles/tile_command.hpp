// A command that sweeps a tile in place, and its checks.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "host/device/values/capabilities.hpp"
#include "host/device/values/place.hpp"
#include "models/values/tile.hpp"

#pragma GCC visibility push(default)
namespace stencil {

// Sweeps in place over a tile, which may move from sweep to sweep, within a block of rows x cols packed
// from word 0 of a buffer of f: each point of the tile becomes ((((north + south) + itself) + west) + east)/5, with the
// operands in this order in both directions. All other points are read at most. cols is 3 .. max_cols,
// rows*cols <= memory_words.
struct TileCommand : Tile {
  int f_buffer = 0;

  CommandBlock block() const { return {rows, cols, sweeps, f_buffer}; }
};

// Throws ArgumentError, whose text begins with `before`, where the device has no kernel for tiles.
void check_tile_kernel(const Capabilities& device, const char* before = "");

// Throws ArgumentError for a device without the kernel, cols outside 3 .. max_cols, rows < 3, rows*cols above
// memory_words, sweeps outside 0 .. 2^32 - 1, a buffer that bank f does not have, a slope outside -1 .. 1, an edge
// outside 1 .. rows - 1 or 1 .. cols - 1 in any sweep.
void check_command(const Capabilities& device, const TileCommand& command);

}  // namespace stencil
#pragma GCC visibility pop
