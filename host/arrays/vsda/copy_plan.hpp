// Plans of copies that programs make once and carry out many times.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "host/arrays/exchange/prepared_plan.hpp"
#include "host/arrays/exchange/traffic.hpp"
#include "host/arrays/vsda/checks/operation_log.hpp"
#include "host/base/handle_table.hpp"
#include "host/mpi/communicators/callers_comm.hpp"
#include "vsda.h"

namespace stencil {

// All that a copy needs but the arrays. The descriptors of the arrays may be destroyed.
struct CopyPlan {
  CallersComm comm;
  std::int64_t elemsize = 0;         // bytes
  std::int64_t target_elements = 0;  // length of this rank's local array of the target
  std::int64_t source_elements = 0;  // and of the source
  std::shared_ptr<const PreparedPlan> messages;
  std::shared_ptr<OperationLog> log;  // of the communicator; null unless STENCIL_PARANOID is 1
  std::string what;                   // for the log
};

// Plans the copy of elements [srcoffs, srcoffs + count) of one array to [targoffs, targoffs + count) of another.
// Throws ArgumentError.
CopyPlan make_copy_plan(const VSDA* target, long targoffs, const VSDA* source, long srcoffs, long count);

// The same for VSDA_Copy, which programs call with the same arguments again and again: keeps plans. Adds 1 to
// traffic.plans_made where it had kept none.
std::shared_ptr<const CopyPlan> kept_copy_plan(const VSDA* target, long targoffs, const VSDA* source, long srcoffs,
                                               long count, VsdaTraffic& traffic);

// Plans the copy of the m x n elements of one block-cyclic array whose first is (si, sj) to those of another whose
// first is (ti, tj), 0-based. Throws ArgumentError.
CopyPlan make_matrix_plan(const VSDA* target, long ti, long tj, const VSDA* source, long si, long sj, long m, long n);

HandleTable<CopyPlan>& plan_table();

}  // namespace stencil
