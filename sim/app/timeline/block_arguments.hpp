// What the trace tells of a block: what the report lists of it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sim/app/report/blocks.hpp"
#include "sim/app/timeline/trace_stream.hpp"

namespace stencil {

// By the report's names, a nested one as "cycles.load"; what has no value is left out. Replaces what was in it.
void block_arguments(const BlockRecord& block, TraceArguments& arguments);

}  // namespace stencil
