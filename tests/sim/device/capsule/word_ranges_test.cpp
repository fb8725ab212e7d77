// Sets of words: what is missing of a range, whatever was added before.
// SPDX-License-Identifier: Apache-2.0
#include "sim/device/capsule/word_ranges.hpp"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace stencil {
namespace {

TEST(WordRanges, AgreeWithAFlagPerWord) {
  std::mt19937 random(1);
  for (int round = 0; round < 200; ++round) {
    WordRanges ranges;
    std::vector<bool> flags(40);
    for (int step = 0; step < 12; ++step) {
      const auto first = static_cast<std::int64_t>(random() % 40);
      const auto last = first + static_cast<std::int64_t>(random() % (41 - static_cast<unsigned>(first)));
      std::vector<bool> missing(40);
      for (const auto& part : ranges.missing({first, last})) {
        EXPECT_LT(part.first, part.last);
        for (std::int64_t i = part.first; i < part.last; ++i) missing[static_cast<std::size_t>(i)] = true;
      }
      for (std::int64_t i = 0; i < 40; ++i) {
        const auto at = static_cast<std::size_t>(i);
        ASSERT_EQ(missing[at], i >= first && i < last && !flags[at]) << "round " << round << ", word " << i;
      }
      ranges.add({first, last});
      for (std::int64_t i = first; i < last; ++i) flags[static_cast<std::size_t>(i)] = true;
    }
  }
}

TEST(PlaceSet, KeepsBuffersApart) {
  PlaceSet places;
  places.add({Bank::f, 1, 10, 5});
  EXPECT_TRUE(places.missing({Bank::f, 1, 10, 5}).empty());
  EXPECT_EQ(places.missing({Bank::f, 0, 10, 5}).size(), 1u);
  EXPECT_EQ(places.missing({Bank::r, 1, 10, 5}).size(), 1u);
  const std::vector<Place> around = places.missing({Bank::f, 1, 8, 10});
  ASSERT_EQ(around.size(), 2u);
  EXPECT_EQ(around[0].offset_words, 8);
  EXPECT_EQ(around[0].length_words, 2);
  EXPECT_EQ(around[1].offset_words, 15);
  EXPECT_EQ(around[1].length_words, 3);
}

}  // namespace
}  // namespace stencil
