// The time of each rank with the messages it waits for, against the makespan of the tiles computed without the solver.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <mpi.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <map>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

#include "host/gauss_seidel/solver.hpp"
#include "host/gauss_seidel/tile_solve.hpp"
#include "tests/host/gauss_seidel/random_grid.hpp"
#include "tests/host/gauss_seidel/tile_field.hpp"
#include "tests/support/world.hpp"

namespace stencil::test {
namespace {

// Arbitrary costs; the third tile costs much, so that some ranks wait.
std::int64_t cost(std::int64_t rank, std::int64_t group, std::int64_t tile_row, std::int64_t tile_col) {
  std::uint64_t mixed = static_cast<std::uint64_t>(((rank * 31 + group) * 31 + tile_row) * 31 + tile_col + 1);
  mixed *= 0x9E3779B97F4A7C15u;
  return static_cast<std::int64_t>(mixed >> 54) * (mixed % 7 == 0 ? 100 : 1);
}

class Clocked : public CpuTiles {
 public:
  explicit Clocked(std::int64_t starts_at) : clock_(starts_at) {}
  void run(std::int64_t round, const TileStep& step, const TileFrame& frame, double* field) override {
    CpuTiles::run(round, step, frame, field);
    clock_ += cost(comm_rank(), 2 * round + (step.window.backward ? 1 : 0), step.tile_row, step.tile_col);
  }
  std::int64_t cycles() const override { return clock_; }

