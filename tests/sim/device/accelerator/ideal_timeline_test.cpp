// The schedule limit (ideal): the makespan of calls without control cycles.
// SPDX-License-Identifier: Apache-2.0
#include "sim/device/accelerator/ideal_timeline.hpp"

#include <gtest/gtest.h>

namespace stencil {
namespace {

Capabilities device() {
  Capabilities device;
  device.pes = 4;
  device.lanes = 1;
  device.axi_data_bits = 64;
  device.pe_latency = 29;
  device.f_buffers = device.r_buffers = 2;
  return device;
}

SweepCommand block(std::int64_t rows, int buffer) {
  SweepCommand command;
  command.rows = rows;
  command.cols = 100;
  command.niter = 4;
  command.f_buffer = command.r_buffer = buffer;
  return command;
}

// One pass of rows*100 beats; the last result comes 4*(100 + 29) later.
constexpr std::int64_t drain = 4 * 129;

TEST(IdealTimeline, SequentialCallsAddUp) {
  IdealTimeline ideal(device(), {});
  ideal.load(1, {Bank::r, 0, 0, 1000}, {});
  ideal.load(2, {Bank::f, 0, 0, 1000}, {});
  EXPECT_EQ(ideal.end(), 2000);
  ideal.command(3, block(10, 0), {1, 2});
  EXPECT_EQ(ideal.end(), 2000 + 1000 + drain);
  ideal.store(4, {Bank::f, 0, 0, 600}, {3});
  EXPECT_EQ(ideal.end(), 2000 + 1000 + drain + 600);
  ideal.wait();
  ideal.load(5, {Bank::f, 0, 0, 10}, {3});
  EXPECT_EQ(ideal.end(), 3610 + drain);
  EXPECT_EQ(ideal.take_sweep_ends(), std::vector<std::int64_t>{3000 + drain});
}

TEST(IdealTimeline, CallsAfterAWaitForOneArePostedWhenItIsDone) {
  IdealTimeline ideal(device(), {});
  ideal.load(1, {Bank::f, 0, 0, 1000}, {});
  ideal.command(2, block(10, 0), {1});
  ideal.load(3, {Bank::f, 1, 0, 50}, {});
  ideal.wait(1);
  ideal.load(4, {Bank::f, 1, 50, 50}, {});
  ideal.wait(4);
  EXPECT_EQ(ideal.end(), 2000 + drain);
  ideal.wait(2);
  ideal.load(5, {Bank::f, 1, 0, 10}, {});
  EXPECT_EQ(ideal.end(), 2000 + drain + 10) << "the end of the sweep, not its beginning";
  ideal.wait(3);
  ideal.load(6, {Bank::f, 1, 0, 10}, {});
  EXPECT_EQ(ideal.end(), 2000 + drain + 20) << "time does not go back";
}

TEST(IdealTimeline, OverlapsWhatTicketsAllow) {
  IdealTimeline ideal(device(), {});
  ideal.load(1, {Bank::f, 0, 0, 2000}, {});
  ideal.command(2, block(10, 0), {1});
  ideal.load(3, {Bank::f, 1, 0, 800}, {});
  // Posted when the load is done, issued after the first block: the fill is paid once.
  ideal.command(4, block(10, 1), {3});
  ideal.store(5, {Bank::f, 0, 0, 100}, {2});
  EXPECT_EQ(ideal.take_sweep_ends(), (std::vector<std::int64_t>{3000 + drain, 4000 + drain}));
  EXPECT_EQ(ideal.end(), 4000 + drain);
}

TEST(IdealTimeline, AFieldOfOtherShapeDoesNotFollowWithoutDraining) {
  IdealTimeline ideal(device(), {});
  ideal.command(1, block(10, 0), {});
  SweepCommand other = block(10, 1);
  other.niter = 3;
  ideal.command(2, other, {});
  EXPECT_EQ(ideal.take_sweep_ends(), (std::vector<std::int64_t>{1000 + drain, 2000 + drain + 3 * 129}));
}

TEST(IdealTimeline, ABurstOfABufferInUseWaitsOutTheSweepWhileItsLatencyRuns) {
  LinkOptions link;
  link.latency_cycles = 100;
  IdealTimeline ideal(device(), link);
  ideal.command(1, block(10, 0), {});
  ideal.store(2, {Bank::f, 0, 0, 10}, {1});
  EXPECT_EQ(ideal.end(), 1000 + drain + 10);
  ideal.load(3, {Bank::f, 1, 0, 50}, {1});
  ideal.load(4, {Bank::f, 1, 50, 50}, {3});
  EXPECT_EQ(ideal.end(), 1000 + drain + 10);
  ideal.load(5, {Bank::f, 1, 0, 5000}, {4});
  EXPECT_EQ(ideal.end(), 150 + 150 + 100 + 5000) << "each waits for the one before and then for the link";
}

TEST(IdealTimeline, TilesSetAPointACycleAndElementAndNothingFollowsThemUndrained) {
  IdealTimeline ideal(device(), {});
  TileCommand tile{20, 30, 6, false, {1, 0}, {19, 0}, {1, 0}, {29, 0}, 1};
  ideal.command(1, block(10, 0), {});
  ideal.command(2, tile, {});
  ideal.store(3, {Bank::f, 1, 0, 10}, {2});
  ideal.command(4, block(10, 0), {});
  tile.sweeps = 2;
  tile.right.at = 2;
  ideal.command(5, tile, {});
  const std::int64_t swept = 1000 + drain, set = swept + 6 * 18 * 28 / 4, swept_again = set + 1000 + drain;
  EXPECT_EQ(ideal.take_sweep_ends(), (std::vector<std::int64_t>{swept, set, swept_again, swept_again + 18}));
  ideal.store(6, {Bank::r, 1, 0, 7}, {5});
  EXPECT_EQ(ideal.end(), swept_again + 18) << "a tile holds no buffer of r";
  ideal.store(7, {Bank::f, 1, 0, 7}, {5});
  EXPECT_EQ(ideal.end(), swept_again + 18 + 7);
}

TEST(IdealTimeline, NarrowLinksCarryTheirWidthAndWideBeatsAreCounted) {
  Capabilities wide = device();
  wide.axi_data_bits = 256;
  LinkOptions link;
  link.bytes_per_cycle = 24;
  IdealTimeline ideal(wide, link);
  ideal.load(1, {Bank::f, 0, 3, 1}, {});
  EXPECT_EQ(ideal.end(), 1) << "a rested link delivers a beat at once";
  ideal.load(2, {Bank::f, 0, 3, 2}, {});  // two beats
  EXPECT_EQ(ideal.end(), 1 + (2 * 32) / 24);
  ideal.load(3, {Bank::f, 0, 0, 400}, {});
  EXPECT_EQ(ideal.end(), 1 + (102 * 32) / 24);
}

}  // namespace
}  // namespace stencil
