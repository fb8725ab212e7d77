// SPDX-License-Identifier: Apache-2.0
#include "host/base/ring.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <deque>
#include <random>

namespace stencil {
namespace {

// It grows with its front at each place of its memory.
TEST(Ring, HoldsWhatADequeHolds) {
  std::mt19937_64 random(3);
  Ring<int> ring;
  std::deque<int> deque;
  std::size_t longest = 0;
  for (int value = 0; value < 20000; ++value) {
    const std::uint64_t drawn = random();
    if (drawn % 1000 == 0) {
      ring.clear();
      deque.clear();
      if (drawn % 3 == 0) ring = Ring<int>();
    } else if (drawn % 9 < 5 || deque.empty()) {
      ring.push_back(value);
      deque.push_back(value);
    } else {
      ring.pop_front();
      deque.pop_front();
    }
    ASSERT_EQ(ring.size(), deque.size());
    ASSERT_EQ(ring.empty(), deque.empty());
    for (std::size_t k = 0; k < deque.size(); ++k) ASSERT_EQ(ring[k], deque[k]);
    if (deque.empty()) continue;
    ASSERT_EQ(ring.front(), deque.front());
    ASSERT_EQ(ring.back(), deque.back());
    longest = std::max(longest, deque.size());
  }
  EXPECT_GT(longest, 64U);
}

}  // namespace
}  // namespace stencil
