// SPDX-License-Identifier: Apache-2.0
#include "sim/app/run/estimate.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>
#include <vector>

#include "host/base/errors.hpp"
#include "tests/support/test_devices.hpp"

namespace stencil {
namespace {

using testing_support::ClockedDevice;
using testing_support::IdleDevice;

Capabilities sizes() {
  Capabilities capabilities;
  capabilities.pes = 4;
  capabilities.lanes = 1;
  capabilities.memory_words = 100000;
  capabilities.max_cols = 1000;
  capabilities.f_buffers = 2;
  capabilities.r_buffers = 2;
  capabilities.line_beats = 1000;
  return capabilities;
}

// No arrays behind the pointers: whoever looks at them ends the test.
RankWork work(std::int64_t iterations, const ItstepOptions& options) {
  RankWork work;
  auto* const nowhere = reinterpret_cast<double*>(8);
  work.strips = {{40, nowhere, nowhere}, {23, nowhere, nowhere}};
  work.cols = 77;
  work.portion = 15;
  work.options = options;
  work.steps = Steps{iterations, 5};
  return work;
}

class Ledger final : public BlockObserver {
 public:
  void after_block(const BlockRun& run) override { cycles.push_back(run.cycles.total()); }
  std::vector<std::int64_t> cycles;
};

TEST(CostEstimate, IsWhatItstepCostsStepByStep) {
  for (const Schedule schedule : all_schedules) {
    for (const Blocking blocking : all_blockings) {
      for (const std::int64_t iterations : {3, 5, 7, 10, 17, 42}) {
        const RankWork w = work(iterations, {schedule, blocking});
        ClockedDevice dry(std::make_unique<IdleDevice>(sizes()));
        const CostEstimate estimate(w, dry);
        ClockedDevice device(std::make_unique<IdleDevice>(sizes()));
        std::int64_t blocks = 0;
        for (std::int64_t step = 0; step < w.steps.count(); ++step) {
          Ledger ledger;
          for (const StripWork& strip : w.strips) {
            itstep(device, strip.local_rows, w.cols, strip.f, strip.r, w.coefficients, w.steps.niter(step), w.portion,
                   &ledger, w.options);
          }
          ASSERT_EQ(estimate.blocks(step), static_cast<std::int64_t>(ledger.cycles.size()));
          for (std::size_t block = 0; block < ledger.cycles.size(); ++block) {
            EXPECT_EQ(estimate.cycles(step, static_cast<std::int64_t>(block)), ledger.cycles[block]);
          }
          blocks += static_cast<std::int64_t>(ledger.cycles.size());
        }
        EXPECT_EQ(estimate.cycles(), device.cycles().total()) << iterations;
        EXPECT_EQ(estimate.blocks(), blocks);
        EXPECT_LE(dry.cycles().total(), device.cycles().total()) << "no more than three steps are tried";
      }
    }
  }
}

TEST(CostEstimate, CountsBlocksWhereNothingPredicts) {
  const CostEstimate estimate(work(17, {Schedule::overlapped, Blocking::overlapped_rows}));
  EXPECT_EQ(estimate.cycles(), 0);
  EXPECT_EQ(estimate.blocks(), 20);
  EXPECT_EQ(estimate.cycles(2, 1), 0);
  EXPECT_EQ(CostEstimate(work(17, {Schedule::overlapped, Blocking::skewed})).blocks(), 20);
  EXPECT_EQ(CostEstimate(work(5, {})).blocks(), 5);
}

TEST(CostEstimate, RepeatsStepsBetweenTheFirstAndTheLast) {
  const CostEstimate estimate(9, {{1, 2}, {3}}, {{10}, {20, 30}, {40}}, {{5}});
  EXPECT_EQ(estimate.cycles(), 6 + 2 * 100 + 5);
  EXPECT_EQ(estimate.blocks(), 3 + 2 * 4 + 1);
  EXPECT_EQ(estimate.cycles(1, 0), 3);
  EXPECT_EQ(estimate.cycles(2, 0), 10);
  EXPECT_EQ(estimate.cycles(6, 1), 30);
  EXPECT_EQ(estimate.cycles(8, 0), 5);
  EXPECT_EQ(CostEstimate(2, {{1}}, {}, {{5}}).cycles(), 6);
  EXPECT_THROW(CostEstimate(8, {{1}}, {{10}, {20}}, {}), std::invalid_argument);
  EXPECT_THROW(CostEstimate(3, {{1}}, {}, {{5}}), std::invalid_argument);
  EXPECT_THROW(CostEstimate(1, {{1}}, {}, {{5}}), std::invalid_argument);
}

TEST(CostEstimate, RefusesWhatItstepRefuses) {
  Capabilities one_buffer = sizes();
  one_buffer.f_buffers = 1;
  IdleDevice dry(one_buffer);
  EXPECT_THROW(CostEstimate(work(5, {Schedule::overlapped, Blocking::skewed}), dry), ArgumentError);
}

TEST(ReadableDuration, PicksTheUnit) {
  EXPECT_EQ(readable_duration(0.0), "0 ms");
  EXPECT_EQ(readable_duration(0.25), "250 ms");
  EXPECT_EQ(readable_duration(12.4), "12 s");
  EXPECT_EQ(readable_duration(200.0), "3 min 20 s");
  EXPECT_EQ(readable_duration(18420.0), "5 h 07 min");
  EXPECT_EQ(remaining_seconds(3.0, 0.25), 9.0);
}

}  // namespace
}  // namespace stencil
