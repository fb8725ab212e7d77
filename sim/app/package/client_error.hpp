// The report of a C client that the library ends with an error.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace stencil {

// Writes the report of this process alone, with the error, to its STENCIL_REPORT, unless another rank of this machine
// has written its own since the library was loaded (sim/app/output/report_claim.hpp). line: as of a FatalHandler
// (host/mpi/fatal.hpp). A file that cannot be written becomes a warning: it must not hide the error.
void write_client_error_report(int status, const std::string& line);

// Whether that was done: no other report of this process may come in its place.
bool error_was_reported();

}  // namespace stencil
