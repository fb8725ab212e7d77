// Replaces MPI_Isend by MPI_Issend: a send is complete only when its receive has begun.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <mpi.h>

#include "host/gauss_seidel/solver.hpp"
#include "tests/host/gauss_seidel/tile_field.hpp"
#include "tests/support/world.hpp"

namespace {
std::int64_t sends = 0;
}

int MPI_Isend(const void* buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm, MPI_Request* request) {
  ++sends;
  return PMPI_Issend(buffer, count, type, to, tag, comm, request);
}

namespace stencil::test {
namespace {

TEST(SynchronousSends, AreThoseOfTheSolver) {
  TileGridShape shape;
  shape.grid_rows = comm_size();
  shape.rows = 2 + 6 * comm_size();
  shape.cols = 9;
  shape.tile_rows = 2;
  const TileGrid grid(shape);
  Field own = rank_field(grid, comm_rank(), seeded_field(grid, 5));
  CpuTiles cpu;
  const std::int64_t before = sends;
  const TileSolution solution = solve_tiles(MPI_COMM_WORLD, grid, cpu, own.data(), {2, false});
  EXPECT_EQ(sends - before, solution.traffic.messages);
  EXPECT_EQ(sends > before, comm_size() > 1);
}

}  // namespace
}  // namespace stencil::test
