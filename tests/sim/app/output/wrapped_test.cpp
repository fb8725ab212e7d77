// Lines of a terminal's width; counts with their nouns.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>

#include "host/base/text.hpp"

namespace stencil {
namespace {

TEST(Wrapped, BreaksBetweenWordsAtTheWidth) {
  EXPECT_EQ(wrapped("one two three", 2, 0, 7), "one two\n  three");
  EXPECT_EQ(wrapped("one two three", 2, 1, 7), "one\n  two\n  three");
  EXPECT_EQ(wrapped("one  two", 2, 0), "one two");
  EXPECT_EQ(wrapped("", 2, 0), "");
}

TEST(Wrapped, BreaksLongWordsAfterDotsOrNotAtAll) {
  EXPECT_EQ(wrapped("the TOP.u_engine.u_pe", 2, 0, 12), "the\n  TOP.\n  u_engine.\n  u_pe");
  EXPECT_EQ(wrapped("the TOP.u_a.u_b", 2, 0, 8), "the\n  TOP.\n  u_a.\n  u_b");
  EXPECT_EQ(wrapped("a 0123456789", 2, 0, 8), "a\n  0123456789");
  EXPECT_EQ(wrapped("0123456789.01 b", 2, 0, 8), "0123456789.01\n  b");
  EXPECT_EQ(wrapped("01234.6789. b", 0, 0, 6), "01234.\n6789.\nb");
}

TEST(Counted, MarksThousandsAndSaysOneOfOne) {
  EXPECT_EQ(counted(1, "block"), "1 block");
  EXPECT_EQ(counted(0, "block"), "0 blocks");
  EXPECT_EQ(counted(1234567, "block"), "1,234,567 blocks");
  EXPECT_EQ(counted(-1, "cycle"), "-1 cycles");
  EXPECT_EQ(counted(1, "class", "classes"), "1 class");
  EXPECT_EQ(counted(2, "class", "classes"), "2 classes");
}

}  // namespace
}  // namespace stencil
