// STENCIL_REPORT, STENCIL_SUMMARY, STENCIL_CHECK_STATUS, STENCIL_WATCH: how the end of a client's program is reported.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace stencil {

std::string report_path();  // STENCIL_REPORT; empty: nowhere, also after it was refused

// Whether table and verdict are printed: as STENCIL_SUMMARY says, 0 or 1, where it is set, else with a report or
// comparisons.
bool summary_wanted();

// Whether a value that differs, or a sign of a mistake, makes the status 1: STENCIL_CHECK_STATUS=1.
bool check_status_wanted();

// Whether STENCIL_CHECK or STENCIL_PARANOID compare values.
bool checks_wanted();
bool paranoid_wanted();  // STENCIL_PARANOID=1

// Whether ranks are watched: as STENCIL_WATCH says, 0 or 1, where it is set, else with a report or comparisons.
bool watch_wanted();
bool watch_is_named();  // STENCIL_WATCH=1

// Whether this process's blocks may still be reported or summed up. The variables of rank 0 decide, which other ranks
// learn only when the report is gathered; rank 0, and a process without MPI, know at once.
bool may_be_reported();

// Before the work begins: throws ArgumentError where a variable has none of its values, and where this process writes
// the report, which is rank 0 or one without MPI, and cannot.
void check_end_variables();

}  // namespace stencil
