// The verdict for people, and what differs first.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "sim/app/report/report.hpp"

namespace stencil {

// The verdict, without newline: "PASS: 7,777 values compared, 0 differ, 28 blocks", "FAIL: ...", or "NOT CHECKED: ...".
std::string evidence_line(const Report& report);

// One line that names the first mismatch completely, without newline; empty when there is none.
std::string mismatch_line(const Verdict& verdict);
// The same for the first largest change that differs.
std::string change_line(const Verdict& verdict);

// What differs first, if anything does, and the verdict: lines of at most 80 columns.
std::vector<std::string> verdict_lines(const Report& report);

}  // namespace stencil
