// Limits of a block in cycles: issue slots, load, store and stalls between passes.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/kernels/blocks/block_record.hpp"

#include <gtest/gtest.h>

#include "host/jacobi/plan.hpp"

namespace stencil {
namespace {

Capabilities device(std::int64_t pes, std::int64_t lanes, double link_bytes_per_cycle) {
  Capabilities capabilities;
  capabilities.pes = pes;
  capabilities.lanes = lanes;
  capabilities.link_bytes_per_cycle = link_bytes_per_cycle;
  capabilities.timed = true;
  return capabilities;
}

SweepCommand command(std::int64_t rows, std::int64_t cols, std::int64_t niter, bool above = false, bool below = false) {
  SweepCommand command;
  command.rows = rows;
  command.cols = cols;
  command.niter = niter;
  command.above = above;
  command.below = below;
  return command;
}

// Interior blocks of 1000 columns, with portion and niter of the published table.
BlockLimits interior(std::int64_t portion, std::int64_t niter, std::int64_t pes, std::int64_t lanes, double bytes) {
  const std::int64_t rows = portion + 2 * niter;
  return block_limits(device(pes, lanes, bytes), command(rows, 1000, niter), {16000 * rows, 8000 * portion, 3});
}

TEST(BlockLimits, AreThePublishedTable) {
  EXPECT_EQ(interior(15, 5, 1, 1, 8).stream_cycles, 125000);
  EXPECT_EQ(interior(60, 12, 4, 1, 8).stream_cycles, 252000);
  EXPECT_EQ(interior(252, 24, 8, 4, 32).stream_cycles, 225000);
  EXPECT_EQ(interior(252, 24, 8, 4, 32).roofline_cycles, 225000) << "the engine";
  EXPECT_EQ(interior(15, 5, 5, 1, 8).stream_cycles, 25000);
  EXPECT_EQ(interior(15, 5, 5, 1, 8).roofline_cycles, 50000) << "the load is the limit";
  EXPECT_EQ(interior(15, 5, 5, 1, 8).rows_swept, 125);
}

TEST(BlockLimits, KnowTheStoreAndRoundUp) {
  const BlockLimits limits = block_limits(device(4, 4, 3.0), command(3, 5, 3), {8, 1000, 2});
  EXPECT_EQ(limits.stream_cycles, 3 * 2);
  EXPECT_EQ(limits.roofline_cycles, 334);
  EXPECT_EQ(block_limits(device(4, 4, 3.0), command(3, 5, 0), {}).stream_cycles, 0);
}

TEST(BlockLimits, OfAChainAddUpToTheWholeField) {
  const std::int64_t cols = 7;
  for (const std::int64_t pes : {1, 3, 4}) {
    for (std::int64_t portion = 1; portion <= 9; ++portion) {
      for (std::int64_t niter = 1; niter <= portion; ++niter) {
        for (const std::int64_t rows : {portion, portion + niter + 1, 5 * portion + 2}) {
          BlockLimits sum;
          for (const Block& block : plan_skewed(rows, portion, niter)) {
            const BlockLimits limits = block_limits(
                device(pes, 2, 8.0), command(block.rows(), cols, niter, block.above, block.below), {0, 0, 0});
            EXPECT_GT(limits.stream_cycles, 0);
            sum.rows_swept += limits.rows_swept;
            sum.stream_cycles += limits.stream_cycles;
          }
          EXPECT_EQ(sum.rows_swept, niter * rows);
          EXPECT_EQ(sum.stream_cycles, (niter + pes - 1) / pes * rows * 4);
        }
      }
    }
  }
}

// A pass of one row with one beat waits for the previous pass, for as long as the cascade is deep.
TEST(BlockLimits, CountThePassesThatWaitForTheOneBefore) {
  EXPECT_EQ(interior(15, 5, 5, 1, 8).pass_stall_cycles, 0) << "a single pass waits for nothing";
  EXPECT_EQ(interior(252, 24, 8, 4, 32).pass_stall_cycles, 0) << "long enough to hide the cascade";
  const std::int64_t three_rows = block_limits(device(4, 1, 8.0), command(3, 3, 12), {}).pass_stall_cycles;
  EXPECT_GT(three_rows, 0);
  EXPECT_EQ(block_limits(device(4, 1, 8.0), command(3, 3, 8), {}).pass_stall_cycles * 2, three_rows);
}

// Seven sweeps on three elements: passes of 2, 2 and 3, which begin 0, 2 and 4 rows late.
TEST(BlockLimits, OfALinkFollowTheRowsItReallyIssues) {
  EXPECT_EQ(block_limits(device(3, 1, 8.0), command(20, 10, 7, false, true), {}).stream_cycles, (20 + 18 + 16) * 10);
  EXPECT_EQ(block_limits(device(3, 1, 8.0), command(20, 10, 7, true, true), {}).stream_cycles, 60 * 10);
  EXPECT_EQ(block_limits(device(3, 1, 8.0), command(20, 10, 7, true, false), {}).stream_cycles, (20 + 22 + 24) * 10);
}

TEST(BlockLimits, HaveNoCyclesWithoutAClock) {
  Capabilities untimed = device(4, 1, 8.0);
  untimed.timed = false;
  const BlockLimits limits = block_limits(untimed, command(10, 10, 2), {800, 800, 2});
  EXPECT_EQ(limits.rows_swept, 20);
  EXPECT_EQ(limits.stream_cycles, 0);
  EXPECT_EQ(limits.roofline_cycles, 0);
}

}  // namespace
}  // namespace stencil
