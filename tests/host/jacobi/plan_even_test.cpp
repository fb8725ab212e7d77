// Blocks of the strips of a rank that one schedule moves one behind another: as even as they can be.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "host/jacobi/plan.hpp"
#include "host/jacobi/scheme.hpp"

namespace stencil {
namespace {

// The rows that each block loads.
std::string loads(std::int64_t rows, const BlockScheme& scheme) {
  std::string text;
  for (const Block& block : plan_strip(rows, scheme)) text += std::to_string(block.rows()) + " ";
  return text;
}

constexpr ItstepOptions rows_overlapped{Schedule::overlapped, Blocking::overlapped_rows};
constexpr ItstepOptions skewed_overlapped{Schedule::overlapped, Blocking::skewed};

TEST(PlanStrip, CutsEvenly) {
  EXPECT_EQ(loads(80, {rows_overlapped, 64, 8, true}), "48 48 ");
  EXPECT_EQ(loads(200, {rows_overlapped, 64, 8, true}), "62 62 62 62 ") << "inner blocks keep fewer rows";
  EXPECT_EQ(loads(190, {rows_overlapped, 64, 8, true}), "72 78 72 ") << "no block keeps more than portion rows";
  EXPECT_EQ(loads(60, {rows_overlapped, 64, 8, true}), "60 ");
  EXPECT_EQ(loads(80, {skewed_overlapped, 64, 8, true}), "43 37 ");
  EXPECT_EQ(loads(72, {skewed_overlapped, 64, 8, true}), "39 33 ") << "72 rows would fit one block";
  EXPECT_EQ(loads(64, {skewed_overlapped, 64, 8, true}), "64 ");
  EXPECT_EQ(loads(15, {skewed_overlapped, 8, 8, true}), "15 ") << "two would have to load more than 8 rows each";
  EXPECT_EQ(loads(135, {skewed_overlapped, 64, 8, true}), "49 43 43 ");
  EXPECT_EQ(loads(128, {skewed_overlapped, 64, 8, true}), "67 61 ");
}

TEST(PlanStrip, CutsAChainFinerWhereTheDeviceKeepsRows) {
  EXPECT_EQ(loads(80, {skewed_overlapped, 64, 8, true, 8}), "21 15 15 15 14 ") << "twice the sweeps";
  EXPECT_EQ(loads(80, {skewed_overlapped, 64, 8, true, 7}), "43 37 ") << "not for more sweeps than rows are kept";
  EXPECT_EQ(loads(50, {skewed_overlapped, 64, 2, true, 8}), "14 12 12 12 ") << "16 rows are enough";
  EXPECT_EQ(loads(20, {skewed_overlapped, 10, 8, true, 8}), "13 7 ") << "no more than portion rows";
  EXPECT_EQ(loads(60, {rows_overlapped, 64, 8, true, 8}), "20 14 13 13 ") << "a block that overlaps with none";
  EXPECT_EQ(loads(80, {rows_overlapped, 64, 8, true, 8}), "48 48 ") << "others stay as asked";
  EXPECT_EQ(loads(80, {skewed_overlapped, 64, 8, false, 8}), "72 8 ") << "strips one behind another alone are even";
}

TEST(PlanStrip, CutsAsPublishedWhereThatIsAsked) {
  EXPECT_EQ(loads(80, {rows_overlapped, 64, 8}), "72 24 ");
  EXPECT_EQ(loads(80, {{Schedule::sequential, Blocking::overlapped_rows}, 64, 8, true}), "72 24 ");
  EXPECT_EQ(loads(80, {{Schedule::sequential, Blocking::skewed}, 64, 8, true}), "72 8 ");
}

// What schedules and devices rely on.
void expect_promises(std::int64_t rows, const BlockScheme& scheme) {
  const std::int64_t niter = scheme.interval;
  const std::vector<Block> plan = plan_strip(rows, scheme);
  const auto published = plan_blocks(rows, scheme.portion, niter, scheme.how.blocking).size();
  const bool finer = niter <= scheme.chained_sweeps && published == 1;
  const bool skewed = scheme.how.blocking == Blocking::skewed || finer;
  ASSERT_GE(plan.size(), published);
  if (!skewed) {
    ASSERT_EQ(plan.size(), published);
  }
  std::int64_t next = 0, loaded = 0;
  for (std::size_t i = 0; i < plan.size(); ++i) {
    const Block& block = plan[i];
    const bool last = i + 1 == plan.size();
    ASSERT_EQ(block.first_row, next);
    ASSERT_GE(block.keep, plan.size() == 1 || skewed ? 1 : niter) << "overlap rows come from the next block alone";
    ASSERT_EQ(block.before, i == 0 ? 0 : skewed ? -niter : niter);
    ASSERT_EQ(block.after, last ? 0 : niter);
    ASSERT_EQ(block.above, skewed && i > 0);
    ASSERT_EQ(block.below, skewed && !last);
    ASSERT_GE(block.rows(), 1);
    if (block.below && !block.above) {
      ASSERT_GT(block.rows(), niter);
    }
    if (plan.size() > 1) {
      ASSERT_LE(block.rows_needed(), scheme.portion + (skewed ? niter : 2 * niter));
    }
    if (plan.size() > 1 && !skewed) {
      ASSERT_LE(block.keep, scheme.portion);
    }
    next += block.keep;
    loaded += block.rows();
  }
  ASSERT_EQ(next, rows);
  ASSERT_EQ(loaded, rows + (skewed ? 0 : 2 * niter * static_cast<std::int64_t>(plan.size() - 1)));
}

TEST(PlanStrip, KeepsItsPromisesForEverySmallSize) {
  for (const Blocking blocking : all_blockings) {
    const bool skewed = blocking == Blocking::skewed;
    for (std::int64_t portion = skewed ? 1 : 3; portion <= 13; ++portion) {
      for (std::int64_t niter = 1; niter <= (skewed ? portion : portion / 3); ++niter) {
        for (std::int64_t rows = 1; rows <= 70; ++rows) {
          SCOPED_TRACE(::testing::Message()
                       << rows << " rows, portion " << portion << ", niter " << niter << ", " << name_of(blocking));
          expect_promises(rows, {{Schedule::overlapped, blocking}, portion, niter, true});
          expect_promises(rows, {{Schedule::overlapped, blocking}, 3 * portion, niter, true, 4});
          if (HasFatalFailure()) return;
        }
      }
    }
  }
}

TEST(PlanStrip, LoadAsEvenlyAsTheLimitsAllow) {
  for (std::int64_t rows = 25; rows <= 200; ++rows) {
    const auto plan = plan_strip(rows, {rows_overlapped, 24, 4, true});
    const auto [least, most] = std::minmax_element(plan.begin(), plan.end(),
                                                   [](const Block& a, const Block& b) { return a.rows() < b.rows(); });
    const bool is_limited = plan.front().keep == 24 || plan.back().keep == 24;
    EXPECT_LE(most->rows() - least->rows(), is_limited ? 4 : 3) << rows;
  }
}

}  // namespace
}  // namespace stencil
