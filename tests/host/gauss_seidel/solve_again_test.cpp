// A solve after failed ones on the same communicator: right bits, or one error on all ranks.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <mpi.h>

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "host/base/errors.hpp"
#include "host/gauss_seidel/meeting/solve_meeting.hpp"
#include "host/gauss_seidel/solver.hpp"
#include "host/mpi/agreed_error.hpp"
#include "tests/host/gauss_seidel/tile_field.hpp"
#include "tests/support/world.hpp"

namespace stencil::test {
namespace {

// Fails in tile `at`; waits for all ranks before the end of tile `meets`.
class FailsInTile : public CpuTiles {
 public:
  explicit FailsInTile(int at, int meets = -1) : at_(at), meets_(meets) {}
  void run(std::int64_t round, const TileStep& step, const TileFrame& frame, double* field) override {
    if (done_ == at_) throw std::runtime_error("a device that failed");
    CpuTiles::run(round, step, frame, field);
    if (done_ == meets_) MPI_Barrier(MPI_COMM_WORLD);
    ++done_;
  }

 private:
  int done_ = 0;
  int at_;
  int meets_;
};

// Fails where the residual is measured for the time `at`, before the reduction.
class FailsInResidual : public HostObserver {
 public:
  explicit FailsInResidual(int at) : at_(at) {}
  void phase_begins(const char* phase, std::optional<std::int64_t>, bool) override {
    if (phase == std::string("residual") && done_++ == at_) throw std::runtime_error("an observer that failed");
  }
  void phase_ends() override {}
  void sent(std::int64_t, std::int64_t) override {}
  void received(std::int64_t, std::int64_t) override {}

 private:
  int done_ = 0;
  int at_;
};

TileGrid by_rows(std::int64_t cols) {
  TileGridShape shape;
  shape.grid_rows = comm_size();
  shape.rows = 2 + 20 * comm_size();
  shape.cols = cols;
  shape.sweeps = 4;
  shape.tile_rows = 2;
  return TileGrid(shape);
}

class SolveAgain : public ::testing::Test {
 protected:
  SolveAgain() { MPI_Comm_dup(MPI_COMM_WORLD, &comm_); }
  ~SolveAgain() override { MPI_Comm_free(&comm_); }

  Field start(const TileGrid& grid, std::uint64_t seed) {
    return rank_field(grid, comm_rank(), seeded_field(grid, seed));
  }

  void expect_right(const TileGrid& grid, std::uint64_t seed, bool residuals) {
    Field own = start(grid, seed);
    CpuTiles cpu;
    const TileSolution solution = solve_tiles(comm_, grid, cpu, own.data(), {2, residuals});
    EXPECT_EQ(solution.residuals.size(), residuals ? 3u : 0u);
    EXPECT_EQ(differing_points(grid, comm_rank(), own, golden(grid, seeded_field(grid, seed), 2)), 0);
  }

  // Every rank fails in its tile `at`, one of them in the next tile, after it has sent to a rank that receives no more.
  void fail(const TileGrid& grid, int at, std::uint64_t seed) {
    const int sender = at % 4 >= 2 ? 0 : comm_size() - 1;
    const bool is_late = comm_rank() == sender;
    Field own = start(grid, seed);
    FailsInTile failing(is_late ? at + 1 : at, is_late ? at : -1);
    EXPECT_THROW(solve_tiles(comm_, grid, failing, own.data(), {2, false}), std::runtime_error);
    if (!is_late) MPI_Barrier(MPI_COMM_WORLD);
  }

  MPI_Comm comm_ = MPI_COMM_NULL;
};

// Messages that MPI sends at once (few columns) and others that wait for their receive, longer and shorter than those
// of the solve after them.
TEST_F(SolveAgain, TakesNoMessageOfAFailedSolve) {
  std::uint64_t seed = 1;
  for (const int at : {0, 2, 4, 6}) {
    SCOPED_TRACE(::testing::Message() << "tile " << at);
    fail(by_rows(42), at, seed++);
    expect_right(by_rows(42), seed++, false);
    fail(by_rows(402), at, seed++);
    fail(by_rows(42), at, seed++);
    expect_right(by_rows(22), seed++, true);
    expect_right(by_rows(402), seed++, false);
  }
}

// The first rank leaves the solve where the others wait for it, and begins the next one.
TEST_F(SolveAgain, IsNotMixedUpWithASolveThatOthersAreStillIn) {
  const TileGrid grid = by_rows(42);
  for (const int at : {1, 2}) {
    Field own = start(grid, 7);
    FailsInResidual observer(at);
    CpuTiles cpu;
    TileSolverOptions options{2, true};
    if (comm_rank() == 0) {
      options.observer = &observer;
      EXPECT_THROW(solve_tiles(comm_, grid, cpu, own.data(), options), std::runtime_error);
      own = start(grid, 7);
      options.observer = nullptr;
    }
    if (comm_size() == 1) continue;
    try {
      solve_tiles(comm_, grid, cpu, own.data(), options);
      ADD_FAILURE() << "solved";
    } catch (const AgreedError& error) {
      EXPECT_EQ(error.status, exit_device);
      EXPECT_EQ(error.what(),
                "solve_tiles: a rank has met an error and begins another solve, while one has ended round " +
                    std::to_string(at) + " of the solve before");
      EXPECT_EQ(error.speaks, comm_rank() == 0);
    }
    expect_right(grid, 8, true);
  }
}

TEST_F(SolveAgain, IsRefusedOnAllRanksAfterTooManyFailures) {
  const TileGrid grid = by_rows(22);
  Field own = start(grid, 1);
  FailsInTile failing(0);
  for (int n = 0; n < most_failed_solves; ++n) {
    ASSERT_THROW(solve_tiles(comm_, grid, failing, own.data(), {1, false}), std::runtime_error);
    if (n + 2 == most_failed_solves) expect_right(grid, 3, false);
  }
  try {
    CpuTiles cpu;
    solve_tiles(comm_, grid, cpu, own.data(), {1, false});
    ADD_FAILURE() << "solved";
  } catch (const AgreedError& error) {
    EXPECT_EQ(error.status, exit_usage);
    EXPECT_EQ(error.text,
              "solve_tiles: failed solves on the communicator = 100, must be 0 .. 99: each leaves messages "
              "in it; a duplicate of it has none");
  }
  MPI_Comm duplicate = MPI_COMM_NULL;
  MPI_Comm_dup(comm_, &duplicate);
  std::swap(comm_, duplicate);
  expect_right(grid, 4, false);
  MPI_Comm_free(&duplicate);
}

}  // namespace
}  // namespace stencil::test
