// Elements that move between a block-cyclic matrix and runs of them, one a rank: pure arithmetic, no MPI.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "host/arrays/block_cyclic/local_matrix.hpp"
#include "host/arrays/block_cyclic/submatrix.hpp"
#include "host/arrays/exchange/message_plan.hpp"
#include "host/arrays/redistribution/element_runs.hpp"

namespace stencil {

// A part of a matrix, its elements numbered from 0 in one order, of which every rank holds a run: a portion of a
// blocked array, or of a file.
struct HeldRuns {
  Submatrix part;
  ElementOrder order = ElementOrder::columns;
  std::vector<ElementRun> runs;  // of each rank; perhaps empty
  std::int64_t first_at = 0;     // number, in this rank's array, of the first element of its run; the others follow it
};

// What `rank` sends, receives and keeps when the elements of the runs go to the matrix, and when they come from it.
// O(blocks of rows + blocks of columns) time for each run, and as much for each row and column of the grid.
// @pre the part lies in the matrix, the runs in the part, and no two have an element in common
MessagePlan plan_runs_to_matrix(const HeldRuns& held, const LocalMatrix& matrix, int rank);
MessagePlan plan_matrix_to_runs(const LocalMatrix& matrix, const HeldRuns& held, int rank);

}  // namespace stencil
