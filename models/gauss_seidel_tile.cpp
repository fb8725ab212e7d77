// SPDX-License-Identifier: Apache-2.0
#include "models/gauss_seidel_tile.hpp"

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

#include "models/require.hpp"
#include "models/values/canonical_nan.hpp"

namespace stencil {
namespace {

void check_edge(const char* name, const TileEdge& edge, std::int64_t sweeps, std::int64_t last) {
  // The number of moves that stay inside; compared instead of a sum, which could exceed 64 bits.
  const std::int64_t room = edge.slope > 0 ? last - edge.at : edge.slope < 0 ? edge.at - 1 : sweeps;
  const bool legal_slope = edge.slope >= -1 && edge.slope <= 1;
  if (legal_slope && (sweeps == 0 || (edge.at >= 1 && edge.at <= last && sweeps - 1 <= room))) return;
  throw std::invalid_argument(std::string("golden_tile: ") + name + " is at " + std::to_string(edge.at) +
                              " and moves by " + std::to_string(edge.slope) + " in " + std::to_string(sweeps) +
                              " sweeps, must move by -1 .. 1 and stay in 1 .. " + std::to_string(last));
}

void set_point(double* point, std::ptrdiff_t cols) {
  const double sum = (((point[-cols] + point[cols]) + point[0]) + point[-1]) + point[1];
  point[0] = canonical_nan(sum / 5.0);
}

}  // namespace

void check_tile(const Tile& tile) {
  require_at_least("golden_tile", "rows", tile.rows, 3);
  require_at_least("golden_tile", "cols", tile.cols, 3);
  require_at_least("golden_tile", "sweeps", tile.sweeps, 0);
  check_edge("top", tile.top, tile.sweeps, tile.rows - 1);
  check_edge("bottom", tile.bottom, tile.sweeps, tile.rows - 1);
  check_edge("left", tile.left, tile.sweeps, tile.cols - 1);
  check_edge("right", tile.right, tile.sweeps, tile.cols - 1);
}

void golden_tile(const Tile& tile, double* f) {
  check_tile(tile);
  for (std::int64_t t = 1; t <= tile.sweeps; ++t) {
    const std::int64_t top = tile.top.in_sweep(t), bottom = tile.bottom.in_sweep(t);
    const std::int64_t left = tile.left.in_sweep(t), right = tile.right.in_sweep(t);
    if (tile.backward) {
      for (std::int64_t i = bottom - 1; i >= top; --i)
        for (std::int64_t j = right - 1; j >= left; --j) set_point(f + i * tile.cols + j, tile.cols);
    } else {
      for (std::int64_t i = top; i < bottom; ++i)
        for (std::int64_t j = left; j < right; ++j) set_point(f + i * tile.cols + j, tile.cols);
    }
  }
}

}  // namespace stencil
