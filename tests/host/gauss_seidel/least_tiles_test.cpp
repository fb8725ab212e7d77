// Tiles of the least size, over MPI: bits and messages of random grids, also with sends that wait for their receives.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <mpi.h>

#include <string>

#include "host/gauss_seidel/solver.hpp"
#include "tests/host/gauss_seidel/random_grid.hpp"
#include "tests/host/gauss_seidel/tile_field.hpp"
#include "tests/support/world.hpp"

namespace {
bool synchronous = false;
std::int64_t sends = 0;
}  // namespace

int MPI_Isend(const void* buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm, MPI_Request* request) {
  ++sends;
  return (synchronous ? PMPI_Issend : PMPI_Isend)(buffer, count, type, to, tag, comm, request);
}

namespace stencil::test {
namespace {

constexpr int grids = 223;  // on each of 1 to 9 ranks

TEST(LeastTiles, EqualTheGoldenLoopBitForBit) {
  Random random(test_seed());
  for (int number = 0; number < grids; ++number) {
    std::int64_t grid_rows = random(1, comm_size());
    while (comm_size() % grid_rows != 0) grid_rows = random(1, comm_size());
    RandomLimits limits{4, 4, 8};
    limits.most_spare = random(0, 1);  // none, or a few points
    const TileGridShape shape = random_shape(random, grid_rows, comm_size() / grid_rows, limits);
    const std::int64_t rounds = random(1, 3);
    const TileGrid grid(shape);
    const Field whole = seeded_field(grid, 5);
    const Field expected = golden(grid, whole, rounds);
    for (const bool waits : {false, true}) {
      SCOPED_TRACE(describe(shape) + ", rounds " + std::to_string(rounds) + (waits ? ", synchronous" : ""));
      synchronous = waits;
      Field own = rank_field(grid, comm_rank(), whole);
      CpuTiles cpu;
      const std::int64_t before = sends;
      const TileSolution solution = solve_tiles(MPI_COMM_WORLD, grid, cpu, own.data(), {rounds, false});
      EXPECT_EQ(differing_points(grid, comm_rank(), own, expected), 0);
      EXPECT_EQ(sends - before, solution.traffic.messages);
    }
  }
}

}  // namespace
}  // namespace stencil::test
