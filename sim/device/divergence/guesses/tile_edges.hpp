// The four edges of a tile, by name.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "models/values/tile.hpp"

namespace stencil {

struct NamedEdge {
  const char* name;
  TileEdge Tile::*edge;
  bool is_row;
  bool is_low;  // its lines have lower numbers than those that the tile sets
};
inline constexpr std::array<NamedEdge, 4> tile_edges{{{"top edge", &Tile::top, true, true},
                                                      {"bottom edge", &Tile::bottom, true, false},
                                                      {"left edge", &Tile::left, false, true},
                                                      {"right edge", &Tile::right, false, false}}};

// Rows or columns of the block that the edge moves over.
inline std::int64_t lines(const Tile& tile, const NamedEdge& each) {
  return each.is_row ? tile.rows : tile.cols;
}

}  // namespace stencil
