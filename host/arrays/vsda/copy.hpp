// Copies between distributed arrays.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "host/arrays/vsda/copy_plan.hpp"

namespace stencil {

// Begins the copy. `function` is the published name that the caller used, for errors. Adds what it moves and `traffic`,
// which has the kind of operation, to the totals of the process.
// Throws ArgumentError for a null array on a rank that has elements, or a token in flight; DeviceError when MPI fails.
void copy_begin(const char* function, const CopyPlan& plan, void* targarr, const void* srcarr, void* rq,
                VsdaTraffic traffic);

}  // namespace stencil
