// The bounds for calling a device hung are those in its registers, whatever our model predicts.
// SPDX-License-Identifier: Apache-2.0
#include "sim/device/accelerator/hang_bound.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace stencil::hang_bound_test {
namespace {

Capabilities device(std::int64_t settle_cycles, std::int64_t progress_cycles) {
  Capabilities device;
  device.axi_data_bits = 512;
  device.settle_cycles = settle_cycles;
  device.progress_cycles = progress_cycles;
  return device;
}

TEST(HangBound, IsWhatTheDeviceTellsForEachSweepThatItHas) {
  HangBound bound(device(100, 5000), {});
  EXPECT_EQ(bound.idle_cycles(), 101);
  EXPECT_EQ(bound.command_cycles(0, 0), 0);
  bound.command(3, 1, 0);
  bound.command(4, 1'000'000'000, 0);
  EXPECT_EQ(bound.command_cycles(2, 0), 7 * 5000) << "the bound does not follow the prediction";
  EXPECT_EQ(bound.command_cycles(2, 1), 3 * 5000) << "the device knows nothing of the second";
  EXPECT_EQ(bound.command_cycles(1, 0), 4 * 5000) << "the first has ended";
  EXPECT_EQ(bound.command_cycles(1, 1), 0);
  EXPECT_EQ(bound.command_cycles(0, 0), 0);
  bound.idle();
  EXPECT_EQ(bound.command_cycles(2, 0), 0);
}

// From version 6 on, each command in its turn has a multiple of its own cycles.
TEST(HangBound, IsAMultipleOfTheLawsForTheOldestCommand) {
  Capabilities told = device(100, 5000);
  told.contract_version = 6;
  HangBound bound(told, {});
  bound.command(3, 70, 2);
  bound.command(4, 1000, 5);
  EXPECT_EQ(bound.command_cycles(2, 2), 0);
  EXPECT_EQ(bound.command_cycles(2, 1), 2 * 70);
  EXPECT_EQ(bound.command_cycles(2, 0), 2 * 70);
  EXPECT_EQ(bound.command_cycles(1, 0), 5 * 1000);
}

// While a wrong value is searched for, a device that makes sweeps too many is no hang.
TEST(HangBound, OfEachCommandMayBeAllowedManyTimes) {
  HangBound bound(device(100, 5000), {});
  bound.allow_times(64);
  bound.command(3, 70, 0);
  EXPECT_EQ(bound.command_cycles(1, 0), 64 * 3 * 5000);
  EXPECT_EQ(bound.idle_cycles(), 101);
  bound.command(256, 155000, 8);
  EXPECT_EQ(bound.command_cycles(1, 0), 8 * 155000 + 2'000'000) << "64 times that would be minutes of RTL";
}

TEST(HangBound, TheLinkMayLetTheDeviceWait) {
  LinkOptions link;
  link.latency_cycles = 1000;
  link.bytes_per_cycle = 2;
  EXPECT_EQ(HangBound(device(100, 5000), link).idle_cycles(), 100 + 1000 + 64 / 2 + 1);
  link.stalls = 3;
  EXPECT_EQ(HangBound(device(100, 5000), link).idle_cycles(), 100 + 1000 + 64 / 2 + 1 + 40);
}

TEST(HangBound, OfADeviceThatTellsNoneIsAThousandTimesWhatIsExpected) {
  HangBound bound(device(0, 0), {});
  EXPECT_EQ(bound.idle_cycles(), 100001);
  bound.command(2, 30, 0);
  EXPECT_EQ(bound.command_cycles(1, 0), 30000);
}

// As a device sees it: each command in its turn, none at the end.
TEST(HangBound, IsFollowedWhileCommandsComeAndGo) {
  Capabilities told = device(100, 5000);
  told.contract_version = 6;
  HangBound bound(told, {});
  bound.command(1, 70, 1);
  bound.command(1, 1000, 1);
  const WaitFor wait = bound.terms();
  QuietLimit limit(wait);
  EXPECT_EQ(limit.cycles(), 101);
  limit.update(2, 2);
  EXPECT_EQ(limit.cycles(), 101);
  limit.update(2, 1);
  EXPECT_EQ(limit.cycles(), 101 + 70);
  limit.update(2, 0);
  EXPECT_EQ(limit.cycles(), 101 + 70);
  limit.update(1, 0);
  EXPECT_EQ(limit.cycles(), 101 + 1000);
  limit.update(0, 0);
  EXPECT_EQ(limit.cycles(), 101);
}

TEST(HangBound, DoesNotOverflow) {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  for (const std::int64_t progress : {std::int64_t{0}, std::int64_t{1} << 40}) {
    HangBound bound(device(progress ? 1 : 0, progress), {});
    for (int i = 0; i < 3; ++i) bound.command((std::int64_t{1} << 32) - 1, most / 2, i == 0 ? 1 << 20 : 0);
    EXPECT_GT(bound.command_cycles(3, 0), most / 8);
    EXPECT_GT(bound.idle_cycles() + bound.command_cycles(3, 0), most / 8);
  }
}

}  // namespace
}  // namespace stencil::hang_bound_test
