// SPDX-License-Identifier: Apache-2.0
#include "sim/app/output/user_terminal.hpp"

#include <gtest/gtest.h>

namespace stencil {
namespace {

TEST(ColouredVerdict, ColoursTheWordAlone) {
  EXPECT_EQ(coloured_verdict("PASS: 7 values"), "\033[1;32mPASS\033[0m: 7 values");
  EXPECT_EQ(coloured_verdict("EQUAL: 7 classes"), "\033[1;32mEQUAL\033[0m: 7 classes");
  EXPECT_EQ(coloured_verdict("FAIL: 7 values"), "\033[1;31mFAIL\033[0m: 7 values");
  EXPECT_EQ(coloured_verdict("NOT CHECKED: 0 values"), "\033[1;33mNOT CHECKED\033[0m: 0 values");
  EXPECT_EQ(coloured_verdict("CHANGED: 7 classes"), "\033[1;33mCHANGED\033[0m: 7 classes");
}

TEST(ColouredVerdict, LeavesOtherLines) {
  for (const char* line : {"", "PASS", "report: PASS: 7", "PASSED: 7", "limits: schedule 1.000", "FAILURE: x"}) {
    EXPECT_EQ(coloured_verdict(line), line);
  }
}

TEST(ColouredLastLine, LeavesTheLinesBefore) {
  EXPECT_EQ(coloured_last_line("PASS: a\nFAIL: b\n"), "PASS: a\n\033[1;31mFAIL\033[0m: b\n");
  EXPECT_EQ(coloured_last_line("PASS: a\n"), "\033[1;32mPASS\033[0m: a\n");
  EXPECT_EQ(coloured_last_line("PASS: a\nb"), "PASS: a\nb");
  EXPECT_EQ(coloured_last_line("PASS: a"), "\033[1;32mPASS\033[0m: a");
  EXPECT_EQ(coloured_last_line(""), "");
}

}  // namespace
}  // namespace stencil
