// The columns of a rank's array between which its tiles and messages begin and end.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "host/gauss_seidel/grid.hpp"

namespace stencil {

// Segments 0 .. count() - 1 of consecutive columns: whatever a tile holds or sets, or a message brings, is whole ones
// of them in each of its rows, but for the border. A row is one segment where a rank's tiles are whole rows of the
// field.
class ColumnSegments {
 public:
  ColumnSegments(const TileGrid& grid, std::int64_t rank);

  std::int64_t count() const { return static_cast<std::int64_t>(edges_.size()) - 1; }
  // Throws std::logic_error where they are not whole segments.
  PointRange of(const PointRange& cols) const { return {at(cols.first), at(cols.last)}; }
  // Of columns that a tile sets or a message brings, with the field's border where they reach the point beside it: it
  // never changes, and rows stay whole.
  PointRange of_changing(const PointRange& cols) const { return of(with_border(cols)); }
  PointRange cols(const PointRange& segments) const {
    return {edges_[static_cast<std::size_t>(segments.first)], edges_[static_cast<std::size_t>(segments.last)]};
  }

 private:
  PointRange with_border(const PointRange& cols) const;
  std::int64_t at(std::int64_t col) const;

  std::int64_t points_;                // columns of the field
  PointRange stored_;                  // by the rank
  std::vector<std::int64_t> edges_;    // first column of each segment, and the one after the last
  std::vector<std::int64_t> segment_;  // by column of the array, and one behind; -1: within one
};

}  // namespace stencil
