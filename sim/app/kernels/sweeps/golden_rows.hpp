// The golden solution of streaming sweeps, made by all ranks of a communicator at once.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <cstdint>
#include <optional>
#include <vector>

#include "models/largest_change.hpp"
#include "models/values/sweep_weights.hpp"
#include "sim/app/kernels/blocks/steps.hpp"
#include "sim/app/run/problem_source.hpp"
#include "sim/app/run/run_reference.hpp"

namespace stencil {

class ProgressLine;

// Each rank sweeps rows of its own, dealt evenly, with up to 16 more on both sides, which its neighbours sweep too: of
// these a row less is right after each sweep. So ranks send rows only after as many sweeps, by plain MPI: no code of
// host/, which the solution judges, takes part. Ranks that would get fewer than 64 rows get none.
class GoldenRows {
 public:
  // Reads the rows of this rank. Communicates nothing. Throws ArgumentError, std::bad_alloc.
  GoldenRows(MPI_Comm communicator, const ProblemSource& source, const SweepWeights& weights);

  // Collective: all sweeps; once. with_changes: changes of all steps too. progress: of rank 0, may be null.
  // The solution on rank 0, no value elsewhere. An error of one rank cannot be shared: the caller must abort the job.
  std::optional<GoldenSolution> solve(const Steps& steps, bool with_changes, ProgressLine* progress);

 private:
  std::int64_t first_row_of(std::int64_t rank) const { return rank * rows_ / parts_; }
  std::int64_t end_row() const { return first_row_of(rank_ + 1); }
  double* row(std::int64_t number) { return f_.data() + (number - held_first_) * cols_; }
  void sweep(std::int64_t sweeps, LargestChange* change);
  void exchange();
  void collect();

  MPI_Comm communicator_;
  SweepWeights weights_;
  std::int64_t rows_, cols_;
  int rank_ = 0;
  int parts_ = 1;            // ranks that have rows: the first ones
  std::int64_t beside_ = 0;  // rows held of a neighbour, and most sweeps between two exchanges
  std::int64_t held_first_ = 0, held_end_ = 0;
  std::vector<double> f_;  // of rank 0 with room for all rows
  std::vector<double> r_;
};

}  // namespace stencil
