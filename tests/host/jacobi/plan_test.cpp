// SPDX-License-Identifier: Apache-2.0
#include "host/jacobi/plan.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <limits>

#include "host/base/errors.hpp"
#include "tests/support/refusal.hpp"

namespace stencil {
namespace {

constexpr std::int64_t huge = std::numeric_limits<std::int64_t>::max();

using test::refusal;

std::string describe(const std::vector<Block>& blocks) {
  std::string text;
  for (const Block& block : blocks) {
    text += std::to_string(block.first_row) + ":" + std::to_string(block.before) + "+" + std::to_string(block.keep) +
            "+" + std::to_string(block.after) + " ";
  }
  return text;
}

TEST(PlanBlocks, CutsTheCasesOfTheText) {
  EXPECT_EQ(describe(plan_blocks(15, 15, 5)), "0:0+15+0 ") << "a single block has no overlap";
  EXPECT_EQ(describe(plan_blocks(45, 15, 5)), "0:0+15+5 15:5+15+5 30:5+15+0 ");
  EXPECT_EQ(describe(plan_blocks(40, 15, 5)), "0:0+15+5 15:5+15+5 30:5+10+0 ");
  EXPECT_EQ(describe(plan_blocks(33, 15, 5)), "0:0+15+5 15:5+13+5 28:5+5+0 ") << "the last but one gives up 2 rows";
  EXPECT_EQ(describe(plan_blocks(16, 15, 5)), "0:0+11+5 11:5+5+0 ") << "the first is the last but one";
  EXPECT_EQ(describe(plan_blocks(1, 3, 1)), "0:0+1+0 ");
}

TEST(PlanBlocks, KeepsItsPromisesForEverySmallSize) {
  for (std::int64_t portion = 3; portion <= 16; ++portion) {
    for (std::int64_t niter = 1; niter <= portion / 3; ++niter) {
      for (std::int64_t rows = 1; rows <= 70; ++rows) {
        SCOPED_TRACE(::testing::Message() << rows << " rows, portion " << portion << ", niter " << niter);
        const std::vector<Block> blocks = plan_blocks(rows, portion, niter);
        std::int64_t next = 0;
        for (std::size_t i = 0; i < blocks.size(); ++i) {
          const Block& block = blocks[i];
          const bool last = i + 1 == blocks.size();
          ASSERT_EQ(block.first_row, next);
          ASSERT_GE(block.keep, 1);
          ASSERT_LE(block.keep, portion);
          ASSERT_EQ(block.before, i == 0 ? 0 : niter);
          ASSERT_EQ(block.after, last ? 0 : niter);
          if (!last) {
            ASSERT_GE(block.keep, 2 * niter + 1);
          }
          // Overlaps lie inside the local part.
          ASSERT_GE(block.first_row - block.before, 0);
          ASSERT_LE(block.first_row + block.keep + block.after, rows);
          next += block.keep;
        }
        ASSERT_EQ(next, rows);
        ASSERT_LE(static_cast<std::int64_t>(blocks.size()), (rows + portion - 1) / portion);
      }
    }
  }
}

TEST(PlanBlocks, SaysWhatItCannotCut) {
  EXPECT_EQ(refusal([] { return plan_blocks(0, 15, 5); }), "rows = 0, must be >= 1");
  EXPECT_EQ(refusal([] { return plan_blocks(10, 15, 6); }), "niter = 6, must be 1 .. 5 (a third of portion = 15)");
  EXPECT_EQ(refusal([] { return plan_blocks(10, 15, 0); }), "niter = 0, must be 1 .. 5 (a third of portion = 15)");
  EXPECT_EQ(refusal([] { return plan_blocks(10, 2, 1); }),
            "portion = 2, must be >= 3: even one sweep needs three times its rows");
  EXPECT_EQ(refusal([] { return plan_blocks(10, -1, 1); }),
            "portion = -1, must be >= 3: even one sweep needs three times its rows");
  EXPECT_EQ(refusal([] { return plan_blocks(10, huge, huge); }).substr(0, 27), "niter = 9223372036854775807");
}

TEST(PlanSkewed, LoadsEveryRowOnce) {
  EXPECT_EQ(describe(plan_skewed(15, 15, 5)), "0:0+15+0 ");
  EXPECT_EQ(describe(plan_skewed(20, 15, 5)), "0:0+20+0 ") << "one block may keep portion + niter rows";
  EXPECT_EQ(describe(plan_skewed(21, 15, 5)), "0:0+15+5 15:-5+6+0 ") << "the last loads a single row";
  EXPECT_EQ(describe(plan_skewed(50, 15, 5)), "0:0+15+5 15:-5+15+5 30:-5+20+0 ");
  EXPECT_EQ(describe(plan_skewed(51, 15, 5)), "0:0+15+5 15:-5+15+5 30:-5+15+5 45:-5+6+0 ");
  EXPECT_EQ(describe(plan_skewed(4, 1, 1)), "0:0+1+1 1:-1+1+1 2:-1+2+0 ");
}

TEST(PlanSkewed, KeepsItsPromisesForEverySmallSize) {
  for (std::int64_t portion = 1; portion <= 12; ++portion) {
    for (std::int64_t niter = 1; niter <= portion; ++niter) {
      for (std::int64_t rows = 1; rows <= 60; ++rows) {
        SCOPED_TRACE(::testing::Message() << rows << " rows, portion " << portion << ", niter " << niter);
        const std::vector<Block> blocks = plan_blocks(rows, portion, niter, Blocking::skewed);
        std::int64_t kept = 0;
        std::int64_t loaded = 0;
        for (std::size_t i = 0; i < blocks.size(); ++i) {
          const Block& block = blocks[i];
          ASSERT_EQ(block.above, i > 0);
          ASSERT_EQ(block.below, i + 1 < blocks.size());
          ASSERT_EQ(block.first_row, kept);
          ASSERT_EQ(block.first_loaded(), loaded);
          ASSERT_EQ(block.head(), 0);
          ASSERT_EQ(block.kept_at(), 0);
          ASSERT_GE(block.rows(), 1);
          ASSERT_LE(block.rows_needed(), portion + niter);
          // The number of rows that a device finishes.
          ASSERT_EQ(block.keep, block.rows() - (block.below && !block.above ? niter : 0) +
                                    (block.above && !block.below ? niter : 0));
          if (block.below && !block.above) {
            ASSERT_GT(block.rows(), niter);
          }
          kept += block.keep;
          loaded += block.rows();
        }
        ASSERT_EQ(kept, rows);
        ASSERT_EQ(loaded, rows);
      }
    }
  }
}

TEST(PlanSkewed, SaysWhatItCannotCut) {
  EXPECT_EQ(refusal([] { return plan_skewed(0, 15, 5); }), "rows = 0, must be >= 1");
  EXPECT_EQ(refusal([] { return plan_skewed(40, 15, 16); }),
            "niter = 16, must be 1 .. 15 (portion = 15, skewed blocks)");
  EXPECT_EQ(refusal([] { return plan_skewed(40, 15, 0); }), "niter = 0, must be 1 .. 15 (portion = 15, skewed blocks)");
  EXPECT_EQ(refusal([] { return plan_skewed(40, 0, 1); }), "portion = 0, must be >= 1");
  EXPECT_EQ(describe(plan_skewed(huge, huge, 1)), "0:0+9223372036854775807+0 ");
}

}  // namespace
}  // namespace stencil
