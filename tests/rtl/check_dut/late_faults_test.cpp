// The same of faults that show late, behind the tests of the levels before: some five CPU seconds each.
// SPDX-License-Identifier: Apache-2.0
#include "tests/rtl/check_dut/fault.hpp"

namespace stencil::check_dut_test {
namespace {

const Fault late_faults[] = {
    {"no-interlock", "chains: StencilAccelOverlap.AStorePostedWithItsCommandBringsTheResult"},
    {"pass-forgets", "chains: StencilAccelSkewed.FieldsInBlocksAreExactUnderEveryStall"},
    {"tile-edge", "tiles: StencilAccelTiles.CommandsAreExactUnderEveryStall"},
    {"change-low", "change: StencilAccelChange.IsTheLargestOfAllCommandsSinceItWasCleared"},
    {"begun-forgotten", "interlock: StencilAccelOverlap.ACommandWaitsForABurstThatHasBegunOnItsBuffers"},
    {"bvalid-in-reset", "reset: StencilAccelReset.NoAnswerIsOfferedDuringAReset"},
};

class CheckDutLateFaults : public ::testing::TestWithParam<Fault> {};
INSTANTIATE_TEST_SUITE_P(Variants, CheckDutLateFaults, ::testing::ValuesIn(late_faults), name_of);

TEST_P(CheckDutLateFaults, IsNamedFirst) {
  STENCIL_NEEDS_PLANT(GetParam().variant);
  expect_named_first(GetParam());
}

}  // namespace
}  // namespace stencil::check_dut_test
