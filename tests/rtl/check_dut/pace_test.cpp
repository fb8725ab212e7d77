// Tests of the device whose stimuli and bounds follow the pace of the device: each passes on a legal one that is slow.
// All tests on such devices take 7 to 19 CPU seconds each (conforming_test.cpp).
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <ostream>

#include "tests/rtl/check_dut/kit_run.hpp"
#include "tests/support/unplaced.hpp"

namespace stencil::check_dut_test {
namespace {

struct Paced {
  const char* variant;
  std::vector<const char*> tests;
};
void PrintTo(const Paced& paced, std::ostream* out) {
  *out << paced.variant;
}

const Paced paced_devices[] = {
    {"late-reads", {"StencilAccelTiles.BurstsAndTilesSideBySide"}},
    {"everything-20-times", {"StencilAccelStatus.IllegalCommandsSetTheirErrorAndTouchNothing"}},
    {"late-registers",
     {"StencilAccelStatus.BusyRefusesTheJobAndTheCommandIsUnharmed", "StencilAccelHalves.CountersByHalves",
      "StencilAccelInterlock.AReadAndACommandThatMeet", "StencilAccelReset.ResetInMidRun",
      "StencilAccelReset.ACommandAndABurstRightBehindAResetInABurst"}},
    {"late-done", {"StencilAccelBounds.CommandsEndWithinTheMultipleOfTheLawsThatTheDeviceAnnounces"}},
};

class CheckDutPaced : public ::testing::TestWithParam<Paced> {};
INSTANTIATE_TEST_SUITE_P(Variants, CheckDutPaced, ::testing::ValuesIn(paced_devices),
                         [](const ::testing::TestParamInfo<Paced>& paced) { return test_name(paced.param.variant); });

TEST_P(CheckDutPaced, PassesTheTestsThatFollowItsPace) {
  STENCIL_NEEDS_PLANT(GetParam().variant);
  for (const char* test : GetParam().tests) {
    const ProgramResult legal = check_variant(GetParam().variant, {"--test", test});
    EXPECT_EQ(legal.status, 0) << test << legal.out << legal.err;
    EXPECT_TRUE(has(legal.out, "conforms; cycles were not judged\n")) << legal.out;
  }
}

}  // namespace
}  // namespace stencil::check_dut_test
