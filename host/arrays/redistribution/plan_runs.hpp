// Plans the move of elements between a block-cyclic matrix and one run of its elements per rank: pure arithmetic, no
// MPI.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "host/arrays/block_cyclic/local_matrix.hpp"
#include "host/arrays/block_cyclic/submatrix.hpp"
#include "host/arrays/exchange/message_plan.hpp"
#include "host/arrays/redistribution/element_runs.hpp"

namespace stencil {

// A part of a matrix whose elements, numbered from 0 in one order, are held in runs, one per rank: the local parts of a
// blocked array, or the ranks' pieces of a file.
struct HeldRuns {
  Submatrix part;
  ElementOrder order = ElementOrder::columns;
  std::vector<ElementRun> runs;  // by rank; a run may be empty
  std::int64_t first_at = 0;     // number, in this rank's array, of the first element of its run; the others follow
};

// The messages of `rank` when the elements of the runs go to the matrix, and when they come from it.
// O(1) time per run, and per row and column of the process grid.
// @pre the part lies in the matrix, the runs in the part, and no two have an element in common
MessagePlan plan_runs_to_matrix(const HeldRuns& held, const LocalMatrix& matrix, int rank);
MessagePlan plan_matrix_to_runs(const LocalMatrix& matrix, const HeldRuns& held, int rank);

}  // namespace stencil
