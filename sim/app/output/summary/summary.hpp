// The result of a run as text: for the command that ran it, for a client program, and for a report read again.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "sim/app/report/report.hpp"

namespace stencil {

// What went wrong first, the error that ended the run, what differs first, the verdict: the last lines of a run.
std::vector<std::string> conclusion_lines(const Report& report);

// All that a report holds for people, as far as it has it: device, table and limits, what the verdict is about or why
// there is none, and the conclusion. Lines without newline at their ends, some of several lines.
std::vector<std::string> summary_lines(const Report& report);

}  // namespace stencil
