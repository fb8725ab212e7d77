// What a platform is logged to have done with one load and one store; each hop that differs is named, and no other.
// SPDX-License-Identifier: Apache-2.0
#include "sim/device/transfers/transfer_check.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "sim/device/contract/contract.hpp"
#include "sim/device/transfers/command_check.hpp"
#include "sim/device/transfers/pin_check.hpp"

namespace stencil {
namespace {

using Kind = TransferFault::Kind;
using Part = TransferFault::Part;

class TransferCheck : public ::testing::Test {
 protected:
  TransferCheck() {
    for (std::size_t i = 0; i < host_.size(); ++i) host_[i] = static_cast<double>(i) + 0.5;
    device_.axi_data_bits = 64;
    GivenCall load;
    load.place = {Bank::f, 0, 0, 4};
    load.host = host_.data();
    GivenCall store = load;
    store.kind = Kind::store;
    store.host = host_.data() + 8;
    store.after = {0};
    calls_ = {load, store};
  }

  HandedBytes moved(std::size_t call) const {
    return {calls_[call].kind == Kind::load, 0, reinterpret_cast<const unsigned char*>(calls_[call].host), 32};
  }
  void hand(std::size_t call) {
    log_.handed(HandedTo::dma, master_[call]);
    log_.handed(HandedTo::target, dma_[call]);
    log_.handed(HandedTo::device, target_[call]);
  }
  // A burst of four beats from this cycle on.
  void beats(bool to_device, std::int64_t cycle, const double* words) {
    log_.seen({to_device ? Channel::write_address : Channel::read_address, cycle, 0, 3});
    for (std::int64_t i = 0; i < 4; ++i) {
      const std::uint64_t* const word = reinterpret_cast<const std::uint64_t*>(words) + i;
      log_.seen({to_device ? Channel::write_data : Channel::read_data, cycle + i, 0, 0xff, i == 3, 0, word, 1});
    }
    if (to_device) log_.seen({Channel::write_response, cycle + 4});
  }
  std::optional<TransferFault> fault() {
    for (std::size_t call = 0; call < 2; ++call) hand(call);
    beats(true, load_cycle_, beats_.data());
    if (stores_) beats(false, 20, host_.data() + 8);
    log_.wait_ends(40, {});
    return transfer_fault(calls_, log_, device_);
  }

  std::array<double, 16> host_{};
  std::array<double, 4> beats_{0.5, 1.5, 2.5, 3.5};
  Capabilities device_;
  std::vector<GivenCall> calls_;
  TransferLog log_;
  std::int64_t load_cycle_ = 10;
  bool stores_ = true;
  std::array<HandedBytes, 2> master_{HandedBytes{true, 0, bytes(0), 32}, HandedBytes{false, 0, bytes(8), 32}};
  std::array<HandedBytes, 2> dma_ = master_;
  std::array<HandedBytes, 2> target_ = master_;

