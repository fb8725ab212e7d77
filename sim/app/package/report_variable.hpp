// STENCIL_REPORT: where the report of a client's program goes.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace stencil {

std::string report_path();  // empty: nowhere, also after it was refused

// Whether this process's blocks may still be reported. STENCIL_REPORT of rank 0 decides, which other ranks learn only
// when the report is gathered; rank 0, and a process without MPI, know at once.
bool may_be_reported();

// Before the work begins: throws ArgumentError where this process writes the report, which is rank 0 or one without
// MPI, and cannot.
void check_report_writable();

}  // namespace stencil
