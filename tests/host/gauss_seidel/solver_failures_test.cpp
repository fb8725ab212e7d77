// An executor that throws: no buffer that MPI may still use is freed, no message is lost, and the next solve is right.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <mpi.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "host/gauss_seidel/group_messages.hpp"
#include "host/gauss_seidel/solver.hpp"
#include "host/mpi/message_tags.hpp"
#include "tests/host/gauss_seidel/tile_field.hpp"
#include "tests/support/world.hpp"

namespace stencil::test {
namespace {

// Fails in tile `at`; waits for all ranks before the end of tile `meets`.
class Failing : public CpuTiles {
 public:
  explicit Failing(int at, int meets = -1) : at_(at), meets_(meets) {}
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

// Two tiles by rows, with messages so long that MPI sends them only to a posted receive.
TileGrid long_lines() {
  TileGridShape shape;
  shape.grid_rows = comm_size();
  shape.rows = 2 + 20 * comm_size();
  shape.cols = 402;
  shape.sweeps = 4;
  shape.tile_rows = 2;
  return TileGrid(shape);
}

// Receives all messages to this rank, waiting at most 10 minutes for `expected` of them.
int received_from(MPI_Comm comm, int expected) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(10);
  int received = 0;
  for (int idle = 0; idle < 200; ++idle) {
    int waits = 0;
    MPI_Status status;
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, comm, &waits, &status);
    if (waits != 0) {
      int bytes = 0;
      MPI_Get_count(&status, MPI_BYTE, &bytes);
      std::vector<double> message(static_cast<std::size_t>(bytes) / sizeof(double));
      MPI_Recv(message.data(), bytes, MPI_BYTE, status.MPI_SOURCE, status.MPI_TAG, comm, MPI_STATUS_IGNORE);
      EXPECT_EQ(status.MPI_TAG, tile_tag);
      EXPECT_EQ(std::count(message.begin(), message.end(), 7.0), 0) << "a later value of the sender's memory";
      ++received;
    } else if (received < expected && std::chrono::steady_clock::now() < end) {
      idle = 0;
    }
  }
  return received;
}

// Every rank fails in its tile `at`. With `one_sends` one rank runs that tile after all others have failed, sends its
// messages, and fails in the next tile.
void fail_and_go_on(int at, bool one_sends) {
  SCOPED_TRACE(::testing::Message() << "tile " << at << (one_sends ? ", in the next one the rank that sends" : ""));
  const int me = comm_rank();
  const bool backward = at % 4 >= 2;
  const int sender = backward ? 0 : comm_size() - 1;
  const int receiver = backward ? 1 : comm_size() - 2;
  MPI_Comm comm = MPI_COMM_NULL;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  const TileGrid grid = long_lines();
  Field own = rank_field(grid, me, seeded_field(grid, 5));
  const bool is_late = one_sends && me == sender;
  Failing failing(is_late ? at + 1 : at, is_late ? at : -1);
  EXPECT_THROW(solve_tiles(comm, grid, failing, own.data(), {2, false}), std::runtime_error);
  if (one_sends && !is_late) MPI_Barrier(MPI_COMM_WORLD);

  // Memory of the program, probably where the buffers were.
  std::vector<std::vector<double>> mine;
  for (int k = 0; k < 8; ++k) {
    for (const std::size_t words : {2000u, 2001u, 2005u, 2010u}) mine.emplace_back(words, 7.0);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  const bool is_left = one_sends && comm_size() > 1 && me == receiver;
  EXPECT_EQ(received_from(comm, is_left ? 1 : 0), is_left ? 1 : 0);
  MPI_Barrier(MPI_COMM_WORLD);
  for (const std::vector<double>& words : mine) {
    for (const double word : words) ASSERT_EQ(word, 7.0) << "memory of the program was overwritten";
  }
  MPI_Comm_free(&comm);

  const Field whole = seeded_field(grid, 6);
  own = rank_field(grid, me, whole);
  CpuTiles cpu;
  solve_tiles(MPI_COMM_WORLD, grid, cpu, own.data(), {2, false});
  EXPECT_EQ(differing_points(grid, me, own, golden(grid, whole, 2)), 0);
  EXPECT_EQ(GroupMessages::kept(), 0u) << "all messages have arrived";
}

TEST(TileSolverFailures, KeepNothingOfTheProgramsMemory) {
  for (int at = 0; at < 8; ++at) fail_and_go_on(at, false);
}

TEST(TileSolverFailures, LeaveInTheCommunicatorWhatOthersSend) {
  for (const int at : {0, 2, 4, 6}) fail_and_go_on(at, true);
}

}  // namespace
}  // namespace stencil::test
