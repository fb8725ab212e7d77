// Each planted fault against the contract is named first by the test of its sentence.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <ostream>

#include "tests/rtl/check_dut/kit_run.hpp"
#include "tests/support/unplaced.hpp"

namespace stencil::check_dut_test {
namespace {

struct Fault {
  const char* variant;
  const char* first;  // "level: test"
};
void PrintTo(const Fault& fault, std::ostream* out) {
  *out << fault.variant;
}

const Fault faults[] = {
    {"not-a-device", "registers: StencilAccelStatus.CapabilitiesAreTheParameters"},
    {"register-unanswered", "registers: StencilAccelStatus.RegistersKeepWhatIsWritten"},
    {"never-ready", "buses: StencilAccel.RandomBurstsUnderEveryStall"},
    {"rid-wrong", "buses: StencilAccel.RandomBurstsUnderEveryStall"},
    {"rdata-moves", "buses: StencilAccel.RandomBurstsUnderEveryStall"},
    {"wlast-ignored", "buses: StencilAccel.RandomBurstsUnderEveryStall"},
    {"wrong-sign", "sweeps: StencilAccel.CommandsAreExactUnderEveryStall"},
    {"no-forwarding", "sweeps: StencilAccel.CommandsAreExactUnderEveryStall"},
    {"error-order", "sweeps: StencilAccelStatus.TheFirstOfSeveralErrorsIsTold"},
    {"last-error", "sweeps: StencilAccelStatus.TheFirstOfSeveralErrorsIsTold"},
    {"irq-lost", "sweeps: StencilAccelStatus.TheInterruptComesWithTheEndOfAllQueuedWork"},
    {"miscounts", "sweeps: StencilAccelStatus.CountersAgreeWithThePins"},
    {"no-interlock", "chains: StencilAccelOverlap.AStorePostedWithItsCommandBringsTheResult"},
    {"pass-forgets", "chains: StencilAccelSkewed.FieldsInBlocksAreExactUnderEveryStall"},
    {"tile-edge", "tiles: StencilAccelTiles.CommandsAreExactUnderEveryStall"},
    {"change-low", "change: StencilAccelChange.IsTheLargestOfAllCommandsSinceItWasCleared"},
    {"begun-forgotten", "interlock: StencilAccelOverlap.ACommandWaitsForABurstThatHasBegunOnItsBuffers"},
    {"bvalid-in-reset", "reset: StencilAccelReset.ResetInMidBurst"},
};

class CheckDutFaults : public ::testing::TestWithParam<Fault> {};
std::string name_of(const ::testing::TestParamInfo<Fault>& fault) {
  return test_name(fault.param.variant);
}
INSTANTIATE_TEST_SUITE_P(Variants, CheckDutFaults, ::testing::ValuesIn(faults), name_of);

TEST_P(CheckDutFaults, IsNamedFirst) {
  STENCIL_NEEDS_PLANT(GetParam().variant);
  const ProgramResult result = check_variant(GetParam().variant, {"--first"});
  EXPECT_EQ(result.status, 1) << result.err;
  EXPECT_TRUE(has(result.out, std::string("\nfirst finding: ") + GetParam().first + "\n  on four; contract, section "))
      << result.out;
  EXPECT_FALSE(has(result.out, "PASS")) << result.out;
}

}  // namespace
}  // namespace stencil::check_dut_test
