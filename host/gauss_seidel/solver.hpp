// Parallel Gauss-Seidel over MPI: subdomains of tiles whose edges move from sweep to sweep (patent CN 102200962).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <cstdint>
#include <vector>

#include "host/gauss_seidel/executor.hpp"
#include "host/gauss_seidel/grid.hpp"
#include "host/gauss_seidel/time.hpp"
#include "host/mpi/host_observer.hpp"

namespace stencil {

// What this rank sent: points of the field; what a message says of time is not counted.
struct TileTraffic {
  std::int64_t messages = 0;
  std::int64_t words = 0;
};

struct TileSolution {
  std::vector<double> residuals;  // of the field at the beginning and after each round, the same on every rank
  TileTraffic traffic;
  TileTime time;
};

struct TileSolverOptions {
  std::int64_t rounds = 1;
  bool residuals = false;            // measure them: one more pass over the field and one collective call a round
  HostObserver* observer = nullptr;  // is told of the phases wait, tile, send and residual, and of each message
};

// `rounds` rounds of grid.sweeps() sweeps forward and as many backward. Bit for bit what one process gets that runs the
// sweeps one after another over the whole field, in the order that the cuts give; the bits depend on the cuts and the
// sweeps in a group, not on tiles, ranks or time.
//
// field: this rank's array, frame grid.stored(rank), row by row. At the beginning it must hold the points of
// grid.owned(rank), of the line beside them on each low side, and of the field's border as far as it stores that; for
// the residual at the beginning the line beside them on each high side as well. No other point is read before a message
// has brought it. At the end the points of grid.owned(rank) hold the result.
//
// Receives are posted a group of sweeps ahead; a send is waited for two groups later, when its buffer is used again, so
// nothing waits in a circle, however MPI sends. Meanwhile tiles that need no message are swept. The order of the tiles
// is the same in every run (plan_group), and so are the cycles that an accelerator counts.
//
// Every rank has a time of its own, in which all begin together and messages cost nothing: a tile begins when the one
// before it is done and the tiles that it receives from are, which each message tells. The largest TileTime::now() of
// all ranks is the makespan. It depends on cycles alone, not on how the ranks really run.
//
// Collective over comm, where subdomain (p, q) is rank p*P2 + q. Throws ArgumentError for a communicator of another
// size, rounds < 0, a message of another length (the grids differ there), DeviceError when MPI refuses, and what the
// executor throws. Behind an exception this rank receives nothing more: what others still send it is left in comm, and
// what it has sent itself stays in memory until it has arrived.
TileSolution solve_tiles(MPI_Comm comm, const TileGrid& grid, TileExecutor& executor, double* field,
                         const TileSolverOptions& options);

}  // namespace stencil
