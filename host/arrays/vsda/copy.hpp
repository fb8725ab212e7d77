// Copies between distributed arrays.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "host/arrays/vsda/copy_plan.hpp"

namespace stencil {

// Begins the copy; `function` is the published name the user called. Counts it, and what `traffic` has already.
// Throws ArgumentError for a null array on a rank that has elements, or a token in flight; DeviceError.
void copy_begin(const char* function, const CopyPlan& plan, void* targarr, const void* srcarr, void* rq,
                VsdaTraffic traffic = {});

}  // namespace stencil
