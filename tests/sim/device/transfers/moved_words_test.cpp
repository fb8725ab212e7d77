// SPDX-License-Identifier: Apache-2.0
#include "sim/device/transfers/moved/moved_words.hpp"

#include <gtest/gtest.h>

namespace stencil {
namespace {

using Words = std::vector<std::uint64_t>;
const Words sent{0x0102030405060708, 0x1112131415161718, 0x2122232425262728, 0x3132333435363738};

std::string as_if(const Words& got, std::size_t lane = 0, std::size_t beat_words = 2) {
  const auto found = explain_moved(sent, got, lane, beat_words);
  return found ? found->as_if : "";
}

TEST(MovedWords, SwapsAreRecognised) {
  EXPECT_EQ(as_if({0x0807060504030201, 0x1817161514131211, sent[2], sent[3]}),
            "the bytes of each word had been reversed");
  EXPECT_EQ(as_if({0x0506070801020304, 0x1516171811121314, sent[2], sent[3]}),
            "the halves of each word had been swapped");
  EXPECT_EQ(as_if({sent[1], sent[0], sent[3], sent[2]}), "the words of each beat had come in reverse order");
  EXPECT_EQ(as_if({sent[1], sent[0], sent[3], sent[2]}, 0, 4), "neighbouring words of each beat had been swapped");
  EXPECT_EQ(as_if({sent[0], sent[2], sent[1], sent[3]}, 1), "the words of each beat had come in reverse order");
}

TEST(MovedWords, ShiftsAreRecognised) {
  EXPECT_EQ(as_if({sent[0], sent[2], sent[3], 0}), "1 word had been left out before it");
  EXPECT_EQ(as_if({sent[0], sent[0], sent[1], sent[2]}), "1 word had come twice before it");
}

TEST(MovedWords, FitsAreCounted) {
  const auto found = explain_moved(sent, {0x0807060504030201, 7, sent[2], sent[3]}, 0, 1);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->fits, 1);
  EXPECT_EQ(found->of, 2);
  EXPECT_FALSE(explain_moved(sent, sent, 0, 1));
  EXPECT_EQ(as_if({7, sent[1], sent[2], sent[3]}), "");
}

}  // namespace
}  // namespace stencil
