// solve_tiles() in pieces, for a rank that has other work meanwhile.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <memory>

#include "host/gauss_seidel/solver.hpp"

namespace stencil {

// Made and finished on all ranks.
class TileSolve {
 public:
  // As solve_tiles(); returns when all ranks have begun. comm: MPI_COMM_NULL where MPI does not run; the grid must then
  // have one subdomain, and residuals are not measured. Grid, executor, field and observer must outlive the solve.
  TileSolve(MPI_Comm comm, const TileGrid& grid, TileExecutor& executor, double* field,
            const TileSolverOptions& options);
  ~TileSolve();
  TileSolve(const TileSolve&) = delete;
  TileSolve& operator=(const TileSolve&) = delete;

  // Runs the tiles that come before the first message, all of them where there is one subdomain and no residual. Calls
  // no function of MPI, so that a thread of its own may do it while MPI belongs to another one. To be called once, or
  // not at all.
  void run_ahead();

  // Sends what these tiles send, and runs all others. To be called once.
  TileSolution finish();

 private:
  class Solver;
  std::unique_ptr<Solver> solver_;
};

}  // namespace stencil
