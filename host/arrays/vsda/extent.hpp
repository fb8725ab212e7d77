// Tells callers of the C interface which elements this rank owns.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "vsda.h"

namespace stencil {

// VSDA_Get_extent. Throws ArgumentError, also for an array that is not blocked.
void get_extent(const VSDA* vsda, long* start, long* finish);

// VSDA_Get_runs. Throws ArgumentError.
void get_runs(const VSDA* vsda, long first, long max, long* starts, long* finishes, long* locals, long* count);

}  // namespace stencil
