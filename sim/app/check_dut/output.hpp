// Prints and writes the findings of `check-dut`.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sim/app/check_dut/results.hpp"

namespace stencil {

// The levels as a table, why tests were skipped, the findings, the verdict.
std::string dut_text(const DutReport& report);
// A suite for each level, a case for each test on each device.
std::string dut_junit(const DutReport& report);
// One page that loads nothing.
std::string dut_html(const DutReport& report);

}  // namespace stencil
