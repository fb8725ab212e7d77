// Each faulty device is named first by the test of the sentence of the contract that it breaks. Devices that do not
// elaborate, crash or hang the simulator are in kit_test.cpp. Together they are of all levels.
// SPDX-License-Identifier: Apache-2.0
#include "tests/rtl/check_dut/fault.hpp"

namespace stencil::check_dut_test {
namespace {

const Fault faults[] = {
    {"not-a-device", "registers: StencilAccelStatus.CapabilitiesAreTheParameters"},
    {"nonsense", "registers: StencilAccelStatus.CapabilitiesAreTheParameters"},
    {"settles-never", "registers: StencilAccelStatus.CapabilitiesAreTheParameters"},
    {"register-unanswered", "registers: StencilAccelStatus.RegistersKeepWhatIsWritten"},
    {"never-ready", "buses: StencilAccel.RandomBurstsUnderEveryStall"},
    {"rid-wrong", "buses: StencilAccel.RandomBurstsUnderEveryStall"},
    {"bid-wrong", "buses: StencilAccel.RandomBurstsUnderEveryStall"},
    {"rvalid-stuck", "buses: StencilAccel.RandomBurstsUnderEveryStall"},
    {"rdata-moves", "buses: StencilAccel.RandomBurstsUnderEveryStall"},
    {"one-address", "buses: StencilAccel.TheNextAddressIsAcceptedWhileABurstIsServed"},
    {"wlast-ignored", "buses: StencilAccel.RandomBurstsUnderEveryStall"},
    {"adder-bit", "sweeps: StencilAccel.CommandsAreExactUnderEveryStall"},
    {"never-done", "sweeps: StencilAccel.CommandsAreExactUnderEveryStall"},
    {"wrong-sign", "sweeps: StencilAccel.CommandsAreExactUnderEveryStall"},
    {"no-forwarding", "sweeps: StencilAccel.CommandsAreExactUnderEveryStall"},
    {"error-order", "sweeps: StencilAccelStatus.TheFirstOfSeveralErrorsIsTold"},
    {"last-error", "sweeps: StencilAccelStatus.TheFirstOfSeveralErrorsIsTold"},
    {"irq-lost", "sweeps: StencilAccelStatus.TheInterruptComesWithTheEndOfAllQueuedWork"},
    {"done-kept", "sweeps: StencilAccelStatus.BusyRefusesTheJobAndTheCommandIsUnharmed"},
    {"short-queue", "sweeps: StencilAccelStatus.AFullQueueDropsACommand"},
    {"miscounts", "sweeps: StencilAccelStatus.CountersAgreeWithThePins"},
    {"no-cause", "sweeps: StencilAccelStatus.CountersAgreeWithThePins"},
    {"no-interlock", "chains: StencilAccelOverlap.AStorePostedWithItsCommandBringsTheResult"},
    {"pass-forgets", "chains: StencilAccelSkewed.FieldsInBlocksAreExactUnderEveryStall"},
    {"tile-edge", "tiles: StencilAccelTiles.CommandsAreExactUnderEveryStall"},
    {"change-low", "change: StencilAccelChange.IsTheLargestOfAllCommandsSinceItWasCleared"},
    {"begun-forgotten", "interlock: StencilAccelOverlap.ACommandWaitsForABurstThatHasBegunOnItsBuffers"},
    {"bvalid-in-reset", "reset: StencilAccelReset.NoAnswerIsOfferedDuringAReset"},
};

class CheckDutFaults : public ::testing::TestWithParam<Fault> {};
INSTANTIATE_TEST_SUITE_P(Variants, CheckDutFaults, ::testing::ValuesIn(faults), name_of);

TEST_P(CheckDutFaults, IsNamedFirst) {
  STENCIL_NEEDS_PLANT(GetParam().variant);
  expect_named_first(GetParam());
}

}  // namespace
}  // namespace stencil::check_dut_test
