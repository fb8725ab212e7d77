// The command line of a report, for a shell.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/app/json/json.hpp"

namespace stencil {

// {"command", "note"}: a line for a shell that makes the run of a report again, from its field `command`; null where it
// has none, and the note then says why. Throws JsonError.
Json reproduce(const Json& report);

}  // namespace stencil
