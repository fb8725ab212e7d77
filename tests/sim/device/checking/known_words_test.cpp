// Words learned, forgotten and asked for, against one flag per word.
// SPDX-License-Identifier: Apache-2.0
#include "sim/device/checking/known_words.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace stencil {
namespace {

TEST(KnownWords, NothingIsMissingOfAnEmptyPlace) {
  Capabilities device;
  device.memory_words = 64;
  device.f_buffers = 1;
  KnownWords known(device);
  for (const std::int64_t length : {0, -5}) {
    known.learn({Bank::f, 0, 0, length});
    EXPECT_TRUE(known.missing({Bank::f, 0, 0, length}).empty());
  }
  EXPECT_EQ(known.first_unknown({Bank::f, 0, 0, 64}), 0);
}

TEST(KnownWords, AgreeWithAFlagPerWord) {
  Capabilities device;
  device.memory_words = 300;
  device.f_buffers = 3;
  device.r_buffers = 2;
  KnownWords known(device);
  std::vector<std::vector<bool>> flags(5, std::vector<bool>(300, false));
  std::mt19937 random(1);
  const auto draw = [&](std::int64_t least, std::int64_t most) {
    return std::uniform_int_distribution<std::int64_t>(least, most)(random);
  };
  for (int round = 0; round < 20000; ++round) {
    Place place;
    const auto buffer = draw(0, 4);
    place.bank = buffer < 3 ? Bank::f : Bank::r;
    place.buffer = static_cast<int>(buffer < 3 ? buffer : buffer - 3);
    place.offset_words = draw(0, 299);
    place.length_words = draw(1, 300 - place.offset_words);
    if (draw(0, 1) == 0) place.length_words = std::min<std::int64_t>(place.length_words, draw(1, 9));
    std::vector<bool>& mine = flags[static_cast<std::size_t>(buffer)];
    const auto first = mine.begin() + place.offset_words;
    const auto end = first + place.length_words;
    switch (draw(0, 4)) {
      case 0:
        known.learn(place);
        std::fill(first, end, true);
        break;
      case 1:
        known.forget(place);
        std::fill(first, end, false);
        break;
      case 2: {
        std::vector<bool> missing(300, false);
        std::int64_t end_before = -1;
        for (const Place& part : known.missing(place)) {
          ASSERT_TRUE(part.bank == place.bank && part.buffer == place.buffer);
          ASSERT_GT(part.offset_words, end_before) << "two parts that touch";
          ASSERT_GT(part.length_words, 0);
          end_before = part.offset_words + part.length_words;
          ASSERT_LE(end_before, 300);
          std::fill_n(missing.begin() + part.offset_words, part.length_words, true);
        }
        for (std::int64_t word = 0; word < 300; ++word) {
          const bool inside = word >= place.offset_words && word < place.offset_words + place.length_words;
          ASSERT_EQ(missing[static_cast<std::size_t>(word)], inside && !mine[static_cast<std::size_t>(word)]) << word;
        }
        break;
      }
      default: {
        const auto unknown = std::find(first, end, false);
        ASSERT_EQ(known.first_unknown(place),
                  unknown == end ? std::nullopt : std::optional<std::int64_t>(unknown - mine.begin()));
      }
    }
  }
}

}  // namespace
}  // namespace stencil
