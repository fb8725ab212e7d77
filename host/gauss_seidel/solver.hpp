// Parallel Gauss-Seidel over MPI: subdomains of tiles whose edges move from sweep to sweep (source: axis.hpp).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <cstdint>
#include <vector>

#include "host/gauss_seidel/executor.hpp"
#include "host/gauss_seidel/grid.hpp"
#include "host/gauss_seidel/time.hpp"
#include "host/mpi/host_observer.hpp"

#pragma GCC visibility push(default)
namespace stencil {

// Messages that this rank sent, and their points of the field; the word with the cycle is not counted.
struct TileTraffic {
  std::int64_t messages = 0;
  std::int64_t words = 0;
};

struct TileSolution {
  std::vector<double> residuals;  // of the field at the start and after each round, the same on every rank
  TileTraffic traffic;
  TileTime time;
};

struct TileSolverOptions {
  std::int64_t rounds = 1;
  bool residuals = false;            // measure them: one more pass over the field and one collective call per round
  HostObserver* observer = nullptr;  // told of the phases wait, tile, send and residual, and of each message
  TileTime start = {};               // the rank's time at the beginning, as rounds before these left it
};

// Makes `rounds` rounds of grid.sweeps() sweeps forward and as many backward. The bits are those of one process that
// sweeps the whole field, in the order that the cuts define: they depend on the cuts and the sweeps per group, not on
// tiles, ranks or timing.
//
// field: this rank's array, frame grid.stored(rank), row by row. On entry it must hold the points of grid.owned(rank),
// the line beside them on each low side, and the field's border as far as it stores that; with residuals also the line
// beside them on each high side. No other point is read before a message has brought it. On return the points of
// grid.owned(rank) hold the result.
//
// Posts receives one group of sweeps ahead, and waits for a send two groups later, before it uses the buffer again, so
// that no circle of waits can form, however MPI sends. Meanwhile it sweeps tiles that need no message. The order of the
// tiles is the same in every run (plan_group), and so are the cycles that an accelerator counts.
//
// Every rank has a time of its own, in which all begin together and messages take no time: a tile begins when the one
// before it, and the tiles it receives from, are done; each message brings the time of its tile. The makespan is the
// largest TileTime::now() of all ranks. It depends on cycles alone, not on the timing of the processes.
//
// Collective over comm, where subdomain (p, q) is rank p*P2 + q. Throws ArgumentError for a communicator of another
// size, rounds < 0, a message of another length (that rank has another grid), DeviceError when MPI fails, and the
// errors of the executor. After an exception this rank receives no more: messages to it stay in comm, and the buffers
// of its own messages stay in memory until they have arrived.
// After that all ranks may solve again on the same communicator, with any grid: messages of the failed solve are not
// taken for those of the next one, which has another tag. A rank that begins it while others still wait in the
// reduction of a residual makes these, and itself, throw AgreedError with one text (status 3); all may then begin anew.
// After 100 failed solves a communicator is refused: AgreedError on all ranks, status 2. A solve costs one small
// reduction for this; with residuals it is that of the first one.
TileSolution solve_tiles(MPI_Comm comm, const TileGrid& grid, TileExecutor& executor, double* field,
                         const TileSolverOptions& options);

}  // namespace stencil
#pragma GCC visibility pop
