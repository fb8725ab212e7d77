// The progress of a run: the estimate at its start, the time left, with and without predictions.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/run/meter.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "host/base/text.hpp"
#include "sim/app/kernels/sweeps/cost.hpp"
#include "sim/device/platform/device_pulse.hpp"
#include "tests/support/test_devices.hpp"

namespace stencil {
namespace {

using testing_support::ClockedDevice;
using testing_support::IdleDevice;

// A meter that is listened to.
struct Metered {
  std::vector<std::string> lines;
  std::vector<double> shares;
  RunHooks hooks;
  Work work{nullptr, ""};
  RunMeter meter;

  Metered(const CostEstimate& mine, std::int64_t slowest_cycles, double cycles_per_s = 0.0)
      : meter(hooks, work, mine, slowest_cycles, cycles_per_s) {
    device_clock.store(0);
    hooks.say = [this](const std::string& line) { lines.push_back(wrapped(line, 0, 0, 1000)); };
    meter.begin();
  }
  void advance(std::size_t blocks) {
    meter.advance(blocks);
    shares.push_back(meter.share_done());
  }
};

// One column, a portion of 15 and `rows` rows; a step of one sweep costs 4 cycles per row loaded, stored and swept, and
// 10 per block.
RankWork work(std::int64_t rows, std::int64_t steps) {
  RankWork work;
  auto* const nowhere = reinterpret_cast<double*>(8);
  work.strips = {{rows, 1, nowhere, nowhere}};
  work.scheme = {{Schedule::sequential, Blocking::skewed}, 15, 1};
  work.iterations = steps;
  return work;
}

CostEstimate predicted(const RankWork& work) {
  Capabilities capabilities;
  capabilities.pes = 1;
  capabilities.lanes = 1;
  capabilities.memory_words = 1000;
  capabilities.max_cols = 10;
  capabilities.line_beats = 10;
  ClockedDevice dry(std::make_unique<IdleDevice>(capabilities));
  return sweep_cost(work, dry);
}

TEST(RunMeter, SaysTheTimeAtOnceWhenTheSpeedIsKnown) {
  // Blocks of 16 rows, 15 kept, and 14 rows, 15 kept.
  Metered listener(predicted(work(30, 2)), 6000, 100.0);
  EXPECT_EQ(listener.lines,
            (std::vector<std::string>{"estimate: 6,000 device cycles on the slowest rank, about 1 min 00 s (100/s)"}));
  EXPECT_EQ(listener.meter.counts(), "0 of 4 blocks");
  listener.advance(1);
  listener.advance(1);
  listener.advance(2);
  EXPECT_EQ(listener.lines.size(), 1u);
  const double all = 2.0 * (16 * 3 + 15 + 10 + 14 * 3 + 15 + 10);
  EXPECT_EQ(listener.shares, (std::vector<double>{(16 * 3 + 15 + 10) / all, 0.5, 1.0}));
  const std::string counts = listener.meter.counts();
  EXPECT_EQ(counts.rfind("4 of 4 blocks, ", 0), 0u) << counts;
  EXPECT_EQ(counts.substr(counts.size() - 9), " cycles/s");
}

// All blocks of an overlapped step end at once, maybe after minutes.
TEST(RunMeter, FollowsTheClockOfTheDeviceBetweenTheBlocks) {
  Metered listener(predicted(work(30, 2)), 6000, 100.0);
  const double all = 2.0 * (16 * 3 + 15 + 10 + 14 * 3 + 15 + 10);
  device_clock.store(35);
  EXPECT_EQ(listener.meter.share_done(), 35 / all);
  listener.advance(2);
  EXPECT_EQ(listener.shares.back(), 0.5) << "blocks that have ended count, whatever the clock says";
  device_clock.store(1000000);
  EXPECT_EQ(listener.meter.share_done(), 1.0);
}

// The meter relies on the order of blocks.
TEST(RunMeter, CountsThroughTheStripsOfAStep) {
  RankWork two_strips = work(30, 2);
  two_strips.strips.push_back({10, 1, two_strips.strips[0].f, two_strips.strips[0].r});
  Metered listener(predicted(two_strips), 6000);
  for (int step = 0; step < 2; ++step) {
    listener.advance(2);
    listener.advance(1);
  }
  const double large = (16 * 3 + 15 + 10) + (14 * 3 + 15 + 10);
  const double small = 10 * 3 + 10 + 10;
  const double all = 2 * (large + small);
  EXPECT_EQ(listener.shares, (std::vector<double>{large / all, 0.5, (2 * large + small) / all, 1.0}));
}

TEST(RunMeter, MeasuresTheFirstBlockOtherwise) {
  Metered listener(predicted(work(30, 1)), 6000);
  ASSERT_EQ(listener.lines.size(), 1u);
  EXPECT_EQ(listener.lines[0], "estimate: 6,000 device cycles on the slowest rank; the first block will show the time");
  listener.advance(1);
  listener.advance(1);
  ASSERT_EQ(listener.lines.size(), 2u);
  EXPECT_EQ(listener.lines[1].rfind("estimate: 6,000 device cycles on the slowest rank, about ", 0), 0u);
  EXPECT_NE(listener.lines[1].find("(from the first of 2 blocks)"), std::string::npos);
}

TEST(RunMeter, MeasuresTheFirstStepWhereItsBlocksEndTogether) {
  Metered listener(predicted(work(30, 3)), 6000);
  listener.advance(2);
  ASSERT_EQ(listener.lines.size(), 2u);
  EXPECT_NE(listener.lines[1].find("(from the first 2 of 6 blocks)"), std::string::npos);
}

TEST(RunMeter, PromisesNoTimeToARunOfOneBlock) {
  Metered listener(predicted(work(10, 1)), 10);
  listener.advance(1);
  EXPECT_EQ(listener.lines, (std::vector<std::string>{"estimate: 10 device cycles on the slowest rank"}));
}

TEST(RunMeter, CountsBlocksWhereNothingIsPredicted) {
  Metered listener(sweep_cost(work(10, 4)), 0);
  for (int i = 0; i < 4; ++i) listener.advance(1);
  EXPECT_TRUE(listener.lines.empty());
  EXPECT_EQ(listener.shares, (std::vector<double>{0.25, 0.5, 0.75, 1.0}));
}

TEST(RunMeter, WorksWithoutListeners) {
  const RunHooks hooks;
  Work work_of_none(nullptr, "");
  RunMeter meter(hooks, work_of_none, predicted(work(30, 1)), 6000, 0.0);
  meter.begin();
  EXPECT_NO_THROW(meter.advance(1));
}

}  // namespace
}  // namespace stencil
