// The law of a schedule: calls that touch the same words are ordered, and calls that may run side by side are not.
// SPDX-License-Identifier: Apache-2.0
#include "host/jacobi/schedule.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "host/jacobi/plan.hpp"
#include "tests/host/jacobi/call_order.hpp"

namespace stencil {
namespace {

using test::expect_conflicts_ordered;
using test::Order;
using test::Part;

TEST(Schedules, OrderWhateverTouchesTheSameWords) {
  std::int64_t pairs = 0;
  for (const Blocking blocking : all_blockings) {
    for (std::int64_t portion = 3; portion <= 11; portion += 2) {
      const std::int64_t most = blocking == Blocking::skewed ? portion : portion / 3;
      for (std::int64_t niter = 1; niter <= most; ++niter) {
        for (std::int64_t rows = 1; rows <= 6 * portion + niter; rows += 1 + rows / 20) {
          const std::vector<Block> blocks = plan_blocks(rows, portion, niter, blocking);
          pairs += expect_conflicts_ordered(sequential_calls(blocks, 3), blocks, 3);
          for (std::int64_t f_buffers = 2; f_buffers <= 4; ++f_buffers) {
            for (std::int64_t r_buffers = 2; r_buffers <= 3; ++r_buffers) {
              pairs += expect_conflicts_ordered(overlapped_calls(blocks, 3, f_buffers, r_buffers), blocks, 3);
            }
          }
          ASSERT_FALSE(HasFailure()) << rows << " rows, portion " << portion << ", niter " << niter << ", "
                                     << name_of(blocking);
        }
      }
    }
  }
  EXPECT_GT(pairs, 10000);
}

TEST(OverlappedSchedule, LeavesTheNextLoadAndTheLastStoreToTheSweep) {
  for (const Blocking blocking : all_blockings) {
    for (std::int64_t f_buffers = 2; f_buffers <= 3; ++f_buffers) {
      const std::vector<Block> blocks = plan_blocks(100, 15, 5, blocking);
      const std::vector<Call> calls = overlapped_calls(blocks, 3, f_buffers, 2);
      const Order order(calls);
      const auto at = [&](Part part, std::int64_t block) {
        for (std::size_t i = 0; i < calls.size(); ++i) {
          if (calls[i].part == part && calls[i].block == block) return i;
        }
        ADD_FAILURE() << "no such call";
        return std::size_t{0};
      };
      const auto free = [&](std::size_t a, std::size_t b) {
        return !order.first_then(a, b) && !order.first_then(b, a);
      };
      const std::size_t sweep = at(Part::sweep, 3);
      EXPECT_TRUE(free(sweep, at(Part::r, 4)));
      EXPECT_TRUE(free(sweep, at(Part::rest, 4)));
      EXPECT_TRUE(free(sweep, at(Part::out, 2)));
      EXPECT_TRUE(free(at(Part::out, 2), at(Part::r, 4))) << "both directions of the port at once";
      EXPECT_EQ(free(at(Part::out, 2), at(Part::rest, 4)), f_buffers == 3) << "a third buffer lets the load start";
    }
  }
}

// rows 33, portion 15, niter 5, 2 columns: first block, shortened last but one, last.
TEST(OverlappedSchedule, PostsTheseCallsWithOverlappedRowsOnTwoBuffers) {
  EXPECT_EQ(describe(overlapped_calls(plan_overlapped_rows(33, 15, 5), 2, 2, 2)),
            "r(0) r0 [0, 40) from word 0\n"
            "rest(0) f0 [0, 40) from word 0\n"
            "sweep(0) f0 r0 after r(0), rest(0)\n"
            "r(1) r1 [0, 46) from word 20\n"
            "head(1) f1 [0, 10) from word 20\n"
            "rest(1) f1 [10, 46) from word 30\n"
            "out(0) f0 [0, 30) to word 0 after sweep(0), head(1)\n"
            "sweep(1) f1 r1 after r(1), head(1), rest(1)\n"
            "r(2) r0 [0, 20) from word 46 after sweep(0)\n"
            "head(2) f0 [0, 10) from word 46 after out(0)\n"
            "rest(2) f0 [10, 20) from word 56 after out(0)\n"
            "out(1) f1 [10, 36) to word 30 after sweep(1), head(2)\n"
            "sweep(2) f0 r0 after r(2), head(2), rest(2)\n"
            "out(2) f0 [10, 20) to word 56 after sweep(2)\n"
            "wait\n");
}

TEST(OverlappedSchedule, PostsTheseCallsWithSkewedBlocksOnThreeBuffers) {
  EXPECT_EQ(describe(overlapped_calls(plan_skewed(56, 15, 5), 2, 3, 2)),
            "rest(0) f0 [0, 40) from word 0\n"
            "r(0) r0 [0, 40) from word 0\n"
            "sweep(0) f0 r0 after r(0), rest(0)\n"
            "rest(1) f1 [0, 30) from word 40\n"
            "r(1) r1 [0, 30) from word 40\n"
            "out(0) f0 [0, 30) to word 0 after sweep(0)\n"
            "sweep(1) f1 r1 after r(1), rest(1)\n"
            "rest(2) f2 [0, 30) from word 70\n"
            "r(2) r0 [0, 30) from word 70 after sweep(0)\n"
            "out(1) f1 [0, 30) to word 30 after sweep(1)\n"
            "sweep(2) f2 r0 after r(2), rest(2)\n"
            "rest(3) f0 [0, 12) from word 100 after out(0)\n"
            "r(3) r1 [0, 12) from word 100 after sweep(1)\n"
            "out(2) f2 [0, 30) to word 60 after sweep(2)\n"
            "sweep(3) f0 r1 after r(3), rest(3)\n"
            "out(3) f0 [0, 22) to word 90 after sweep(3)\n"
            "wait\n");
}

TEST(SequentialSchedule, WaitsAfterEveryBlock) {
  EXPECT_EQ(describe(sequential_calls(plan_overlapped_rows(16, 15, 5), 1)),
            "r(0) r0 [0, 16) from word 0\n"
            "rest(0) f0 [0, 16) from word 0\n"
            "sweep(0) f0 r0 after rest(0)\n"
            "top(0) f0 [0, 5) to word 0 after rest(0), sweep(0)\n"
            "head(1) f0 [0, 5) from word 6 after sweep(0), top(0)\n"
            "out(0) f0 [5, 11) to word 5 after head(1), sweep(0)\n"
            "wait\n"
            "r(1) r0 [0, 10) from word 6\n"
            "rest(1) f0 [5, 10) from word 11\n"
            "sweep(1) f0 r0 after rest(1)\n"
            "out(1) f0 [5, 10) to word 11 after rest(1), sweep(1)\n"
            "wait\n");
}

}  // namespace
}  // namespace stencil
