// SPDX-License-Identifier: Apache-2.0
#include "host/arrays/block_cyclic/axis.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace stencil {
namespace {

// The definition, without a formula: deals the elements one by one.
TEST(CyclicAxis, DealsBlocksRoundTheProcesses) {
  for (std::int64_t n = 0; n <= 17; ++n) {
    for (std::int64_t block = 1; block <= 6; ++block) {
      for (std::int64_t procs = 1; procs <= 5; ++procs) {
        for (std::int64_t source = 0; source < procs; ++source) {
          const CyclicAxis axis(n, block, source, procs);
          std::vector<std::int64_t> held(static_cast<std::size_t>(procs), 0);
          std::int64_t hand = source;
          for (std::int64_t element = 0; element < n; ++element) {
            if (element > 0 && element % block == 0) hand = hand + 1 == procs ? 0 : hand + 1;
            auto& local = held[static_cast<std::size_t>(hand)];
            ASSERT_EQ(axis.owner(element), hand);
            ASSERT_EQ(axis.local(element), local);
            ASSERT_EQ(axis.global(local, hand), element);
            ++local;
          }
          for (std::int64_t p = 0; p < procs; ++p) ASSERT_EQ(axis.count(p), held[static_cast<std::size_t>(p)]);
        }
      }
    }
  }
}

// The l-th tile of rank p is tile l*P + p: in one round every rank has one.
TEST(CyclicAxis, DealsTilesInCyclicOrder) {
  const CyclicAxis tiles(23, 1, 0, 4);
  for (std::int64_t rank = 0; rank < 4; ++rank) {
    EXPECT_EQ(tiles.count(rank), rank < 3 ? 6 : 5);
    for (std::int64_t l = 0; l < tiles.count(rank); ++l) {
      EXPECT_EQ(tiles.global(l, rank), l * 4 + rank);
      EXPECT_EQ(tiles.owner(l * 4 + rank), rank);
      EXPECT_EQ(tiles.local(l * 4 + rank), l);
    }
  }
}

}  // namespace
}  // namespace stencil
