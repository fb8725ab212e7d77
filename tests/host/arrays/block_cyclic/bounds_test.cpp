// SPDX-License-Identifier: Apache-2.0
#include "host/arrays/block_cyclic/bounds.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "host/base/errors.hpp"

namespace stencil {
namespace {

TEST(CountBound, BothHoldAndAreLessThanABlockTooLarge) {
  for (std::int64_t n = 0; n <= 60; ++n) {
    for (std::int64_t block = 1; block <= 9; ++block) {
      for (std::int64_t procs = 1; procs <= 7; ++procs) {
        for (std::int64_t source = 0; source < procs; ++source) {
          const CyclicAxis axis(n, block, source, procs);
          std::int64_t fullest = 0;
          for (std::int64_t p = 0; p < procs; ++p) fullest = std::max(fullest, axis.count(p));
          ASSERT_EQ(count_bound(axis), count_bound_by_ceilings(axis));
          ASSERT_GE(count_bound(axis), fullest);
          ASSERT_LT(count_bound(axis) - fullest, n == 0 ? 1 : block);
        }
      }
    }
  }
}

TEST(CountBound, BracketsReadAsFloorsWouldBeNoBound) {
  const CyclicAxis rows(9, 2, 0, 2);  // of the manual's 9 x 9 example
  EXPECT_LT(9 / 2 / 2 * 2, rows.count(0));
  EXPECT_EQ(rows.count(0), 5);
  EXPECT_EQ(count_bound(rows), 6);
  EXPECT_EQ(count_bound_by_ceilings(rows), 6);
}

TEST(CountBound, IsRefusedWhereItIsNoNumber) {
  const std::int64_t most = 9223372036854775807;
  const CyclicAxis fits(most, most, 0, 3);
  EXPECT_EQ(count_bound(fits), most);
  EXPECT_EQ(count_bound_by_ceilings(fits), most);
  const CyclicAxis axis(most, std::int64_t{1} << 62, 0, 1);
  EXPECT_EQ(axis.count(0), most);
  for (const auto bound : {count_bound, count_bound_by_ceilings}) {
    try {
      bound(axis);
      ADD_FAILURE() << "not refused";
    } catch (const ArgumentError& error) {
      EXPECT_EQ(std::string(error.what()),
                "bound = 2 blocks of 4611686018427387904 elements, must be <= 9223372036854775807 elements "
                "(n = 9223372036854775807, procs = 1)");
    }
  }
}

}  // namespace
}  // namespace stencil
