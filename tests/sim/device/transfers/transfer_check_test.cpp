// Words and bursts of one load and one store: each hop that differs is named, and no other.
// SPDX-License-Identifier: Apache-2.0
#include "sim/device/transfers/transfer_check.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "sim/device/contract/contract.hpp"
#include "tests/sim/device/transfers/transfer_check_case.hpp"

namespace stencil {
namespace {

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

}  // namespace
}  // namespace stencil
