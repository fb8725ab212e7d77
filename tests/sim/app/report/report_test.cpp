// Totals, ratios, verdicts and the order of records in a report.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/report/report.hpp"

#include <gtest/gtest.h>

#include "sim/app/kernels/staged/stages_report.hpp"
#include "tests/sim/app/report/sample_report.hpp"

namespace stencil {
namespace {

TEST(Report, TotalsTakeTheSlowestRankAndSumTheRest) {
  const Totals totals = sample_report().totals();
  EXPECT_EQ(totals.cycles, 360 + 370 + 372);
  EXPECT_EQ(totals.cycles_all_ranks, 360 + 370 + 360 + 370 + 372);
  EXPECT_EQ(totals.model_cycles, 3 * 255);
  EXPECT_EQ(totals.ideal_cycles, 3 * 240);
  EXPECT_EQ(totals.traffic.bytes_to_device, 5 * 800);
  EXPECT_EQ(totals.traffic.bytes_from_device, 5 * 400);
  EXPECT_EQ(totals.roofline_cycles, 3 * 180);
  EXPECT_EQ(totals.stream_cycles, 5 * 150);
  EXPECT_EQ(totals.rows_swept, 5 * (20 + 25 + 20 + 25 + 25));
  EXPECT_DOUBLE_EQ(totals.efficiency().value(), 720.0 / 1102.0);
  EXPECT_DOUBLE_EQ(totals.roofline().value(), 540.0 / 1102.0);
  EXPECT_DOUBLE_EQ(totals.occupancy().value(), 750.0 / 1832.0);
}

TEST(Report, HoldsBytesAndPointsAgainstBusyCyclesAndAllCycles) {
  Report report = sample_report();
  EXPECT_DOUBLE_EQ(report.dma_efficiency().value(), (4000.0 + 2000.0) / (8.0 * 800.0));
  EXPECT_DOUBLE_EQ(report.useful_points_per_cycle().value(), 101.0 * 77.0 * 20.0 / 1832.0);
  report.dma = {};
  EXPECT_EQ(report.dma_efficiency(), std::nullopt);
  report.problem.reset();
  EXPECT_EQ(report.useful_points_per_cycle(), std::nullopt);
}

// 20 iterations in steps of 5; the last step is shorter if they do not divide evenly.
TEST(Report, CountsThePointsOfTheAcceleratorAlone) {
  Report report = sample_report();
  report.problem->iterations = 8;
  StagesReport& stages = report.parts.put(StagesReport{});
  EXPECT_DOUBLE_EQ(report.useful_points_per_cycle().value(), 101.0 * 77.0 * 8.0 / 1832.0);
  stages.shares = {{0, 0, 20, 31, 400, 500}, {0, 1, 10, 41, 300, 200}, {1, 0, 50, 0, 700, 0}, {1, 1, 0, 50, 0, 90}};
  EXPECT_DOUBLE_EQ(report.useful_points_per_cycle().value(), 77.0 * (5.0 * 70.0 + 3.0 * 10.0) / 1832.0);
  for (StepShareRecord& share : stages.shares) share.device_rows = 0;
  EXPECT_EQ(report.useful_points_per_cycle(), std::nullopt);
  stages.shares.clear();
  stages.sweeps_on_device = false;
  EXPECT_EQ(report.useful_points_per_cycle(), std::nullopt);
}

TEST(StagesReport, TakesTheLongerSideOfTheSlowestRankInEachStep) {
  StagesReport stages;
  EXPECT_EQ(stages.cycles(), std::nullopt);
  stages.shares = {{0, 0, 20, 31, 400, 500}, {0, 1, 10, 41, 300, 200}, {1, 0, 50, 0, 450, 0}, {1, 1, 0, 50, 0, 310}};
  EXPECT_EQ(stages.shares[0].cycles(), 500);
  EXPECT_EQ(stages.shares[1].cycles(), 300);
  EXPECT_EQ(stages.cycles(), 500 + 310);
}

TEST(Report, WithoutCyclesThereIsNoEfficiency) {
  Report report = sample_report();
  change_blocks(report, [](BlockRecord& block, std::size_t) { block.cycles = {}; });
  EXPECT_EQ(report.totals().efficiency(), std::nullopt);
  EXPECT_EQ(report.totals().roofline(), std::nullopt);
  EXPECT_EQ(report.totals().occupancy(), std::nullopt);
  EXPECT_EQ(report.useful_points_per_cycle(), std::nullopt);
  EXPECT_EQ(report.simulation.device_cycles_per_s(report.totals()), 0.0);
}

TEST(Verdict, IsSilentWhenNothingWasCompared) {
  Verdict verdict;
  EXPECT_EQ(verdict.ok(), std::nullopt);
  verdict.compared = 0;
  EXPECT_EQ(verdict.ok(), std::nullopt);
  verdict.compared = 1;
  EXPECT_EQ(verdict.ok(), true);
  verdict.mismatches = 1;
  EXPECT_EQ(verdict.ok(), false);
}

TEST(BlockRecord, IsOrderedByStepThenRankThenBlock) {
  EXPECT_LT(sample_block(5, 0, 9, 1, 1), sample_block(0, 1, 0, 1, 1));
  EXPECT_LT(sample_block(0, 1, 9, 1, 1), sample_block(1, 1, 0, 1, 1));
  EXPECT_LT(sample_block(1, 1, 0, 1, 1), sample_block(1, 1, 1, 1, 1));
  BlockRecord unknown = sample_block(7, 0, 0, 1, 1);
  unknown.step.reset();
  EXPECT_LT(unknown, sample_block(0, 0, 0, 1, 1));
}

}  // namespace
}  // namespace stencil
