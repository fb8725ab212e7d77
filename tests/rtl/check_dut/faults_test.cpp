// Each planted fault against the contract is named first by the test of its sentence.
// SPDX-License-Identifier: Apache-2.0
#include "tests/rtl/check_dut/fault.hpp"

namespace stencil::check_dut_test {
namespace {

const Fault faults[] = {
    {"not-a-device", "registers: StencilAccelStatus.CapabilitiesAreTheParameters"},
    {"register-unanswered", "registers: StencilAccelStatus.RegistersKeepWhatIsWritten"},
    {"never-ready", "buses: StencilAccel.RandomBurstsUnderEveryStall"},
    {"rid-wrong", "buses: StencilAccel.RandomBurstsUnderEveryStall"},
    {"rdata-moves", "buses: StencilAccel.RandomBurstsUnderEveryStall"},
    {"one-address", "buses: StencilAccel.TheNextAddressIsAcceptedWhileABurstIsServed"},
    {"wlast-ignored", "buses: StencilAccel.RandomBurstsUnderEveryStall"},
    {"wrong-sign", "sweeps: StencilAccel.CommandsAreExactUnderEveryStall"},
    {"no-forwarding", "sweeps: StencilAccel.CommandsAreExactUnderEveryStall"},
    {"error-order", "sweeps: StencilAccelStatus.TheFirstOfSeveralErrorsIsTold"},
    {"last-error", "sweeps: StencilAccelStatus.TheFirstOfSeveralErrorsIsTold"},
    {"irq-lost", "sweeps: StencilAccelStatus.TheInterruptComesWithTheEndOfAllQueuedWork"},
    {"miscounts", "sweeps: StencilAccelStatus.CountersAgreeWithThePins"},
};

class CheckDutFaults : public ::testing::TestWithParam<Fault> {};
INSTANTIATE_TEST_SUITE_P(Variants, CheckDutFaults, ::testing::ValuesIn(faults), name_of);

TEST_P(CheckDutFaults, IsNamedFirst) {
  STENCIL_NEEDS_PLANT(GetParam().variant);
  expect_named_first(GetParam());
}

}  // namespace
}  // namespace stencil::check_dut_test
