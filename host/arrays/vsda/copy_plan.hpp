// Plans of copies that programs make once and carry out many times.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <cstdint>
#include <memory>

#include "host/arrays/exchange/prepared_plan.hpp"
#include "host/arrays/exchange/traffic.hpp"
#include "host/base/handle_table.hpp"
#include "vsda.h"

namespace stencil {

// All that a copy needs but the arrays. The descriptors it was made from may be destroyed.
struct CopyPlan {
  MPI_Comm comm = MPI_COMM_NULL;
  std::int64_t elemsize = 0;         // bytes
  std::int64_t target_elements = 0;  // of this rank's local arrays
  std::int64_t source_elements = 0;
  std::shared_ptr<const PreparedPlan> messages;
};

// Elements [srcoffs, srcoffs + count) of one array to [targoffs, ...) of another. Throws ArgumentError.
CopyPlan make_copy_plan(const VSDA* target, long targoffs, const VSDA* source, long srcoffs, long count);

// The same for VSDA_Copy, which is called with the same arguments again and again: what was worked out is kept. Adds to
// traffic.plans_made where it was not.
std::shared_ptr<const CopyPlan> kept_copy_plan(const VSDA* target, long targoffs, const VSDA* source, long srcoffs,
                                               long count, VsdaTraffic& traffic);

// m x n elements from (si, sj) of one block-cyclic array to (ti, tj) of another. Throws ArgumentError.
CopyPlan make_matrix_plan(const VSDA* target, long ti, long tj, const VSDA* source, long si, long sj, long m, long n);

HandleTable<CopyPlan>& plan_table();

}  // namespace stencil
