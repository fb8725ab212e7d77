// One rank of several that fail on their own leaves the report.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <time.h>
#include <string>

namespace stencil {

// For a rank that can tell the others nothing and is about to end the run: true if it may write the file at `path`, and
// no other rank on this machine may any more until this process has ended; false if another one has written it since
// `began` (CLOCK_REALTIME). A rank that waits for its turn is ended with the run, so that no half of a file stays
// behind. True as well where the folder cannot be locked.
bool claim_report(const std::string& path, const timespec& began);

}  // namespace stencil
