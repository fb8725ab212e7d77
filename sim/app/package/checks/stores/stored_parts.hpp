// Results that one rank has stored whole and another not at all.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <cstdint>

#include "sim/app/package/checks/coverage/coverage.hpp"
#include "sim/app/package/checks/stores/row_ages.hpp"

namespace stencil {

// Adds, on rank 0, words of rows that a rank has swept and never stored, where another rank has stored all that it has
// swept; one line of warning for the first rank. own: of a rank that makes no calls, of no rows. Collective.
void compare_stored_parts(MPI_Comm communicator, const RowAges::Part& own, Coverage& coverage);

}  // namespace stencil
