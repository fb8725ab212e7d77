// Transfers as an observer hears of them, from bursts one by one.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "sim/device/contract/activity.hpp"

namespace stencil {
namespace {

constexpr std::int64_t not_yet = std::numeric_limits<std::int64_t>::max();

struct Heard final : public ActivityObserver {
  TransferWatch transfer_begins(bool, std::int64_t free, std::int64_t cycle) override {
    lines.push_back(fmt::format("begins at {}, free from {}", cycle, free));
    return {3, 8};
  }
  void burst_held(bool, std::int64_t free, std::int64_t cycle) override {
    lines.push_back(fmt::format("held from {} to {}", free, cycle));
  }
  void transfer_ends(bool, std::int64_t end) override { lines.push_back(fmt::format("ends before {}", end)); }
  void cause_begins(contract::Cause, std::int64_t) override {}
  void command_ends(std::int64_t) override {}

  std::vector<std::string> lines;
};

using Lines = std::vector<std::string>;

class TransferReporterTest : public ::testing::Test {
 protected:
  TransferReporterTest() { reporter_.observe(&heard_); }
  void burst(std::int64_t accepted, std::int64_t begin, std::int64_t end) {
    reporter_.burst_begins(accepted, begin);
    reporter_.burst_ends(end - 1);
  }

  Heard heard_;
  TransferReporter reporter_{true};
};

TEST_F(TransferReporterTest, TellsBurstsThatWaitedLongerThanAsked) {
  burst(9, 12, 20);
  burst(10, 28, 30);  // 8 cycles after its predecessor
  burst(40, 50, 52);  // 9 after its address
  EXPECT_EQ(heard_.lines, (Lines{"begins at 12, free from 10", "held from 41 to 50", "ends before 52"}));
}

TEST_F(TransferReporterTest, TheNextTransferWaitsForTheOneBefore) {
  for (const std::int64_t begin : {12, 20, 30}) burst(5, begin, begin + 4);
  burst(6, 40, 44);
  EXPECT_EQ(heard_.lines.back(), "begins at 40, free from 34");
}

TEST_F(TransferReporterTest, DataBeforeItsAddressIsNotLate) {
  burst(not_yet, 12, 20);
  burst(not_yet, 90, 91);
  EXPECT_EQ(heard_.lines, (Lines{"begins at 12, free from 12"}));
}

TEST_F(TransferReporterTest, AResetEndsWhatWasUnderWay) {
  burst(900, 1000, 1004);
  reporter_.reset();
  burst(2, 20, 24);
  EXPECT_EQ(heard_.lines.back(), "begins at 20, free from 3");
}

}  // namespace
}  // namespace stencil
