// SPDX-License-Identifier: Apache-2.0
#include "host/c/call_ledger.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "host/device/counts.hpp"

namespace stencil {
namespace {

// Drives a ledger as calls would: each call takes one cycle more than the one before.
class Calls {
 public:
  // t: f_to_accel, f: f_from_accel, r: r_to_accel, s: itstep_accel
  explicit Calls(const std::string& calls) {
    ledger_.on_block([this](const CallBlock& block) { blocks_.push_back(block); });
    for (const char call : calls) {
      ++cost_;
      cycles_.load += cost_;
      cycles_.idle += 1;
      traffic_.transfers += 1;
      if (call == 'r') {
        ledger_.record_r_to(cycles_, traffic_);
      } else if (call == 's') {
        ledger_.record_sweep({cost_, 10, 2}, cycles_, traffic_);
      } else {
        ledger_.record_f_transfer(cycles_, traffic_);
      }
    }
    if (ledger_.current()) blocks_.push_back(*ledger_.current());
  }

  // The blocks, each with the number of its calls and its loads.
  std::string blocks() const {
    std::string text;
    for (const CallBlock& block : blocks_) {
      text += std::to_string(block.traffic.transfers) + ":" + std::to_string(block.cycles.load) +
              (block.sweep.has_value() ? "s" + std::to_string(block.sweep->rows) : "") + " ";
    }
    return text;
  }

  void check_sums() const {
    CycleCounts sum;
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
      EXPECT_EQ(blocks_[i].index, static_cast<std::int64_t>(i));
      sum += blocks_[i].cycles;
    }
    EXPECT_EQ(sum.total(), cycles_.total());
  }

 private:
  std::int64_t cost_ = 0;
  CycleCounts cycles_;
  TrafficCounts traffic_;
  CallLedger ledger_;
  std::vector<CallBlock> blocks_;
};

TEST(CallLedger, CutsCallsIntoBlocks) {
  const struct {
    const char* calls;
    const char* blocks;
  } cases[] = {
      {"", ""},
      {"t", "1:1 "},
      {"rtsf", "4:10s3 "},
      // the published order: the first block, which stores its top first, a middle one, the last
      {"rtsftf"
       "rtstf"
       "rtsf",
       "6:21s3 5:45s9 4:54s14 "},
      {"ss", "1:1s1 1:2s2 "},
      {"sfsf", "2:3s1 2:7s3 "},
      // r only once: every sweep is a block
      {"rtsftsf", "5:15s3 2:13s6 "},
      {"trsf"
       "trsf",
       "5:15s3 3:21s7 "},
      {"rrtsf", "5:15s4 "},
      {"rtsfr", "4:10s3 1:5 "},
  };
  for (const auto& one : cases) {
    SCOPED_TRACE(one.calls);
    const Calls calls(one.calls);
    EXPECT_EQ(calls.blocks(), one.blocks);
    calls.check_sums();
  }
}

TEST(CallLedger, ForgetsEverythingWhenCleared) {
  CallLedger ledger;
  int told = 0;
  ledger.on_block([&](const CallBlock&) { ++told; });
  CycleCounts cycles;
  cycles.load = 7;
  ledger.record_sweep({1, 1, 1}, cycles, {});
  ledger.clear();
  EXPECT_FALSE(ledger.current());
  ledger.record_f_transfer(cycles, {});
  ASSERT_TRUE(ledger.current());
  EXPECT_EQ(ledger.current()->index, 0);
  EXPECT_EQ(ledger.current()->cycles.load, 7);
  EXPECT_FALSE(ledger.current()->sweep);
  EXPECT_EQ(told, 0);
  ledger.record_sweep({1, 1, 1}, cycles, {});
  ledger.record_sweep({1, 1, 1}, cycles, {});
  EXPECT_EQ(told, 1) << "the listener stays";
}

TEST(CallLedger, NeedsNoListener) {
  CallLedger ledger;
  for (int i = 0; i < 3; ++i) ledger.record_sweep({1, 1, 1}, {}, {});
  EXPECT_EQ(ledger.current()->index, 2);
}

}  // namespace
}  // namespace stencil
