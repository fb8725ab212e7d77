// Reconstructs the command line of a report.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/app/json/json.hpp"

namespace stencil {

// {"command", "note"}: a line for a shell that runs the same blocks on the same machine again; null where the report
// lacks something needed, and the note then says what. The note is null where there is nothing to say. Every option is
// written out, so that changed defaults do not matter. File names are those of the run, relative to its folder. Throws
// JsonError.
Json reproduce(const Json& report);

}  // namespace stencil
