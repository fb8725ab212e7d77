// The points of the field that a rank's tiles may read before any message: its own, the line before them at each cut,
// and the border of its halo rows and columns.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

#include "host/c/steps/field_parts.hpp"

namespace stencil {

// Calls visit(row, first column, columns), row by row.
template <typename Visit>
void for_each_known(const TileGrid& grid, std::int64_t rank, Visit visit) {
  const TileFrame stored = grid.stored(rank), owned = grid.owned(rank);
  const auto known = [](const PointRange& of, const PointRange& all) {
    return PointRange{std::max(of.first - 1, all.first), of.last};
  };
  const PointRange rows = known(owned.rows, stored.rows), cols = known(owned.cols, stored.cols);
  const std::int64_t last_row = grid.rows().points() - 1, last_col = grid.cols().points() - 1;
  for (std::int64_t i = stored.rows.first; i < stored.rows.last; ++i) {
    if (i == 0 || i == last_row) {
      visit(i, stored.cols.first, stored.cols.count());
      continue;
    }
    if (i >= rows.first && i < rows.last) visit(i, cols.first, cols.count());
    if (stored.cols.first == 0) visit(i, 0, 1);
    if (stored.cols.last == last_col + 1) visit(i, last_col, 1);
  }
}

inline double* point_of(const FieldPart& part, std::int64_t row, std::int64_t col) {
  return part.f + (row - part.held.rows.first) * part.stride + (col - part.held.cols.first);
}

}  // namespace stencil
