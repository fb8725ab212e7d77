// The same of more faults that show behind the tests of the levels before: 1 to 4 CPU seconds each.
// SPDX-License-Identifier: Apache-2.0
#include "tests/rtl/check_dut/fault.hpp"

namespace stencil::check_dut_test {
namespace {

const Fault late_faults[] = {
    {"chain-survives", "chains: StencilAccelHalves.WhatBreaksAChain"},
    {"tile-never-done", "tiles: StencilAccelTiles.CommandsAreExactUnderEveryStall"},
    {"kept-row", "chains: StencilAccelSkewed.FieldsInBlocksAreExactUnderEveryStall"},
    {"change-kept", "change: StencilAccelChange.IsTheLargestOfAllCommandsSinceItWasCleared"},
};

class CheckDutLateFaults : public ::testing::TestWithParam<Fault> {};
INSTANTIATE_TEST_SUITE_P(Variants, CheckDutLateFaults, ::testing::ValuesIn(late_faults), name_of);

TEST_P(CheckDutLateFaults, IsNamedFirst) {
  STENCIL_NEEDS_PLANT(GetParam().variant);
  expect_named_first(GetParam());
}

// All levels of a device that computes wrong values.
TEST(CheckDut, WhatComesLaterMayFollowFromTheFirstFinding) {
  const ProgramResult result = check_variant("wrong-sign");
  EXPECT_EQ(result.status, 1) << result.err;
  EXPECT_GE(expect_later_ones_may_follow(result.out, "StencilAccel.CommandsAreExactUnderEveryStall"), 20) << result.out;
}

}  // namespace
}  // namespace stencil::check_dut_test
