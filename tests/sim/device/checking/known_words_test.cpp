// Words learned, forgotten and asked for, against one flag per word.
// SPDX-License-Identifier: Apache-2.0
#include "sim/device/checking/known_words.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace stencil {
namespace {

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
    switch (draw(0, 3)) {
      case 0:
        known.learn(place);
        std::fill(first, end, true);
        break;
      case 1:
        known.forget(place);
        std::fill(first, end, false);
        break;
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
