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

inline int count_of(const std::string& text, const std::string& part) {
  int count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}
// Each finding behind the first says that it may follow from that one. Returns how many there are.
inline int expect_later_ones_may_follow(const std::string& out, const std::string& first_test) {
  const int later = count_of(out, "\nfinding: ");
  EXPECT_EQ(count_of(out, "\n  may follow from " + first_test + "\n"), later) << out;
  EXPECT_EQ(count_of(out, "\nfirst finding: "), 1) << out;
  return later;
}

// All tests of registers and buses run where the fault shows on those, else none behind the first finding.
inline void expect_named_first(const Fault& fault) {
  const std::string first = fault.first, level = first.substr(0, first.find(':'));
  const bool early = level == "registers" || level == "buses";
  const ProgramResult result = check_variant(fault.variant, early ? Words{"--level", "buses"} : Words{"--first"});
  EXPECT_EQ(result.status, 1) << result.err;
  expect_later_ones_may_follow(result.out, first.substr(level.size() + 2));
  const std::string finding = std::string("\nfirst finding: ") + fault.first + "\n  on four; contract, section ";
  const std::size_t at = result.out.find(finding);
  ASSERT_NE(at, std::string::npos) << result.out;
  const std::string place = result.out.substr(at + finding.size(), result.out.find('\n', at + finding.size()) - at);
  EXPECT_NE(place.find(": C"), std::string::npos) << "no clause: " << place;
  EXPECT_FALSE(has(result.out, "PASS")) << result.out;
}

}  // namespace stencil::check_dut_test
