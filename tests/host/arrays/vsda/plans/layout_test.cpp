// SPDX-License-Identifier: Apache-2.0
#include "host/arrays/vsda/layouts/layout.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <numeric>

#include "host/base/errors.hpp"

namespace stencil {
namespace {

using Distribution = std::vector<std::int64_t>;

constexpr std::int64_t no_limit = std::numeric_limits<std::int64_t>::max();

std::string refusal(std::int64_t globsize, std::int64_t width, const Distribution& distribution,
                    std::int64_t max_local = no_limit) {
  try {
    const BlockedLayout layout(globsize, width, Edges::none, distribution, max_local);
  } catch (const ArgumentError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(AutomaticDistribution, GivesTheRestToTheFirstRanks) {
  EXPECT_EQ(automatic_distribution(10, 4), (Distribution{3, 3, 2, 2}));
  EXPECT_EQ(automatic_distribution(8, 4), (Distribution{2, 2, 2, 2}));
  EXPECT_EQ(automatic_distribution(2, 4), (Distribution{1, 1, 0, 0}));
  EXPECT_EQ(automatic_distribution(0, 3), (Distribution{0, 0, 0}));
  EXPECT_EQ(automatic_distribution(7, 1), (Distribution{7}));
}

TEST(AutomaticDistribution, FollowsTheFormulaAndCoversEverything) {
  for (int ranks = 1; ranks <= 17; ++ranks) {
    for (std::int64_t globsize = 0; globsize <= 120; ++globsize) {
      const Distribution distribution = automatic_distribution(globsize, ranks);
      ASSERT_EQ(distribution.size(), static_cast<std::size_t>(ranks));
      for (int rank = 0; rank < ranks; ++rank) {
        ASSERT_EQ(distribution[static_cast<std::size_t>(rank)], globsize / ranks + (globsize % ranks > rank ? 1 : 0));
      }
      ASSERT_EQ(std::accumulate(distribution.begin(), distribution.end(), std::int64_t{0}), globsize);
    }
  }
}

TEST(BlockedLayout, PlacesShadowsBetweenRanksOnly) {
  const BlockedLayout layout(12, 2, Edges::none, {5, 4, 3}, no_limit);
  EXPECT_EQ(layout.ranks(), 3);
  EXPECT_EQ(layout.globsize(), 12);
  EXPECT_EQ(layout.start(1), 5);
  EXPECT_EQ(layout.finish(1), 9);
  EXPECT_EQ(layout.shadow_before(0), 0);
  EXPECT_EQ(layout.shadow_after(0), 2);
  EXPECT_EQ(layout.shadow_before(1), 2);
  EXPECT_EQ(layout.shadow_after(1), 2);
  EXPECT_EQ(layout.shadow_before(2), 2);
  EXPECT_EQ(layout.shadow_after(2), 0);
  EXPECT_EQ(layout.local_elements(0), 7);
  EXPECT_EQ(layout.local_elements(1), 8);
  EXPECT_EQ(layout.local_elements(2), 5);
}

TEST(BlockedLayout, GlobalShadowsMakeAllLocalPartsAlike) {
  const BlockedLayout layout(12, 2, Edges::shadow, {5, 4, 3}, no_limit);
  for (int rank = 0; rank < 3; ++rank) EXPECT_EQ(layout.local_elements(rank), layout.owned(rank) + 4);
  const BlockedLayout alone(4, 3, Edges::shadow, {4}, no_limit);
  EXPECT_EQ(alone.local_elements(0), 10);
}

TEST(BlockedLayout, FindsTheOwnerAcrossRanksWithoutElements) {
  const BlockedLayout layout(6, 0, Edges::none, {0, 2, 0, 0, 3, 1, 0}, no_limit);
  const std::vector<int> owners{1, 1, 4, 4, 4, 5};
  for (std::int64_t element = 0; element < 6; ++element) {
    EXPECT_EQ(layout.owner(element), owners[static_cast<std::size_t>(element)]) << element;
  }
}

TEST(BlockedLayout, SaysWhatIsWrongWithADistribution) {
  EXPECT_EQ(refusal(-1, 0, {0}), "globsize = -1, must be >= 0");
  EXPECT_EQ(refusal(4, 1, {2, 1}), "sum of distribution_in = 3, must be globsize = 4");
  EXPECT_EQ(refusal(4, 1, {2, 3}),
            "distribution_in[1] = 3 brings the sum above globsize = 4, 2 elements are left for it");
  EXPECT_EQ(refusal(4, 0, {2, -1, 3}), "distribution_in[1] = -1, must be >= 0");
  EXPECT_NE(refusal(4, -2, {4}).find("shadowwidth = -2, must be 0 .. "), std::string::npos);
  EXPECT_EQ(refusal(5, 2, {4, 1}),
            "the local part of rank 1 = 1 elements, must be >= shadowwidth = 2 (globsize = 5 over 2 ranks)");
  EXPECT_EQ(refusal(3, 1, {3, 0}),
            "the local part of rank 1 = 0 elements, must be >= shadowwidth = 1 (globsize = 3 over 2 ranks)");
}

TEST(BlockedLayout, CatchesSumsAndOffsetsBeyond64Bits) {
  const std::int64_t half = no_limit / 2 + 1;
  EXPECT_NE(refusal(no_limit, 0, {half, half}).find("brings the sum above globsize"), std::string::npos);
  EXPECT_NE(refusal(1000, 0, {1000}, 999).find("must be <= 999"), std::string::npos);
  EXPECT_NE(refusal(1000, 6, {990, 10}, 1000).find("must be <= 988 with shadowwidth = 6"), std::string::npos);
  EXPECT_NE(refusal(10, no_limit, {10}).find("shadowwidth = 9223372036854775807"), std::string::npos);
}

TEST(BlockedLayout, AcceptsTheEdgesOfWhatIsAllowed) {
  EXPECT_EQ(refusal(0, 0, {0, 0, 0}), "accepted");
  EXPECT_EQ(refusal(4, 2, {2, 2}), "accepted");
  EXPECT_EQ(refusal(1, 5, {1}), "accepted") << "one rank exchanges nothing";
  EXPECT_EQ(refusal(3, 0, {3, 0}), "accepted") << "width 0 needs no elements";
  EXPECT_EQ(refusal(1000, 0, {1000}, 1000), "accepted");
  EXPECT_EQ(refusal(no_limit, 0, {no_limit - 1, 1}), "accepted");
}

}  // namespace
}  // namespace stencil
