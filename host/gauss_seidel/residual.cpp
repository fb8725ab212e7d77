// SPDX-License-Identifier: Apache-2.0
#include "host/gauss_seidel/residual.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace stencil {

double residual_of(const TileGrid& grid, std::int64_t rank, const double* field) {
  const TileFrame frame = grid.stored(rank);
  const PointRange rows = grid.rows().inner(grid.row_part(rank));
  const PointRange cols = grid.cols().inner(grid.col_part(rank));
  const std::ptrdiff_t pitch = frame.cols.count();
  double largest = 0.0;
  for (std::int64_t i = rows.first; i < rows.last; ++i) {
    const double* p = field + frame.index(i, cols.first);
    for (std::int64_t j = cols.first; j < cols.last; ++j, ++p) {
      const double change = std::fabs(((((p[-pitch] + p[pitch]) + p[0]) + p[-1]) + p[1]) / 5.0 - p[0]);
      if (std::isnan(change)) return change;
      largest = std::max(largest, change);
    }
  }
  return largest;
}

}  // namespace stencil
