// The published functions over a fake device: what they move and sweep, and the cycles of each block.
// SPDX-License-Identifier: Apache-2.0
#include "accel.h"

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "host/c/call_ledger.hpp"
#include "host/device/counts.hpp"
#include "tests/host/c/accel/accel_case.hpp"

namespace stencil {
namespace {

TEST_F(Accel, MovesExactlyWhatIsAsked) {
  f_to_accel(30, numbers_, 20);
  r_to_accel(99, numbers_ + 7, 1);
  EXPECT_EQ(std::memcmp(fake->f[0].data() + 30, numbers_, 20 * sizeof(double)), 0);
  EXPECT_NE(fake->f[0][29], fake->f[0][29]) << "poison before the range";
  EXPECT_NE(fake->f[0][50], fake->f[0][50]) << "poison after the range";
  EXPECT_EQ(fake->r[0][99], 7.0);
  double back[5] = {-1, -1, -1, -1, -1};
  f_from_accel(31, back + 1, 3);
  const double expected[5] = {-1, 1, 2, 3, -1};
  EXPECT_EQ(std::memcmp(back, expected, sizeof back), 0);
}

// The caller may reuse its array as soon as a call returns.
TEST_F(Accel, EveryCallReturnsWhenItIsDone) {
  f_to_accel(0, numbers_, 9);
  EXPECT_TRUE(fake->idle());
  r_to_accel(0, numbers_, 9);
  EXPECT_TRUE(fake->idle());
  itstep_accel(3, 3, 1.0, 1.0, 1.0, 1);
  EXPECT_TRUE(fake->idle());
  double back[9];
  f_from_accel(0, back, 9);
  EXPECT_TRUE(fake->idle());
  EXPECT_EQ(back[4], (1.0 + 7.0) * 1.0 + (3.0 + 5.0) * 1.0 - 4.0);
}

TEST_F(Accel, PassesTheSweepOnAsItIs) {
  for (int i = 0; i < 12; ++i) numbers_[i] = 1 << i;
  f_to_accel(0, numbers_, 12);
  const double zeros[12] = {};
  double r[12];
  std::memcpy(r, zeros, sizeof r);
  r[5] = 3.0;
  r_to_accel(0, r, 12);
  itstep_accel(3, 4, 2.0, 0.5, 0.25, 1);
  double back[12];
  f_from_accel(0, back, 12);
  EXPECT_EQ(back[5], ((2.0 + 512.0) * 2.0 + (16.0 + 64.0) * 0.5 - 3.0) * 0.25);
  EXPECT_EQ(fake->calls[4], "start 3x4 niter 1");
}

TEST_F(Accel, PassesTheSixNumbersOnAsTheyAre) {
  for (int i = 0; i < 12; ++i) numbers_[i] = 1 << i;
  f_to_accel(0, numbers_, 12);
  double r[12] = {};
  r[5] = 3.0;
  r_to_accel(0, r, 12);
  const double coefficients[6] = {2.0, 3.0, 5.0, 7.0, -11.0, 0.25};
  itstep_accel_five_point(3, 4, coefficients, 1);
  double back[12];
  f_from_accel(0, back, 12);
  EXPECT_EQ(back[5], (2.0 * 2.0 + 3.0 * 512.0 + 5.0 * 16.0 + 7.0 * 64.0 - 11.0 * 32.0 - 3.0) * 0.25);
  EXPECT_EQ(back[4], 16.0) << "a border";
  EXPECT_EQ(fake->calls[4], "start 3x4 niter 1");
  EXPECT_EQ(process_call_ledger().next_sweep_block(), 1);
}

// Two blocks in the published order of calls.
TEST_F(Accel, LedgerHoldsEveryCycleSinceTheDeviceWasMade) {
  std::vector<CallBlock> blocks;
  process_call_ledger().on_block([&](const CallBlock& block) { blocks.push_back(block); });
  EXPECT_EQ(itstep_accel_test(0, 1, 8, 4, 1), 0);
  r_to_accel(0, numbers_, 16);
  f_to_accel(0, numbers_, 16);
  itstep_accel(4, 4, 1.0, 1.0, 1.0, 1);
  f_from_accel(0, numbers_, 4);
  f_to_accel(0, numbers_, 4);
  f_from_accel(4, numbers_, 8);
  r_to_accel(0, numbers_, 12);
  f_to_accel(4, numbers_, 8);
  itstep_accel(3, 4, 1.0, 1.0, 1.0, 2);
  f_from_accel(4, numbers_, 8);
  process_call_ledger().on_block({});
  ASSERT_EQ(blocks.size(), 1u);
  ASSERT_TRUE(process_call_ledger().current());
  blocks.push_back(*process_call_ledger().current());
  EXPECT_EQ(blocks[0].sweep->rows, 4);
  EXPECT_EQ(blocks[0].sweep->cols, 4);
  EXPECT_EQ(blocks[0].sweep->niter, 1);
  EXPECT_EQ(blocks[0].cycles.load, 16 + 16 + 4);
  EXPECT_EQ(blocks[0].cycles.compute, 4 * 4 * 1);
  EXPECT_EQ(blocks[0].cycles.store, 4 + 8);
  EXPECT_EQ(blocks[0].cycles.idle, 11 + 3 * 3 + 2 * 5);  // 11: from the making of the device
  EXPECT_EQ(blocks[1].sweep->rows, 3);
  EXPECT_EQ(blocks[1].sweep->niter, 2);
  EXPECT_EQ(blocks[1].cycles.load, 12 + 8);
  EXPECT_EQ(blocks[1].cycles.compute, 3 * 4 * 2);
  EXPECT_EQ(blocks[1].traffic.bytes_to_device, 8 * 20);
  EXPECT_EQ(blocks[1].traffic.bytes_from_device, 8 * 8);
  EXPECT_EQ(blocks[0].cycles.total() + blocks[1].cycles.total(), fake->cycles().total());
}

}  // namespace
}  // namespace stencil
