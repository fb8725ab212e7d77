// Moves elements between a block-cyclic matrix and runs of a file, one run per rank.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "host/arrays/exchange/buffer_pool.hpp"
#include "host/arrays/redistribution/element_runs.hpp"
#include "host/arrays/redistribution/plan_runs.hpp"
#include "host/matrix_io/matrix.hpp"

namespace stencil {

// Each call is collective over matrix.comm and moves the runs in as many exchanges (host/arrays/exchange) as the memory
// limit needs. In one exchange a rank sends or receives at most its run, and at most 2*values elements that it owns,
// for any number of ranks; between exchanges it keeps buffers for at most `values` elements.
class RunExchange {
 public:
  // `order` numbers the elements of the part. Throws DeviceError when MPI fails.
  RunExchange(const DistributedMatrix& matrix, const Submatrix& part, ElementOrder order, std::int64_t values);

  // Moves elements from the matrix into this rank's run, in order. runs[r] is the run of rank r; `runs` is the same on
  // every rank, and each run begins where the one before it ends.
  void gather(const std::vector<ElementRun>& runs, double* run);
  // Moves elements from this rank's run into the matrix, and changes no others.
  void scatter(const std::vector<ElementRun>& runs, const double* run);

 private:
  enum class Way { to_run, to_matrix };
  void move(Way way, const std::vector<ElementRun>& runs, const double* source, double* target);

  DistributedMatrix matrix_;
  HeldRuns held_;
  int rank_ = 0;
  std::int64_t longest_;  // length of all runs together in one exchange
  BufferPool pool_;
};

}  // namespace stencil
