// The list of devices, the smallest that holds a design, and the fullest resource.
// SPDX-License-Identifier: Apache-2.0
#include "ci/mapping/device.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace stencil::synthesis {
namespace {

TEST(Device, ListGoesFromSmallToLarge) {
  for (std::size_t i = 1; i < devices().size(); ++i) {
    EXPECT_LT(devices()[i - 1].holds.luts, devices()[i].holds.luts);
    EXPECT_LT(devices()[i - 1].holds.ultra_rams, devices()[i].holds.ultra_rams);
  }
}

TEST(Device, SmallestHoldsEveryResourceWithRoomToSpare) {
  const Resources& small = devices().front().holds;
  EXPECT_EQ(smallest_device({}), &devices().front());
  EXPECT_EQ(smallest_device({small.luts * 79 / 100, 0, 0, 0, 0, 0}), &devices()[0]);
  EXPECT_EQ(smallest_device({small.luts * 81 / 100, 0, 0, 0, 0, 0}), &devices()[1]);
  EXPECT_EQ(smallest_device({0, small.memory_luts, 0, 0, 0, 0}), &devices()[1]);
  EXPECT_EQ(smallest_device({0, 0, small.flip_flops, 0, 0, 0}), &devices()[1]);
  EXPECT_EQ(smallest_device({0, 0, 0, small.dsps, 0, 0}), &devices()[1]);
  EXPECT_EQ(smallest_device({0, 0, 0, 0, small.half_block_rams, 0}), &devices()[1]);
  EXPECT_EQ(smallest_device({0, 0, 0, 0, 0, small.ultra_rams}), &devices()[1]);
}

TEST(Device, NoneHoldsMoreThanTheLargestHas) {
  EXPECT_EQ(smallest_device({0, 0, 0, 0, 0, devices().back().holds.ultra_rams}), nullptr);
}

TEST(Device, NamesTheFullestResource) {
  const Resources& holds = devices().front().holds;
  const Share share = largest_share({holds.luts / 4, 0, holds.flip_flops / 3, holds.dsps / 2, 0, 0}, devices().front());
  EXPECT_EQ(share.resource, "DSP");
  EXPECT_DOUBLE_EQ(share.share, 0.5);
}

TEST(Device, WithoutAResourceHoldsNothingThatNeedsIt) {
  const Device bare{"bare", "", {100, 100, 100, 100, 100, 0}};
  EXPECT_TRUE(std::isinf(largest_share({0, 0, 0, 0, 0, 1}, bare).share));
}

}  // namespace
}  // namespace stencil::synthesis
