// Moves elements between a block-cyclic matrix and the runs of a file that the ranks hold.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "host/arrays/exchange/buffer_pool.hpp"
#include "host/arrays/redistribution/element_runs.hpp"
#include "host/arrays/redistribution/plan_runs.hpp"
#include "host/matrix_io/matrix.hpp"

namespace stencil {

// Each call is collective over matrix.comm and moves the runs in as many exchanges (host/arrays/exchange) as its memory
// needs. In one exchange a rank sends or receives at most its run, and at most 2*values elements of those it owns,
// whatever the number of ranks; between exchanges it keeps buffers for at most `values` elements.
class RunExchange {
 public:
  // Elements of the part are numbered in this order. Throws DeviceError when MPI refuses.
  RunExchange(const DistributedMatrix& matrix, const Submatrix& part, ElementOrder order, std::int64_t values);

  // runs[r] is the run of rank r, the same on every rank; each begins where the one before it ends.
  // From the matrix into this rank's run: all its elements, in order.
  void gather(const std::vector<ElementRun>& runs, double* run);
  // From this rank's run into the matrix; nothing else of the matrix is touched.
  void scatter(const std::vector<ElementRun>& runs, const double* run);

 private:
  enum class Way { to_run, to_matrix };
  void move(Way way, const std::vector<ElementRun>& runs, const double* source, double* target);

  DistributedMatrix matrix_;
  HeldRuns held_;
  int rank_ = 0;
  std::int64_t longest_;  // of all runs in one exchange together
  BufferPool pool_;
};

}  // namespace stencil
