// --place: names, defaults and refusals.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/kernels/staged/placement.hpp"

#include <gtest/gtest.h>

#include <string>

#include "tests/support/refusal.hpp"

namespace stencil {
namespace {

using test::refusal;

std::string parsed(const std::string& text) {
  return describe(parse_placement("--place", text));
}
std::string refused(const std::string& text) {
  return refusal([&] { parse_placement("--place", text); });
}

TEST(Placement, NamesWhatIsNotTheDefault) {
  EXPECT_EQ(parsed("exchange=cpu,sweep=accel,norm=cpu"), "exchange=cpu,sweep=accel,norm=cpu");
  EXPECT_EQ(parsed("sweep=cpu"), "exchange=cpu,sweep=cpu,norm=off");
  EXPECT_EQ(parsed("norm=accel,exchange=accel"), "exchange=accel,sweep=accel,norm=accel");
  EXPECT_EQ(parsed("sweep=split"), "exchange=cpu,sweep=split,norm=off");
}

TEST(Placement, RefusesWhatItDoesNotKnow) {
  EXPECT_EQ(refused("sweep=fpga"), "--place is 'sweep=fpga': sweep is 'fpga', must be one of: cpu, accel, split");
  EXPECT_EQ(refused("sweep=acel"),
            "--place is 'sweep=acel': sweep is 'acel', must be one of: cpu, accel, split; did you mean accel?");
  EXPECT_EQ(refused("norm=split"), "--place is 'norm=split': norm is 'split', must be one of: off, cpu, accel");
  EXPECT_EQ(refused("output=cpu"), "--place is 'output=cpu': 'output=cpu' must be one of: exchange=, sweep=, norm=");
  EXPECT_EQ(refused("sweep"), "--place is 'sweep': 'sweep' must be one of: exchange=, sweep=, norm=");
  EXPECT_EQ(refused("sweep=cpu,sweep=cpu"), "--place is 'sweep=cpu,sweep=cpu': sweep must be given once");
  EXPECT_EQ(refused(""), "--place is '': must name a stage: exchange=, sweep=, norm=");
  EXPECT_EQ(refused("exchange=accel,sweep=split"),
            "--place is 'exchange=accel,sweep=split': exchange=accel must come with sweep=accel, not sweep=split: only "
            "there all rows stay on the device");
}

}  // namespace
}  // namespace stencil
