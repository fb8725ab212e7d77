// A fault planted in the RTL (tests/variants), and the finding that must come first.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <ostream>
#include <string>

#include "tests/rtl/check_dut/kit_run.hpp"
#include "tests/support/unplaced.hpp"

namespace stencil::check_dut_test {

struct Fault {
  const char* variant;
  const char* first;  // "level: test"
};
inline void PrintTo(const Fault& fault, std::ostream* out) {
  *out << fault.variant;
}
inline std::string name_of(const ::testing::TestParamInfo<Fault>& fault) {
  return test_name(fault.param.variant);
}

inline void expect_named_first(const Fault& fault) {
  const ProgramResult result = check_variant(fault.variant, {"--first"});
  EXPECT_EQ(result.status, 1) << result.err;
  const std::string finding = std::string("\nfirst finding: ") + fault.first + "\n  on four; contract, section ";
  const std::size_t at = result.out.find(finding);
  ASSERT_NE(at, std::string::npos) << result.out;
  const std::string place = result.out.substr(at + finding.size(), result.out.find('\n', at + finding.size()) - at);
  EXPECT_NE(place.find(": C"), std::string::npos) << "no clause: " << place;
  EXPECT_FALSE(has(result.out, "PASS")) << result.out;
}

}  // namespace stencil::check_dut_test
