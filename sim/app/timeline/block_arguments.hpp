// Turns the report's fields of a block into arguments of its slice.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sim/app/report/blocks.hpp"
#include "sim/app/timeline/trace_stream.hpp"

namespace stencil {

// Names them as the report does, a nested one as "cycles.load", and leaves out fields without a value; "model" too,
// where it is as "cycles".
void put_block(TraceEvent& to, const BlockRecord& block);

}  // namespace stencil
