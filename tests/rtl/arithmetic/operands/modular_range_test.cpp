// The descent against trying every x in turn.
// SPDX-License-Identifier: Apache-2.0
#include "modular_range.hpp"

#include <gtest/gtest.h>

namespace stencil::modular_range_test {
namespace {

TEST(SmallestInRange, EqualsExhaustiveSearch) {
  int found = 0;
  int absent = 0;
  for (unsigned modulus = 2; modulus <= 24; ++modulus) {
    for (unsigned factor = 0; factor < modulus; ++factor) {
      for (unsigned low = 0; low < modulus; ++low) {
        for (unsigned high = low; high < modulus; ++high) {
          unsigned expected = 0;
          while (expected < modulus && (factor * expected % modulus < low || factor * expected % modulus > high)) {
            ++expected;
          }
          const auto x = smallest_in_range(factor, modulus, low, high);
          ASSERT_EQ(x.has_value(), expected < modulus) << factor << " " << modulus << " " << low << " " << high;
          if (x) {
            ASSERT_EQ(static_cast<unsigned>(*x), expected) << factor << " " << modulus << " " << low;
          }
          ++(x ? found : absent);
        }
      }
    }
  }
  EXPECT_GT(found, 10000);
  EXPECT_GT(absent, 1000);
}

}  // namespace
}  // namespace stencil::modular_range_test
