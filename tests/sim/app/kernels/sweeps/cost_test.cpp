// The estimate of a run equals its cost on a device, step by step.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/kernels/sweeps/cost.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "host/base/errors.hpp"
#include "host/jacobi/itstep.hpp"
#include "host/jacobi/steps/itsteps.hpp"
#include "host/jacobi/steps/resident.hpp"
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

// The pointers lead to no arrays: reading one ends the test.
RankWork work(std::int64_t iterations, const ItstepOptions& options) {
  RankWork work;
  auto* const nowhere = reinterpret_cast<double*>(8);
  work.strips = {{40, 77, nowhere, nowhere}, {23, 77, nowhere, nowhere}};
  work.scheme = {options, 15, 5};
  work.iterations = iterations;
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
        const CostEstimate estimate = sweep_cost(w, dry);
        ClockedDevice device(std::make_unique<IdleDevice>(sizes()));
        std::int64_t blocks = 0;
        for (std::int64_t step = 0; step < w.steps().count(); ++step) {
          Ledger ledger;
          itstep(device, w.strips, w.weights, with_interval(w.scheme, w.steps().niter(step)), &ledger);
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

class StepsLedger final : public BlockObserver {
 public:
  void before_step(std::int64_t /*step*/, std::int64_t /*niter*/) override { steps.emplace_back(); }
  void after_block(const BlockRun& run) override { steps.back().push_back(run.cycles.total()); }
  std::vector<std::vector<std::int64_t>> steps;
};

class JoinedCost : public ::testing::TestWithParam<bool> {};

INSTANTIATE_TEST_SUITE_P(All, JoinedCost, ::testing::Bool());

// Of one strip, or of two whose halo rows travel between the steps.
TEST_P(JoinedCost, IsWhatTheStepsCost) {
  for (const Blocking blocking : all_blockings) {
    for (const std::int64_t iterations : {3, 5, 7, 10, 12, 17, 42}) {
      RankWork w = work(iterations, {Schedule::joined, blocking});
      w.exchanges = GetParam();
      if (w.exchanges) {
        w.halos = {{0, 5}, {5, 5}};
      } else {
        w.strips.pop_back();
      }
      ClockedDevice dry(std::make_unique<IdleDevice>(sizes())), device(std::make_unique<IdleDevice>(sizes()));
      const CostEstimate estimate = sweep_cost(w, dry);
      StepsLedger ledger;
      joined_steps(
          device, w, iterations, [](std::int64_t) {}, &ledger);
      ASSERT_EQ(estimate.steps(), static_cast<std::int64_t>(ledger.steps.size()));
      for (std::size_t step = 0; step < ledger.steps.size(); ++step) {
        ASSERT_EQ(estimate.blocks(static_cast<std::int64_t>(step)),
                  static_cast<std::int64_t>(ledger.steps[step].size()));
        for (std::size_t block = 0; block < ledger.steps[step].size(); ++block) {
          EXPECT_EQ(estimate.cycles(static_cast<std::int64_t>(step), static_cast<std::int64_t>(block)),
                    ledger.steps[step][block])
              << iterations << " sweeps, step " << step << ", block " << block;
        }
      }
    }
  }
}

TEST(CostEstimate, IsWhatAResidentStripCosts) {
  for (const std::int64_t iterations : {3, 5, 7, 10, 12, 42}) {
    RankWork w = work(iterations, {Schedule::resident, Blocking::overlapped_rows});
    w.strips.pop_back();
    w.halos = {{5, iterations % 2 == 0 ? 5 : 0}};
    w.in_turn = iterations % 4 != 0;
    w.scheme.portion = 40;
    ClockedDevice dry(std::make_unique<IdleDevice>(sizes())), device(std::make_unique<IdleDevice>(sizes()));
    const CostEstimate estimate = sweep_cost(w, dry);
    const std::int64_t steps = w.steps().count();
    ASSERT_EQ(estimate.steps(), steps);
    Ledger ledger;
    ResidentStrip strip(device, w.strips.front(), w.halos.front(), w.weights, steps);
    for (std::int64_t step = 0; step < steps; ++step) {
      const bool half = strip.begin(w.steps().niter(step), false, &ledger);
      EXPECT_EQ(half, w.halos.front().after > 0 && step + 1 < steps);
      strip.end(half && w.in_turn, &ledger);
      EXPECT_EQ(estimate.blocks(step), 1);
      EXPECT_EQ(estimate.cycles(step, 0), ledger.cycles.back()) << iterations << " sweeps, step " << step;
    }
  }
}

TEST(CostEstimate, CountsBlocksWhereNothingPredicts) {
  const CostEstimate estimate = sweep_cost(work(17, {Schedule::overlapped, Blocking::overlapped_rows}));
  EXPECT_EQ(estimate.cycles(), 0);
  EXPECT_EQ(estimate.blocks(), 20);
  EXPECT_EQ(estimate.cycles(2, 1), 0);
  EXPECT_EQ(sweep_cost(work(17, {Schedule::overlapped, Blocking::skewed})).blocks(), 20);
  EXPECT_EQ(sweep_cost(work(5, {})).blocks(), 5);
}

TEST(CostEstimate, RefusesWhatItstepRefuses) {
  Capabilities one_buffer = sizes();
  one_buffer.f_buffers = 1;
  IdleDevice dry(one_buffer);
  EXPECT_THROW(sweep_cost(work(5, {Schedule::overlapped, Blocking::skewed}), dry), ArgumentError);
}

}  // namespace
}  // namespace stencil
