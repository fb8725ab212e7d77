// Runs the conformance kit as its user does.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "tests/support/run_program.hpp"

namespace stencil::check_dut_test {

using testing_support::ProgramResult;
using Words = std::vector<std::string>;

// plusargs: for the RTL.
inline ProgramResult check(const Words& more, const std::string& plusargs = "") {
  Words words{STENCIL_COSIM, "check-dut"};
  words.insert(words.end(), more.begin(), more.end());
  return testing_support::run_program(words, {"STENCIL_PLUSARGS=" + plusargs});
}
// The device of tests/variants with the fault of this name; empty: with none.
inline ProgramResult check_variant(const std::string& name, const Words& more = {}) {
  Words words{"--modules", VARIED_MODULES, "--devices", "four"};
  words.insert(words.end(), more.begin(), more.end());
  return check(words, name.empty() ? "" : "+variant=" + name);
}

// The name of a parameterised test must not contain '-'.
inline std::string test_name(std::string name) {
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

inline bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace stencil::check_dut_test
