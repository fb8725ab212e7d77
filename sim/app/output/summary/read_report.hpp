// A report read back from its JSON, to be shown.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "sim/app/json/json.hpp"
#include "sim/app/report/report.hpp"

namespace stencil {

// The report that report_json() (sim/app/output/json.hpp) made this of, but for: the list of blocks, which are counted
// as omitted; sums by rank, of which the totals are left; the sections of kernels, which know how to read theirs; RTL
// sources. Throws JsonError for a field that is missing or of another kind.
Report read_report(const Json& json);

// The bits in a text like "0x3ff0000000000000". Throws JsonError.
std::uint64_t read_bits(const Json& json);

}  // namespace stencil
