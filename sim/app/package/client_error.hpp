// The report of a C client that the library ends with an error.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "sim/app/report/shared/shared_ledger.hpp"

namespace stencil {

// Writes the report of what the ranks of the node have done, or this process alone where they are not watched
// (client_watch.hpp), with the error, to its STENCIL_REPORT, unless another rank of this machine has written its own
// since the library was loaded (sim/app/output/report_claim.hpp). line: as of a FatalHandler (host/mpi/fatal.hpp). A
// file that cannot be written becomes a warning: it must not hide the error. dead: a rank whose process is gone, where
// this one may be at work: then its own record is left alone.
void write_client_error_report(int status, const std::string& line, std::optional<int> dead);

// The ledger of all ranks of the node, for that report; null: none.
void report_errors_of(const SharedLedger* shared);

// Whether that was done: no other report of this process may come in its place.
bool error_was_reported();

}  // namespace stencil
