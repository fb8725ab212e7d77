// Registers, commands and waits of a platform: who lost a call, made it too early or returned too soon.
// SPDX-License-Identifier: Apache-2.0
#include "sim/device/transfers/transfer_check.hpp"

#include <gtest/gtest.h>

#include "sim/device/contract/contract.hpp"
#include "sim/device/transfers/command_check.hpp"
#include "sim/device/transfers/pin_check.hpp"
#include "tests/sim/device/transfers/transfer_check_case.hpp"

namespace stencil {
namespace {

// Two COMMANDs handed to the pins, of which these were written there when a wait failed.
std::optional<TransferFault> written_at_the_pins(const std::vector<RegisterWrite>& writes, bool all_made) {
  GivenCall command;
  command.kind = Kind::command;
  TransferLog log;
  for (const std::uint64_t word : {0, 1}) {
    log.register_written(HandedTo::target, contract::REG_COMMAND, word);
    log.register_written(HandedTo::device, contract::REG_COMMAND, word);
  }
  log.expect_pins(true);
  for (const RegisterWrite& write : writes) {
    log.seen({Channel::register_write_address, 7, write.address});
    log.seen({Channel::register_write_data, 7, 0, write.strobes, true, 0, &write.value, 1});
  }
  return lost_write_fault({command, command}, log, all_made);
}

// By strobes of half of it the device keeps the other half, and a COMMAND does nothing.
TEST_F(TransferCheck, ARegisterThatIsNotWrittenWholeIsThePinDrivers) {
  const RegisterWrite half{contract::REG_COMMAND, 0, 0, 0x0f};
  const auto found = written_at_the_pins({half}, false);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->part, Part::pins);
  EXPECT_EQ(found->call.kind, Kind::command);
  EXPECT_EQ(found->what,
            "it writes COMMAND with 0x0, must write COMMAND with 0x0 with all 8 bytes: its strobes are 0x0f");
}

// What is not written yet may be on its way; what is written in its place is not.
TEST_F(TransferCheck, ACommandThatThePinsLeaveOutIsThePinDrivers) {
  const RegisterWrite first{contract::REG_COMMAND, 0};
  const RegisterWrite second{contract::REG_COMMAND, 1};
  EXPECT_FALSE(written_at_the_pins({first, second}, true));
  EXPECT_FALSE(written_at_the_pins({first}, false));
  const auto left_out = written_at_the_pins({second}, false);
  ASSERT_TRUE(left_out);
  EXPECT_EQ(left_out->what, "it writes COMMAND with 0x1, must write COMMAND with 0x0");
  const auto lost = written_at_the_pins({first}, true);
  ASSERT_TRUE(lost);
  EXPECT_EQ(lost->what, "it does not write COMMAND with 0x1");
}

// Where a wait has failed.
TEST_F(TransferCheck, ACommandThatIsNotHandedToTheDeviceIsTheTargets) {
  GivenCall command;
  command.kind = Kind::command;
  TransferLog log;
  log.register_written(HandedTo::target, contract::REG_COMMAND, 3);
  log.register_written(HandedTo::target, contract::REG_COMMAND, 3);
  log.register_written(HandedTo::device, contract::REG_COMMAND, 3);
  const auto found = lost_write_fault({command, command}, log, false);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->part, Part::target);
  EXPECT_EQ(found->call.number, 1U);
  EXPECT_EQ(found->what, "it does not write COMMAND with 0x3");
}

TEST_F(TransferCheck, AWaitThatLeavesAStoreBehindReturnsTooEarly) {
  stores_ = false;
  const auto found = fault();
  ASSERT_TRUE(found);
  EXPECT_EQ(found->part, Part::wait);
  EXPECT_EQ(found->call.number, 1u);
  EXPECT_EQ(found->what, "it returned in device cycle 40, when 0 of 1 burst of the store had come");
}

TEST_F(TransferCheck, AWaitForOneCallIsHeldAgainstTheBurstsUpToIt) {
  const auto one_each = [](const Place&) { return std::int64_t{1}; };
  EXPECT_FALSE(early_wait(calls_, log_, one_each)) << "no pins, nothing known";
  beats(true, 10, beats_.data());
  log_.wait_ends(15, {});
  EXPECT_FALSE(early_wait({calls_[0]}, log_, one_each));
  const auto found = early_wait(calls_, log_, one_each);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->part, Part::wait);
  EXPECT_EQ(found->call.number, 1u);
  EXPECT_EQ(found->what,
            "a wait for it, or for a call behind it, returned in device cycle 15, when 0 of its 1 burst had come");
  beats(false, 20, host_.data() + 8);
  EXPECT_FALSE(early_wait(calls_, log_, one_each));
}

// The device fails at the load; the store has not been handed over.
TEST_F(TransferCheck, BurstsOfferedBeforeAFailureAreHeldAgainstThoseOfTheDma) {
  EXPECT_FALSE(address_fault(calls_, log_, device_)) << "nothing was done";
  hand(0);
  EXPECT_FALSE(address_fault(calls_, log_, device_)) << "no pins, nothing known";
  log_.seen({Channel::write_address, 10, 0, 3});
  EXPECT_FALSE(address_fault(calls_, log_, device_)) << "of four beats, as made";
  hand(1);
  log_.seen({Channel::read_address, 12, 0, 2});
  const auto found = address_fault(calls_, log_, device_);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->part, Part::pins);
  EXPECT_EQ(found->call.number, 1u);
  EXPECT_EQ(found->what,
            "at the pins its burst 0 begins at word 0 of f buffer 0 and has 3 beats, must begin at word 0 of f buffer "
            "0 and have 4");
}

TEST_F(TransferCheck, ACallBeforeWhatItWaitsForIsOutOfOrder) {
  load_cycle_ = 17;
  const auto found = fault();
  ASSERT_TRUE(found);
  EXPECT_EQ(found->part, Part::order);
  ASSERT_TRUE(found->waits_for);
  EXPECT_EQ(found->waits_for->number, 0u);
}

}  // namespace
}  // namespace stencil
