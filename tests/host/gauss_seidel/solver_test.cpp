// The solver over MPI: bits, messages, residuals, refusals, on any number of ranks.
// SPDX-License-Identifier: Apache-2.0
#include "host/gauss_seidel/solver.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "host/base/errors.hpp"
#include "models/convergence.hpp"
#include "tests/host/gauss_seidel/random_grid.hpp"
#include "tests/host/gauss_seidel/tile_field.hpp"
#include "tests/support/world.hpp"

namespace stencil::test {
namespace {

// The sum over all ranks.
std::int64_t sum_over_ranks(std::int64_t own, MPI_Comm comm = MPI_COMM_WORLD) {
  std::int64_t sum = 0;
  MPI_Allreduce(&own, &sum, 1, MPI_INT64_T, MPI_SUM, comm);
  return sum;
}

std::int64_t waiting_messages(MPI_Comm comm) {
  MPI_Barrier(comm);
  int waiting = 0;
  MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, comm, &waiting, MPI_STATUS_IGNORE);
  return sum_over_ranks(waiting, comm);
}

// All ways to write the number of ranks as P1 x P2.
std::vector<std::pair<std::int64_t, std::int64_t>> grids(std::int64_t ranks) {
  std::vector<std::pair<std::int64_t, std::int64_t>> all;
  for (std::int64_t rows = 1; rows <= ranks; ++rows) {
    if (ranks % rows == 0) all.push_back({rows, ranks / rows});
  }
  return all;
}

TEST(TileSolver, EqualsTheGoldenLoopBitForBit) {
  Random random(test_seed());
  for (int number = 0; number < 6; ++number) {
    for (const auto& [grid_rows, grid_cols] : grids(comm_size())) {
      const TileGridShape shape = random_shape(random, grid_rows, grid_cols, {4, 3, 6});
      const std::int64_t rounds = random(0, 3);
      SCOPED_TRACE(describe(shape) + ", rounds " + std::to_string(rounds));
      const TileGrid grid(shape);
      const Field whole = seeded_field(grid, 5);
      Field own = rank_field(grid, comm_rank(), whole);
      CpuTiles cpu;
      const TileSolution solution = solve_tiles(MPI_COMM_WORLD, grid, cpu, own.data(), {rounds, false});
      EXPECT_EQ(differing_points(grid, comm_rank(), own, golden(grid, whole, rounds)), 0);
      const RoundTraffic traffic = round_traffic(grid);
      EXPECT_EQ(sum_over_ranks(solution.traffic.messages), rounds * traffic.messages);
      EXPECT_EQ(sum_over_ranks(solution.traffic.words), rounds * traffic.words);
      EXPECT_TRUE(solution.residuals.empty());
    }
  }
  EXPECT_EQ(waiting_messages(MPI_COMM_WORLD), 0);
}

TEST(TileSolver, TakesAnyCommunicator) {
  // The same ranks, in the reverse order.
  MPI_Comm reversed = MPI_COMM_NULL;
  MPI_Comm_split(MPI_COMM_WORLD, 0, -comm_rank(), &reversed);
  TileGridShape shape;
  shape.grid_rows = comm_size();
  shape.rows = 2 + 14 * comm_size();
  shape.cols = 20;
  shape.sweeps = 3;
  shape.tile_rows = 2;
  shape.tile_cols = 2;
  const TileGrid grid(shape);
  const Field whole = seeded_field(grid, 5);
  Field own = rank_field(grid, comm_rank(reversed), whole);
  CpuTiles cpu;
  solve_tiles(reversed, grid, cpu, own.data(), {2, false});
  EXPECT_EQ(differing_points(grid, comm_rank(reversed), own, golden(grid, whole, 2)), 0);
  MPI_Comm_free(&reversed);
}

// Every message is longer than MPI sends without a posted receive.
TEST(TileSolver, SendsLongLines) {
  TileGridShape shape;
  shape.grid_rows = comm_size();
  shape.rows = 2 + 10 * comm_size();
  shape.cols = 2500;
  shape.sweeps = 2;
  shape.tile_rows = 2;
  const TileGrid grid(shape);
  const Field whole = seeded_field(grid, 5);
  Field own = rank_field(grid, comm_rank(), whole);
  CpuTiles cpu;
  solve_tiles(MPI_COMM_WORLD, grid, cpu, own.data(), {3, false});
  EXPECT_EQ(differing_points(grid, comm_rank(), own, golden(grid, whole, 3)), 0);
}

// The rank's field with the line on the high sides too, which the first residual needs.
Field full_rank_field(const TileGrid& grid, std::int64_t rank, const Field& whole) {
  const TileFrame frame = grid.stored(rank);
  Field own(static_cast<std::size_t>(frame.words()));
  for (std::int64_t i = frame.rows.first; i < frame.rows.last; ++i) {
    for (std::int64_t j = frame.cols.first; j < frame.cols.last; ++j) {
      own[static_cast<std::size_t>(frame.index(i, j))] = whole[static_cast<std::size_t>(i * grid.cols().points() + j)];
    }
  }
  return own;
}

TEST(TileSolver, TellsTheResidualAfterEachRoundToEveryRank) {
  Random random(test_seed());
  for (const auto& [grid_rows, grid_cols] : grids(comm_size())) {
    const TileGridShape shape = random_shape(random, grid_rows, grid_cols, {4, 2, 3});
    SCOPED_TRACE(describe(shape));
    const TileGrid grid(shape);
    Field whole = seeded_field(grid, 5);
    Field own = full_rank_field(grid, comm_rank(), whole);
    CpuTiles cpu;
    const TileSolution solution = solve_tiles(MPI_COMM_WORLD, grid, cpu, own.data(), {3, true});
    std::vector<double> expected;
    for (int round = 0; round <= 3; ++round) {
      expected.push_back(average_residual(shape.rows, shape.cols, whole.data()));
      whole = golden(grid, whole, 1);
    }
    EXPECT_EQ(solution.residuals, expected);
  }
}

TEST(TileSolver, TellsOfANanAnywhere) {
  TileGridShape shape;
  shape.grid_rows = comm_size();
  shape.rows = 2 + 6 * comm_size();
  shape.cols = 9;
  shape.tile_rows = 2;
  const TileGrid grid(shape);
  Field whole = seeded_field(grid, 5);
  whole[static_cast<std::size_t>(2 * shape.cols)] = std::numeric_limits<double>::infinity();  // beside rank 0's points
  Field own = full_rank_field(grid, comm_rank(), whole);
  CpuTiles cpu;
  const TileSolution solution = solve_tiles(MPI_COMM_WORLD, grid, cpu, own.data(), {1, true});
  EXPECT_EQ(solution.residuals[0], std::numeric_limits<double>::infinity());
  EXPECT_TRUE(std::isnan(solution.residuals[1]));  // inf - inf
}

// Sweeps until the residual is 1e-8 of the first one, 32 x 32 inner points, one edge 1: process grids of one machine.
TEST(TileSolver, ReportsTheHistoryOfConvergence) {
  struct Known {
    int ranks;
    std::int64_t grid_rows;
    std::int64_t grid_cols;
    std::int64_t sweeps;
  };
  const std::vector<Known> all{{1, 1, 1, 2240}, {2, 2, 1, 2304}, {4, 2, 2, 2328}, {6, 3, 2, 2336}, {9, 3, 3, 2336}};
  for (const Known& known : all) {
    if (known.ranks != comm_size()) continue;
    TileGridShape shape;
    shape.rows = shape.cols = 34;
    shape.grid_rows = known.grid_rows;
    shape.grid_cols = known.grid_cols;
    shape.sweeps = 4;
    const TileGrid grid(shape);
    Field whole(static_cast<std::size_t>(34 * 34));
    std::fill_n(whole.begin(), 34, 1.0);
    Field own = full_rank_field(grid, comm_rank(), whole);
    CpuTiles cpu;
    const std::vector<double> history = solve_tiles(MPI_COMM_WORLD, grid, cpu, own.data(), {300, true}).residuals;
    std::int64_t sweeps = 0;
    for (std::size_t round = 0; history[round] > 1e-8 * history[0]; ++round) {
      sweeps += 8;
      ASSERT_LT(round + 1, history.size());
      ASSERT_LT(history[round + 1], history[round]);
    }
    EXPECT_EQ(sweeps, known.sweeps);
  }
}

void expect_refused(const std::string& text, const TileGridShape& shape, std::int64_t rounds) {
  double word = 0.0;
  CpuTiles cpu;
  try {
    solve_tiles(MPI_COMM_WORLD, TileGrid(shape), cpu, &word, {rounds, false});
  } catch (const ArgumentError& error) {
    EXPECT_NE(std::string(error.what()).find(text), std::string::npos) << error.what() << "\nlacks: " << text;
    return;
  }
  ADD_FAILURE() << "not refused: " << text;
}

TEST(TileSolver, RefusesOtherRanksAndRounds) {
  TileGridShape shape;
  shape.rows = 100;
  shape.cols = 100;
  shape.grid_rows = 2;
  shape.grid_cols = 5;
  expect_refused("ranks = " + std::to_string(comm_size()) + ", must be 10 (a grid of 2 x 5 subdomains)", shape, 1);
  shape.grid_rows = 1;
  shape.grid_cols = comm_size();
  expect_refused("rounds = -1, must be >= 0", shape, -1);
}

}  // namespace
}  // namespace stencil::test
