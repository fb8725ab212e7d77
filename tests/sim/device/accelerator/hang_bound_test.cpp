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

TEST(HangBound, IsWhatTheDeviceTellsForEachSweep) {
  HangBound bound(device(100, 5000), {});
  EXPECT_EQ(bound.limit_cycles(), 101);
  bound.command(3, 1);
  EXPECT_EQ(bound.limit_cycles(), 101 + 3 * 5000);
  bound.command(4, 1'000'000'000);
  EXPECT_EQ(bound.limit_cycles(), 101 + 7 * 5000) << "the bound does not follow the prediction";
  bound.idle();
  EXPECT_EQ(bound.limit_cycles(), 101);
}

TEST(HangBound, TheLinkMayLetTheDeviceWait) {
  LinkOptions link;
  link.latency_cycles = 1000;
  link.bytes_per_cycle = 2;
  EXPECT_EQ(HangBound(device(100, 5000), link).limit_cycles(), 100 + 1000 + 64 / 2 + 1);
}

TEST(HangBound, OfADeviceThatTellsNoneIsAThousandTimesWhatIsExpected) {
  HangBound bound(device(0, 0), {});
  EXPECT_EQ(bound.limit_cycles(), 100001);
  bound.command(2, 30);
  EXPECT_EQ(bound.limit_cycles(), 100001 + 30000);
}

TEST(HangBound, TellsBeforeItGivesUp) {
  HangBound bound(device(100, 50'000'000), {});
  bound.command(2, 300);
  EXPECT_EQ(bound.warning_cycles(), 5'000'000);
  bound.command(2, 1'000'000);
  EXPECT_EQ(bound.warning_cycles(), 1 + 10 * 1'000'300);
  EXPECT_LT(bound.warning_cycles(), bound.limit_cycles());
}

TEST(HangBound, DoesNotOverflow) {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  for (const std::int64_t progress : {std::int64_t{0}, std::int64_t{1} << 40}) {
    HangBound bound(device(progress ? 1 : 0, progress), {});
    for (int i = 0; i < 3; ++i) bound.command((std::int64_t{1} << 32) - 1, most / 2);
    EXPECT_GT(bound.limit_cycles(), most / 8);
    EXPECT_GT(bound.warning_cycles(), most / 8);
  }
}

}  // namespace
}  // namespace stencil::hang_bound_test
