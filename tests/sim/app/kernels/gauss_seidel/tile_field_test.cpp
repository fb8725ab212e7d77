// Fields loaded and collected by as many ranks as mpirun started.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/kernels/gauss_seidel/tile_field.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "models/compare.hpp"
#include "models/problem.hpp"
#include "sim/app/kernels/gauss_seidel/options.hpp"
#include "tests/support/world.hpp"

namespace stencil {
namespace {

using test::comm_rank;
using test::comm_size;

TileGrid grid_of(std::int64_t rows, std::int64_t cols) {
  TileOptions options;
  options.sweeps = 2;
  options.tiles = {1, 1};
  return make_tile_grid(rows, cols, comm_size(), options);
}

RowReader reader(std::int64_t cols) {
  return [cols](std::int64_t first, std::int64_t rows, double* target) {
    fill_problem_rows(3, ProblemArray::f, first, rows, cols, target);
  };
}

TEST(TileField, HoldsWhatIsKnownAtFirstAndNothingElse) {
  const TileGrid grid = grid_of(61, 47);
  const std::vector<double> field = load_tile_field(grid, comm_rank(), reader(47));
  const TileFrame frame = grid.stored(comm_rank());
  const TileFrame own = grid.owned(comm_rank());
  ASSERT_EQ(static_cast<std::int64_t>(field.size()), frame.words());
  for (std::int64_t i = frame.rows.first; i < frame.rows.last; ++i) {
    for (std::int64_t j = frame.cols.first; j < frame.cols.last; ++j) {
      const bool border = i == 0 || i == 60 || j == 0 || j == 46;
      const bool near = i >= own.rows.first - 1 && i <= own.rows.last && j >= own.cols.first - 1 && j <= own.cols.last;
      const double value = field[static_cast<std::size_t>(frame.index(i, j))];
      if (border || near) {
        ASSERT_EQ(value, problem_value(3, ProblemArray::f, i, j)) << i << ", " << j;
      } else {
        ASSERT_TRUE(std::isnan(value)) << i << ", " << j;
      }
    }
  }
}

void expect_collected(std::int64_t rows, std::int64_t cols) {
  const TileGrid grid = grid_of(rows, cols);
  std::vector<double> field = load_tile_field(grid, comm_rank(), reader(cols));
  // Points that a rank does not own must not reach the result.
  const TileFrame frame = grid.stored(comm_rank());
  const TileFrame own = grid.owned(comm_rank());
  for (std::int64_t i = frame.rows.first; i < frame.rows.last; ++i) {
    for (std::int64_t j = frame.cols.first; j < frame.cols.last; ++j) {
      const bool owned = i >= own.rows.first && i < own.rows.last && j >= own.cols.first && j < own.cols.last;
      if (!owned) field[static_cast<std::size_t>(frame.index(i, j))] = -7.0;
    }
  }
  std::int64_t next = 0;
  Comparison all;
  collect_tile_field(MPI_COMM_WORLD, grid, field.data(),
                     [&](std::int64_t first, std::int64_t count, const double* got) {
                       EXPECT_EQ(first, next);
                       next += count;
                       std::vector<double> expected(static_cast<std::size_t>(count * cols));
                       reader(cols)(first, count, expected.data());
                       all.add(compare_rows(expected.data(), got, first, count, cols));
                     });
  EXPECT_EQ(next, comm_rank() == 0 ? rows : 0);
  EXPECT_EQ(all.compared, comm_rank() == 0 ? rows * cols : 0);
  EXPECT_EQ(all.mismatches, 0);
}

TEST(TileField, IsCollectedInOrder) {
  expect_collected(61, 47);
}

TEST(TileField, IsCollectedInSeveralPieces) {
  expect_collected(150, 9000);  // 58 rows per piece, 50 .. 148 rows per subdomain
}

}  // namespace
}  // namespace stencil
