// What a client program shows its user, where that is wanted (end_variables.hpp): how far it is, then table and
// verdict. SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "sim/app/report/report.hpp"

namespace stencil {

// On the terminal of rank 0: how many blocks this process has swept so far, in how many cycles. How many there will be
// the program alone knows. The first call decides whether anybody sees it; where nobody does there is no thread either.
void show_progress(std::int64_t blocks, std::int64_t cycles);

// On stderr: what a run prints of its result, and the name of the report, empty: none. Without a summary, differences
// are a line.
void print_client_result(const Report& report, const std::string& report_path, bool summary);

}  // namespace stencil
