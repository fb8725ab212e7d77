// Whole runs with the main loop as stages: the result of the run in blocks, reports that add up, refusals on all ranks.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <map>

#include <algorithm>
#include <string>
#include <vector>

#include "host/base/errors.hpp"
#include "host/mpi/agreement.hpp"
#include "sim/app/diagnostics/diagnosed_run.hpp"
#include "sim/app/json/json.hpp"
#include "sim/app/kernels/staged/stages_report.hpp"
#include "tests/support/refusal.hpp"
#include "tests/support/test_devices.hpp"
#include "tests/system/run/expect_classes.hpp"
#include "tests/system/run/run_world.hpp"

namespace stencil {
namespace {

using testing_support::refusal;
using testing_support::shape;
using testing_support::SharedDirectory;
using testing_support::world_rank;
using testing_support::world_size;

RunOptions placed(RunOptions options, const std::string& place) {
  sweep_options(options).place = parse_placement("--place", place);
  return options;
}

TEST(RunStages, HaveTheResultOfTheRunInBlocks) {
  const SharedDirectory scratch;
  RunOptions options = shape(61, 9, 11, 3, 12);
  options.output = scratch / "blocks.npy";
  EXPECT_EQ(run(MPI_COMM_WORLD, options).exit_status, exit_ok);
  for (const char* place :
       {"norm=cpu", "norm=accel", "sweep=cpu,norm=accel", "sweep=split,norm=cpu", "sweep=split,norm=accel"}) {
    for (const Distribution distribution : all_distributions) {
      RunOptions staged = placed(options, place);
      sweep_options(staged).distribution = distribution;
      staged.output = scratch / "stages.npy";
      const RunOutcome outcome = run(MPI_COMM_WORLD, staged);
      EXPECT_EQ(outcome.exit_status, exit_ok) << place;
      if (world_rank() != 0) continue;
      EXPECT_EQ(testing_support::read_text(scratch / "blocks.npy"), testing_support::read_text(scratch / "stages.npy"))
          << place << ", " << name_of(distribution);
      EXPECT_EQ(outcome.report.verdict.compared, 61 * 9 + 4) << "and a largest change per step";
      testing_support::expect_classes_hold(outcome.report);
    }
  }
}

TEST(RunStages, ReportTheSameNormsForEveryPlacement) {
  std::vector<double> expected;
  for (const char* place : {"norm=cpu", "norm=accel", "sweep=cpu,norm=cpu", "sweep=cpu,norm=accel",
                            "sweep=split,norm=cpu", "sweep=split,norm=accel"}) {
    const RunOutcome outcome = run(MPI_COMM_WORLD, placed(shape(40, 8, 10, 2, 9), place));
    if (world_rank() != 0) continue;
    const StagesReport* stages = outcome.report.parts.find<StagesReport>();
    ASSERT_NE(stages, nullptr);
    if (expected.empty()) expected = stages->norms;
    ASSERT_EQ(expected.size(), 5u);
    EXPECT_GT(expected[0], expected[4]) << "the problem relaxes";
    EXPECT_EQ(stages->norms, expected) << place;
  }
}

TEST(RunStages, ReportBytesThatAddUpAndTheLeastThereAre) {
  const SharedDirectory scratch;
  RunOptions options = placed(shape(50, 8, 9, 2, 10), "norm=accel");
  options.report = scratch / "r.json";
  const RunOutcome outcome = run(MPI_COMM_WORLD, options);
  if (world_rank() != 0) return;
  const Json json = Json::parse(testing_support::read_text(options.report));
  const Json& stages = json["stages"];
  EXPECT_EQ(stages["place"], "exchange=cpu,sweep=accel,norm=accel");
  EXPECT_EQ(stages["bytes"], stages["optimum_bytes"]);
  std::int64_t by_stage = 0;
  for (const auto& line : stages["transfers"]) {
    by_stage += line["bytes_to_device"].integer() + line["bytes_from_device"].integer();
  }
  EXPECT_EQ(stages["bytes"], by_stage);
  std::int64_t fields = 0;
  for (const auto& line : stages["data"]) {
    if (line["datum"] != "f" && line["datum"] != "r") continue;
    fields += line["bytes_to_device"].integer() + line["bytes_from_device"].integer();
  }
  EXPECT_EQ(fields, json["totals"]["bytes_to_device"].integer() + json["totals"]["bytes_from_device"].integer());
  EXPECT_EQ(stages["norms"].size(), 5u);
  EXPECT_EQ(stages["norm_bits"].size(), 5u);
  // One command per strip and step.
  EXPECT_EQ(outcome.report.blocks.size() % 5, 0u);
  testing_support::expect_classes_hold(outcome.report);
}

// The device makes a sweep to measure the change, then its share of the rows: two blocks per strip and step.
TEST(RunStages, NumberTheBlocksOfEachStrip) {
  for (const std::int64_t strips : {1, 3}) {
    RunOptions options = placed(shape(9 * strips * world_size(), 8, 10, 2, 9), "sweep=split,norm=accel");
    const RunOutcome outcome = run(MPI_COMM_WORLD, options);
    EXPECT_EQ(outcome.exit_status, exit_ok);
    if (world_rank() != 0) continue;
    testing_support::expect_classes_hold(outcome.report);
    std::map<StepPlace, std::int64_t> places;
    for (const BlockRecord& block : outcome.report.blocks) ++places[*block.place];
    const std::int64_t each = 5 * strips * world_size();
    EXPECT_EQ(places, (std::map<StepPlace, std::int64_t>{{StepPlace::first, each}, {StepPlace::last, each}}));
  }
}

TEST(RunStages, ReportHowRowsWereDivided) {
  RunOptions options = placed(shape(90, 8, 12, 2, 60), "sweep=split");
  sweep_options(options).sharing.share = std::nullopt;
  const RunOutcome outcome = run(MPI_COMM_WORLD, options);
  EXPECT_EQ(outcome.exit_status, exit_ok);
  if (world_rank() != 0) return;
  const auto& shares = outcome.report.parts.find<StagesReport>()->shares;
  ASSERT_EQ(shares.size(), static_cast<std::size_t>(6 * world_size()));
  for (const StepShareRecord& share : shares) {
    const std::int64_t owned = 90 / world_size() + (90 % world_size() > share.rank ? 1 : 0);
    EXPECT_EQ(share.device_rows + share.host_rows, owned);
  }
}

// Both sides work at the same time, and the host's points do not count as the accelerator's.
TEST(RunStages, TakeTheLongerOfBothSides) {
  const SharedDirectory scratch;
  for (const double share : {0.25, 0.75}) {
    RunOptions options = placed(shape(90, 8, 11, 2, 60), "sweep=split");
    sweep_options(options).sharing.share = share;
    sweep_options(options).sharing.host_points_per_cycle = 1.0;
    options.report = scratch / "r.json";
    const RunOutcome outcome = run(MPI_COMM_WORLD, options);
    EXPECT_EQ(outcome.exit_status, exit_ok);
    if (world_rank() != 0) continue;
    const Json json = Json::parse(testing_support::read_text(options.report));
    std::map<std::int64_t, std::int64_t> slowest;
    std::int64_t device_rows = 0;
    for (const Json& line : json["stages"]["shares"]) {
      const std::int64_t cycles = std::max(line["device_cycles"].integer(), line["host_cycles"].integer());
      EXPECT_EQ(line["cycles"], cycles);
      std::int64_t& most = slowest[line["step"].integer()];
      most = std::max(most, cycles);
      device_rows += line["device_rows"].integer() * (line["step"].integer() < 5 ? 2 : 1);
    }
    std::int64_t sum = 0;
    for (const auto& [step, cycles] : slowest) sum += cycles;
    EXPECT_EQ(json["stages"]["cycles"], sum);
    const double cycles = static_cast<double>(json["totals"]["cycles_all_ranks"].integer());
    if (cycles > 0.0) {
      EXPECT_DOUBLE_EQ(json["totals"]["useful_points_per_cycle"].number(),
                       static_cast<double>(device_rows * 8) / cycles);
    }
  }
}

// Command 2, counted from 0, is in the second step where a rank has two strips, in the third one where it has one.
TEST(RunStages, EachStepIsCheckedWithBlockChecks) {
  for (const char* place :
       {"sweep=accel", "exchange=accel,sweep=accel", "sweep=cpu,norm=accel", "sweep=split,norm=cpu"}) {
    for (const std::int64_t portion : {12, 24}) {
      if (portion == 12 && std::string(place).rfind("exchange=accel", 0) == 0) continue;
      RunOptions options = placed(shape(24 * world_size(), 9, 11, 3, portion), place);
      options.check = Check::each_block;
      const RunOutcome right = run(MPI_COMM_WORLD, options);
      EXPECT_EQ(right.exit_status, exit_ok) << place;
      if (world_rank() == 0) {
        const std::int64_t norms = std::string(place).find("norm") == std::string::npos ? 0 : 4;
        EXPECT_EQ(right.report.verdict.compared, 5 * 24 * world_size() * 9 + norms) << place;
        testing_support::expect_classes_hold(right.report);
      }
      if (std::string(place) == "sweep=cpu,norm=accel") continue;
      RunHooks hooks;
      hooks.make_device = [&](const AcceleratorOptions& device) -> std::unique_ptr<Accelerator> {
        auto made = make_accelerator(device);
        if (world_rank() + 1 != world_size()) return made;
        return std::make_unique<testing_support::FaultyDevice>(std::move(made),
                                                               testing_support::FaultyDevice::Fault::flip_bit, 2);
      };
      const RunOutcome wrong = run(MPI_COMM_WORLD, options, hooks);
      EXPECT_EQ(wrong.exit_status, exit_difference);
      if (world_rank() != 0) continue;
      ASSERT_TRUE(wrong.report.verdict.first_mismatch) << place;
      const LocatedMismatch& first = *wrong.report.verdict.first_mismatch;
      EXPECT_EQ(first.rank, world_size() - 1) << place;
      EXPECT_EQ(first.step, portion == 12 ? 1 : 2) << place;
      std::vector<std::int64_t> bad;
      for (const StepCheck& step : wrong.report.verdict.steps)
        if (step.mismatches > 0) bad.push_back(step.step);
      EXPECT_EQ(bad, std::vector<std::int64_t>{first.step}) << "what comes of it later was right for what it was given";
    }
  }
}

TEST(RunStages, RefuseWhatCannotBe) {
  RunOptions options = placed(shape(60 * world_size(), 8, 4, 2, 6), "exchange=accel");
  EXPECT_NE(refusal(options).find("exchange=accel with 10 strips per rank, must be at most 2"), std::string::npos)
      << refusal(options);
  options = placed(shape(60 * world_size(), 8, 4, 2, 6), "sweep=accel");
  sweep_options(options).scheme.how.blocking = Blocking::skewed;
  EXPECT_NE(refusal(options).find("--blocking is skewed, must be overlapped-rows with --place"), std::string::npos);
  sweep_options(options).scheme.how.blocking = Blocking::overlapped_rows;
  sweep_options(options).sharing_given = true;
  EXPECT_NE(refusal(options).find("--share and --host-rate must come with --place sweep=split"), std::string::npos);
}

}  // namespace
}  // namespace stencil
