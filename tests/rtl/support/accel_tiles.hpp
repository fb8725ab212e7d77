// Tile jobs for stencil_accel at its pins.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/rtl/kernels/tiles/tile_loop.hpp"
#include "tests/rtl/support/accel_shapes.hpp"

namespace stencil::test {

// Register TILE.
inline std::uint64_t tile_word(const TileJob& job) {
  using namespace contract;
  const auto slope = [](const Edge& edge) { return static_cast<std::uint64_t>(edge.slope) & 3; };
  return tile_kernel | (job.backward ? tile_backward : 0) |
         (static_cast<std::uint64_t>(job.slots) & 0xff) << tile_slots_bit | slope(job.top) << tile_top_bit |
         slope(job.bottom) << tile_bottom_bit | slope(job.left) << tile_left_bit | slope(job.right) << tile_right_bit;
}

// Posts one write after another, without waiting for an answer.
inline void post_tile_job(AccelBench& bench, const TileJob& job) {
  using namespace contract;
  const auto edges_word = [](const Edge& low, const Edge& high) {
    return static_cast<std::uint64_t>(low.at) | static_cast<std::uint64_t>(high.at) << tile_high_edge_bit;
  };
  auto& registers = bench.registers();
  registers.post_write(REG_NITER, static_cast<std::uint64_t>(job.sweeps));
  registers.post_write(REG_COLS, static_cast<std::uint64_t>(job.cols));
  registers.post_write(REG_TILE, tile_word(job));
  registers.post_write(REG_TILE_ROWS, edges_word(job.top, job.bottom));
  registers.post_write(REG_TILE_COLS, edges_word(job.left, job.right));
}

// All inner points, edges that stay.
inline TileJob whole_tile(const AccelShape& shape, std::int64_t rows, std::int64_t cols, std::int64_t sweeps) {
  TileJob job;
  job.cols = cols;
  job.sweeps = sweeps;
  job.slots = shape.slots_min;
  job.top.at = job.left.at = 1;
  job.bottom.at = rows - 1;
  job.right.at = cols - 1;
  return job;
}

}  // namespace stencil::test