 private:
  const unsigned char* bytes(std::size_t word) const {
    return reinterpret_cast<const unsigned char*>(host_.data() + word);
  }
};

TEST_F(TransferCheck, ARightPlatformIsNotNamed) {
  EXPECT_FALSE(fault());
}

TEST_F(TransferCheck, TheFirstHopThatDiffersIsNamed) {
  master_[1].address = 8;
  const auto found = fault();
  ASSERT_TRUE(found);
  EXPECT_EQ(found->part, Part::bus_master);
  EXPECT_EQ(found->call.number, 1u);
}

TEST_F(TransferCheck, ABurstThatTakesOtherWordsIsTheDmas) {
  dma_[0].host += 8;
  const auto found = fault();
  ASSERT_TRUE(found);
  EXPECT_EQ(found->part, Part::dma);
  EXPECT_EQ(found->differing, 4);
  EXPECT_EQ(found->as_if, "1 word had been left out before it (3 of 4 wrong words)");
}

TEST_F(TransferCheck, AShortBurstIsTheDmas) {
  dma_[0].bytes = target_[0].bytes = 24;
  const auto found = fault();
  ASSERT_TRUE(found);
  EXPECT_EQ(found->part, Part::dma);
  EXPECT_EQ(found->what, "its bursts (1) move 3 of 4 words; word 3 of the transfer is not moved");
}

TEST_F(TransferCheck, APostedBurstElsewhereIsTheTargets) {
  target_[1].host += 16;
  const auto found = fault();
  ASSERT_TRUE(found);
  EXPECT_EQ(found->part, Part::target);
}

TEST_F(TransferCheck, OtherBeatsThanPostedAreThePinDrivers) {
  std::swap(beats_[1], beats_[2]);
  const auto found = fault();
  ASSERT_TRUE(found);
  EXPECT_EQ(found->part, Part::pins);
  EXPECT_EQ(found->word, 1);
  EXPECT_EQ(found->beat, 1);
}

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

// The DMA hands on a copy of the words, of which others come to the pins.
TEST_F(TransferCheck, ACopyThatChangesBeforeItIsReadIsTheDmas) {
  std::array<double, 4> copy{};
  std::copy_n(host_.begin(), 4, copy.begin());
  dma_[0].host = target_[0].host = reinterpret_cast<const unsigned char*>(copy.data());
  for (std::size_t call = 0; call < 2; ++call) hand(call);
  copy[2] = beats_[2] = 7;  // by then
  beats(true, load_cycle_, beats_.data());
  beats(false, 20, host_.data() + 8);
  log_.wait_ends(40, {});
  const auto found = transfer_fault(calls_, log_, device_);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->part, Part::dma);
  EXPECT_EQ(found->word, 2);
  EXPECT_EQ(found->what, "its burst 0 takes its words from a copy, which holds others when its beats are offered");
}

// A load of words that a store sets, for which it waits: a copy made when it was posted has the old ones.
TEST_F(TransferCheck, ACopyMadeBeforeAStoreSetItsWordsIsTheDmas) {
  std::array<double, 4> copy{};
  std::copy_n(host_.begin(), 4, copy.begin());
  const std::array<double, 4> results{8.0, 9.0, 2.5, 11.0};  // words 2 .. 5
  for (const bool waits : {true, false}) {
    for (const bool copies : {true, false}) {
      calls_[1].host = host_.data() + 2;
      calls_[1].after = {};
      calls_[0].after = waits ? std::vector<std::size_t>{1} : std::vector<std::size_t>{};
      log_ = TransferLog();
      log_.expect_pins(true);
      master_[1].host = dma_[1].host = target_[1].host = reinterpret_cast<const unsigned char*>(host_.data() + 2);
      if (copies)
        dma_[0].host = target_[0].host = reinterpret_cast<const unsigned char*>(copy.data());
      else
        dma_[0].host = target_[0].host = master_[0].host;
      for (std::size_t call = 0; call < 2; ++call) hand(call);
      const std::array<double, 16> before = host_;
      std::copy_n(results.begin(), 4, host_.begin() + 2);
      beats(false, 5, results.data());
      beats(true, 20, copies ? copy.data() : host_.data());
      log_.wait_ends(40, {});
      const auto found = transfer_fault(calls_, log_, device_);
      ASSERT_EQ(found.has_value(), waits && copies) << (found ? found->what : "");
      host_ = before;
      if (!found) continue;
      EXPECT_EQ(found->part, Part::dma);
      EXPECT_EQ(found->word, 2);
      EXPECT_EQ(found->differing, 2);
      EXPECT_EQ(found->what, "its burst 0 takes its words from a copy made before a store had set them");
      EXPECT_EQ(found->waits_for->number, 1U);
    }
  }
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

// Two words a beat: words 1 .. 3, the first of them in the second lane.
TEST_F(TransferCheck, TheFirstBeatOfALoadIsStrobedFromTheLaneOfItsFirstWord) {
  for (const bool wrong : {false, true}) {
    device_.axi_data_bits = 128;
    calls_.resize(1);
    calls_[0].place = {Bank::f, 0, 1, 3};
    log_ = TransferLog();
    const HandedBytes burst{true, 8, reinterpret_cast<const unsigned char*>(host_.data()), 24};
    for (const HandedTo to : {HandedTo::dma, HandedTo::target, HandedTo::device}) log_.handed(to, burst);
    const auto* const words = reinterpret_cast<const std::uint64_t*>(host_.data());
    log_.seen({Channel::write_address, 10, 8, 1});
    log_.seen({Channel::write_data, 10, 0, wrong ? 0x00ffu : 0xff00u, false, 0, words, 1});
    log_.seen({Channel::write_data, 11, 0, 0xffff, true, 0, words + 1, 2});
    log_.seen({Channel::write_response, 12});
    const auto before_a_failure = address_fault(calls_, log_, device_);
    log_.wait_ends(40, {});
    const auto found = transfer_fault(calls_, log_, device_);
    ASSERT_EQ(found.has_value(), wrong) << found->what;
    ASSERT_EQ(before_a_failure.has_value(), wrong);
    if (!wrong) continue;
    EXPECT_EQ(found->part, Part::pins);
    EXPECT_EQ(found->what,
              "at the pins the first beat of its burst 0 is strobed from lane 0 on, must be from lane 1 on");
    EXPECT_EQ(before_a_failure->what, found->what);
  }
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
