// Lets one of several ranks that fail on their own write the report.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <time.h>
#include <string>

namespace stencil {

// The same text on all ranks of one launch, and another one for the launches before it: by the launcher's name for the
// job, else by its process; of a process without other ranks by its own. For ReportError.
std::string launch_name();

// For a rank that cannot reach the others and is about to end the run. True: it may write the file at `path`, and no
// other rank on this machine may until this process has ended. False: another rank of this launch has written it since
// `began` (CLOCK_REALTIME). launch: launch_name(), where the file would have it; empty: the time alone decides. A rank
// that waits for its turn ends with the run, so that no partial file is left. Also true where the folder cannot be
// locked.
bool claim_report(const std::string& path, const timespec& began, const std::string& launch);

}  // namespace stencil
