// Lets one of several ranks that fail on their own write the report.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <time.h>
#include <string>

namespace stencil {

// For a rank that cannot reach the others and is about to end the run. True: it may write the file at `path`, and no
// other rank on this machine may until this process has ended. False: another rank has written it since `began`
// (CLOCK_REALTIME). A rank that waits for its turn ends with the run, so that no partial file is left. Also true where
// the folder cannot be locked.
bool claim_report(const std::string& path, const timespec& began);

}  // namespace stencil