 private:
  std::int64_t clock_;
};

struct Expected {
  std::vector<std::int64_t> busy;
  std::vector<std::int64_t> end;
};

// Every tile begins when the one before it and the tiles it needs across the cuts are done: forward those of the next
// subdomain, backward those of the one before. With `meets` all ranks wait for one another at the start and after each
// round.
Expected work_out(const TileGridShape& shape, std::int64_t rounds, bool meets) {
  const std::int64_t ranks = shape.grid_rows * shape.grid_cols;
  const std::int64_t tiles = shape.tile_rows * shape.tile_cols;
  using Done =
      std::tuple<std::int64_t, std::int64_t, std::int64_t, std::int64_t>;  // rank, group, tile row, tile column
  Expected all{std::vector<std::int64_t>(static_cast<std::size_t>(ranks)),
               std::vector<std::int64_t>(static_cast<std::size_t>(ranks))};
  std::map<Done, std::int64_t> done;
  for (std::int64_t group = 0; group < 2 * rounds; ++group) {
    const bool backward = group % 2 == 1;
    std::vector<std::int64_t> next(static_cast<std::size_t>(ranks), 0);
    for (bool moved = true; moved;) {
      moved = false;
      for (std::int64_t rank = 0; rank < ranks; ++rank) {
        std::int64_t& number = next[static_cast<std::size_t>(rank)];
        if (number == tiles) continue;
        const std::int64_t place = backward ? tiles - 1 - number : number;
        const std::int64_t a = place / shape.tile_cols;
        const std::int64_t b = place % shape.tile_cols;
        const std::int64_t p = rank / shape.grid_cols;
        const std::int64_t q = rank % shape.grid_cols;
        std::vector<Done> needed;
        if (!backward && a == shape.tile_rows - 1 && p < shape.grid_rows - 1)
          needed.push_back({rank + shape.grid_cols, group, 0, b});
        if (!backward && b == shape.tile_cols - 1 && q < shape.grid_cols - 1) needed.push_back({rank + 1, group, a, 0});
        if (backward && a == 0 && p > 0) needed.push_back({rank - shape.grid_cols, group, shape.tile_rows - 1, b});
        if (backward && b == 0 && q > 0) needed.push_back({rank - 1, group, a, shape.tile_cols - 1});
        if (std::any_of(needed.begin(), needed.end(), [&](const Done& tile) { return done.count(tile) == 0; }))
          continue;
        std::int64_t& end = all.end[static_cast<std::size_t>(rank)];
        for (const Done& tile : needed) end = std::max(end, done[tile]);
        end += cost(rank, group, a, b);
        all.busy[static_cast<std::size_t>(rank)] += cost(rank, group, a, b);
        done[{rank, group, a, b}] = end;
        ++number;
        moved = true;
      }
    }
    if (!backward || !meets) continue;
    const std::int64_t latest = *std::max_element(all.end.begin(), all.end.end());
    std::fill(all.end.begin(), all.end.end(), latest);
  }
  return all;
}

TEST(TileSolverTime, IsThatOfTheTilesAndOfWhatTheyWaitFor) {
  Random random(test_seed());
  std::int64_t waited = 0;
  for (int number = 0; number < 40; ++number) {
    std::int64_t grid_rows = random(1, comm_size());
    while (comm_size() % grid_rows != 0) grid_rows = random(1, comm_size());
    const TileGridShape shape = random_shape(random, grid_rows, comm_size() / grid_rows, {4, 3, 4});
    const std::int64_t rounds = random(0, 3);
    const bool meets = random(0, 3) == 0;
    SCOPED_TRACE(describe(shape) + ", rounds " + std::to_string(rounds) + (meets ? ", with residuals" : ""));
    const TileGrid grid(shape);
    Field own = rank_field(grid, comm_rank(), seeded_field(grid, 5));
    Clocked executor(1000 * number);
    const TileTime time = solve_tiles(MPI_COMM_WORLD, grid, executor, own.data(), {rounds, meets}).time;
    const Expected expected = work_out(shape, rounds, meets);
    const auto me = static_cast<std::size_t>(comm_rank());
    EXPECT_EQ(time.busy, expected.busy[me]);
    EXPECT_EQ(time.now(), expected.end[me]);
    waited += time.waiting;
  }
  MPI_Allreduce(MPI_IN_PLACE, &waited, 1, MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD);
  EXPECT_EQ(waited > 0, comm_size() > 1);
}

bool same_bits(const Field& a, const Field& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0;
}

// A solve whose first tiles run in a thread takes the time, and makes the bits, of one that does not; another one after
// it begins where it ended.
TEST(TileSolverTime, IsTheSameWhereTilesRunAhead) {
  Random random(test_seed());
  for (int number = 0; number < 20; ++number) {
    std::int64_t grid_rows = random(1, comm_size());
    while (comm_size() % grid_rows != 0) grid_rows = random(1, comm_size());
    const TileGridShape shape = random_shape(random, grid_rows, comm_size() / grid_rows, {4, 3, 4});
    SCOPED_TRACE(describe(shape));
    const TileGrid grid(shape);
    Field together = rank_field(grid, comm_rank(), seeded_field(grid, 5));
    Field apart = together;
    Clocked executor(0);
    const TileSolution whole = solve_tiles(MPI_COMM_WORLD, grid, executor, together.data(), {1, false});
    TileSolverOptions options;
    {
      Clocked again(0);
      TileSolve solve(MPI_COMM_WORLD, grid, again, apart.data(), options);
      std::thread(&TileSolve::run_ahead, &solve).join();
      const TileSolution first = solve.finish();
      EXPECT_EQ(first.time.busy, whole.time.busy);
      EXPECT_EQ(first.time.waiting, whole.time.waiting);
      EXPECT_EQ(first.traffic.messages, whole.traffic.messages);
      EXPECT_TRUE(same_bits(apart, together));
      options.start = first.time;
    }
    Clocked again(0);
    TileSolve solve(MPI_COMM_WORLD, grid, again, apart.data(), options);
    solve.run_ahead();
    EXPECT_EQ(solve.finish().time.busy, 2 * whole.time.busy);
    solve_tiles(MPI_COMM_WORLD, grid, executor, together.data(), {1, false});
    EXPECT_TRUE(same_bits(apart, together));
  }
}

TEST(TileSolverTime, StandsStillWithoutAClock) {
  TileGridShape shape;
  shape.grid_rows = comm_size();
  shape.rows = 2 + 6 * comm_size();
  shape.cols = 9;
  const TileGrid grid(shape);
  Field own = rank_field(grid, comm_rank(), seeded_field(grid, 5));
  CpuTiles cpu;
  const TileTime time = solve_tiles(MPI_COMM_WORLD, grid, cpu, own.data(), {2, false}).time;
  EXPECT_EQ(time.busy, 0);
  EXPECT_EQ(time.waiting, 0);
}

}  // namespace
}  // namespace stencil::test
