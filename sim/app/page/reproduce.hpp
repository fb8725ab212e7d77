// The command line that a report came from.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/app/json/json.hpp"

namespace stencil {

// {"command", "note"}: a line for a shell that runs the same blocks on the same machine once more; null where the
// report does not hold all it takes, and the note says what is missing. The note is null where there is nothing to say.
// Every option is written out, so that other defaults change nothing. Files are named as they were, relative to the
// folder of the run. Throws JsonError.
Json reproduce(const Json& report);

}  // namespace stencil
