// Transfers beyond the local part of an array.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/package/checks/local_parts.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace stencil {
namespace {

class LocalPartsTest : public ::testing::Test {
 protected:
  // 6 rows of 10 words, from row 2 of the memory on.
  LocalPartsTest() { parts_.updated(row(2), 6, 80); }
  const double* row(int number) const { return memory_.data() + 10 * number; }

  LocalParts parts_;
  std::vector<double> memory_ = std::vector<double>(200);
};

TEST_F(LocalPartsTest, HoldWhatLiesWithin) {
  EXPECT_EQ(parts_.beyond(row(2), 60).words, 0);
  EXPECT_EQ(parts_.beyond(row(7), 10).words, 0);
  EXPECT_EQ(parts_.beyond(row(2) + 3, 1).words, 0);
}

TEST_F(LocalPartsTest, DoNotKnowOtherMemory) {
  EXPECT_EQ(parts_.beyond(row(8), 50).words, 0);
  EXPECT_EQ(parts_.beyond(row(0), 20).words, 0);
}

TEST_F(LocalPartsTest, CountWordsBehindAndBefore) {
  const LocalParts::Found behind = parts_.beyond(row(5), 50);
  EXPECT_EQ(behind.words, 20);
  EXPECT_EQ(behind.text,
            "20 words of 50 lie behind the local part of the array that VSDA_Update_begin was given, which has 6 "
            "elements of 80 bytes, 60 words");
  EXPECT_EQ(parts_.beyond(row(2), 61).words, 1);
  const LocalParts::Found before = parts_.beyond(row(1) + 9, 11);
  EXPECT_EQ(before.words, 1);
  EXPECT_NE(before.text.find("1 word of 11 lie before the local part"), std::string::npos) << before.text;
  const LocalParts::Found both = parts_.beyond(row(1), 80);
  EXPECT_EQ(both.words, 20);
  EXPECT_NE(both.text.find("before and behind"), std::string::npos) << both.text;
}

// Memory is given back and taken again for an array of another size.
TEST_F(LocalPartsTest, AreThoseOfTheLastUpdate) {
  parts_.updated(row(2), 4, 80);
  EXPECT_EQ(parts_.beyond(row(2), 60).words, 20);
  parts_.updated(row(2), 8, 80);
  EXPECT_EQ(parts_.beyond(row(2), 60).words, 0);
  parts_.updated(row(12), 2, 80);
  EXPECT_EQ(parts_.beyond(row(13), 20).words, 10);
  EXPECT_EQ(parts_.beyond(row(2), 81).words, 1) << "the first is still known";
}

}  // namespace
}  // namespace stencil
