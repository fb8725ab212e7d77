// Verdicts of whole runs in process: the number of values compared, and where the first wrong bit was made.
// SPDX-License-Identifier: Apache-2.0
#include "host/base/text.hpp"
#include "sim/app/diagnostics/diagnosed_run.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "host/base/errors.hpp"
#include "host/mpi/agreement.hpp"
#include "sim/app/json/json.hpp"
#include "tests/support/test_devices.hpp"
#include "tests/system/run/run_world.hpp"

namespace stencil {
namespace {

using testing_support::ClockedDevice;
using testing_support::FaultyDevice;
using testing_support::run_ways;
using testing_support::shape;
using testing_support::SharedDirectory;
using testing_support::world_rank;
using testing_support::world_size;

TEST(Run, WithoutCheckNothingIsClaimed) {
  RunOptions options = shape(30, 6, 4, 2, 9);
  options.check = Check::off;
  const RunOutcome outcome = run(MPI_COMM_WORLD, options);
  EXPECT_EQ(outcome.exit_status, exit_ok);
  if (world_rank() != 0) return;
  EXPECT_EQ(outcome.report.verdict.compared, 0);
  EXPECT_EQ(outcome.report.verdict.ok(), std::nullopt);
}

// Rank `wrong_rank` flips a bit in its sweep command number `at`.
RunOutcome run_with_flip(const RunOptions& options, int wrong_rank, std::int64_t at) {
  RunHooks hooks;
  hooks.make_device = [&](const AcceleratorOptions& device) -> std::unique_ptr<Accelerator> {
    auto clocked = std::make_unique<ClockedDevice>(make_accelerator(device));
    if (world_rank() != wrong_rank) return clocked;
    return std::make_unique<FaultyDevice>(std::move(clocked), FaultyDevice::Fault::flip_bit, at);
  };
  return run(MPI_COMM_WORLD, options, hooks);
}

TEST(Run, FindsASingleWrongBitAndItsBlock) {
  const int wrong_rank = world_size() - 1;
  RunOptions options = shape(30 * world_size(), 9, 8, 3, 10);
  options.check = Check::each_block;
  options.device.accel = "software";
  // 30 owned rows with halo rows on one or two sides: command 5 is in the second step on every rank count.
  const RunOutcome outcome = run_with_flip(options, wrong_rank, 5);
  EXPECT_EQ(outcome.exit_status, exit_difference);
  if (world_rank() != 0) return;
  const Verdict& verdict = outcome.report.verdict;
  ASSERT_TRUE(verdict.first_mismatch);
  const std::int64_t blocks_a_step = wrong_rank == 0 ? 3 : 4;
  EXPECT_EQ(verdict.first_mismatch->rank, wrong_rank);
  EXPECT_EQ(verdict.first_mismatch->step, 1);
  EXPECT_EQ(verdict.first_mismatch->block, 5 - blocks_a_step);
  EXPECT_EQ(verdict.first_mismatch->sweep, 2);
  EXPECT_EQ(verdict.first_mismatch->at.col, 4);
  EXPECT_EQ(verdict.first_mismatch->at.ulp(), 1u);
}

TEST(Run, AFinalCheckLocatesTheFirstWrongValue) {
  const int wrong_rank = world_size() - 1;
  RunOptions options = shape(30 * world_size(), 9, 3, 3, 10);
  options.device.accel = "software";
  const RunOutcome outcome = run_with_flip(options, wrong_rank, 1);
  EXPECT_EQ(outcome.exit_status, exit_difference);
  if (world_rank() != 0) return;
  const Verdict& verdict = outcome.report.verdict;
  EXPECT_EQ(*verdict.compared, 270 * world_size());
  EXPECT_EQ(verdict.mismatches, 1);
  ASSERT_TRUE(verdict.first_mismatch);
  EXPECT_EQ(verdict.first_mismatch->rank, wrong_rank);
  EXPECT_EQ(verdict.first_mismatch->step, 0);
  EXPECT_EQ(verdict.first_mismatch->block, 1);
  EXPECT_EQ(verdict.first_mismatch->sweep, 2);
}

void expect_report_adds_up(const ItstepOptions& way) {
  SCOPED_TRACE(::testing::Message() << name_of(way.schedule) << ", " << name_of(way.blocking));
  const SharedDirectory scratch;
  RunOptions options = shape(31 * world_size(), 9, 8, 3, 10);
  options.report = scratch / "r.json";
  options.device.accel = "software";
  sweep_options(options).scheme.how = way;
  std::vector<std::string> lines;
  RunHooks hooks;
  hooks.make_device = [](const AcceleratorOptions& device) {
    return std::make_unique<ClockedDevice>(make_accelerator(device));
  };
  hooks.make_dry_device = [](const AcceleratorOptions& device) {
    return std::make_unique<ClockedDevice>(
        std::make_unique<testing_support::IdleDevice>(make_accelerator(device)->capabilities()));
  };
  hooks.say = [&](const std::string& line) { lines.push_back(line); };
  const RunOutcome outcome = run(MPI_COMM_WORLD, options, hooks);
  EXPECT_EQ(outcome.exit_status, exit_ok);
  if (world_rank() != 0) {
    EXPECT_TRUE(lines.empty());
    return;
  }
  EXPECT_EQ(lines.front().rfind("accelerator software, configuration default: 4 processing elements", 0), 0u);
  EXPECT_NE(lines[1].find(std::string(name_of(way.schedule)) + " schedule, " + name_of(way.blocking) + " blocking"),
            std::string::npos);
  EXPECT_EQ(lines.back().rfind("PASS: ", 0), 0u);

  const auto json = Json::parse(testing_support::read_text(options.report));
  std::vector<std::int64_t> by_rank(static_cast<std::size_t>(world_size()));
  std::vector<std::int64_t> kept(static_cast<std::size_t>(world_size()));
  std::vector<std::int64_t> loaded(static_cast<std::size_t>(world_size()));
  std::vector<std::int64_t> swept(static_cast<std::size_t>(world_size()));
  std::int64_t to_device = 0;
  EXPECT_EQ(json["problem"]["schedule"], name_of(way.schedule));
  EXPECT_EQ(json["problem"]["blocking"], name_of(way.blocking));
  for (const auto& block : json["blocks"]) {
    const auto& cycles = block["cycles"];
    const auto rank = static_cast<std::size_t>(block["rank"].integer());
    const std::int64_t rows = block["rows"].integer();
    const std::int64_t total = cycles["total"].integer();
    EXPECT_EQ(rows, block["before"].integer() + block["keep"].integer() + block["after"].integer());
    EXPECT_EQ(cycles["compute"], rows * 9 * block["niter"].integer());
    if (way.schedule == Schedule::sequential) {
      EXPECT_EQ(cycles["store"], 9 * block["keep"].integer());
    } else {
      EXPECT_EQ(block["bytes_to_device"], 2 * 8 * 9 * rows);
    }
    EXPECT_EQ(block["bytes_from_device"], 8 * 9 * block["keep"].integer());
    EXPECT_GE(block["roofline_cycles"].integer(), block["stream_cycles"].integer());
    loaded[rank] += rows;
    swept[rank] += block["rows_swept"].integer();
    EXPECT_EQ(total, cycles["load"].integer() + cycles["compute"].integer() + cycles["store"].integer() + 10);
    by_rank[rank] += total;
    kept[rank] += block["keep"].integer();
    to_device += block["bytes_to_device"].integer();
  }
  std::int64_t all = 0;
  std::int64_t slowest = 0;
  for (const std::int64_t cycles : by_rank) {
    all += cycles;
    slowest = std::max(slowest, cycles);
  }
  EXPECT_EQ(json["totals"]["cycles"], slowest);
  EXPECT_EQ(lines[2].rfind("estimate: " + with_commas(slowest) + " device cycles on the slowest rank", 0), 0u)
      << lines[2];
  // The laws of traffic and redundancy, for the first rank: steps of 3, 3 and 2 sweeps.
  const std::int64_t mx = 31 + (world_size() > 1 ? 3 : 0);
  if (way.blocking == Blocking::skewed) {
    EXPECT_EQ(loaded[0], 3 * mx);
    EXPECT_EQ(swept[0], 8 * mx);
  } else {
    EXPECT_EQ(loaded[0], 3 * mx + 2 * (3 + 3 + 2) * ((mx + 9) / 10 - 1));
    EXPECT_EQ(swept[0], 8 * mx + 2 * (3 * 3 + 3 * 3 + 2 * 2) * ((mx + 9) / 10 - 1));
  }
  EXPECT_EQ(json["totals"]["cycles_all_ranks"], all);
  EXPECT_EQ(json["totals"]["bytes_to_device"], to_device);
  EXPECT_EQ(kept[0], 3 * (31 + (world_size() > 1 ? 3 : 0))) << "three steps over the local portion";
  EXPECT_EQ(json["compared"], 279 * world_size());
  EXPECT_GT(json["simulation"]["device_cycles_per_s"].number(), 0.0);
}

TEST(Run, TheReportAddsUp) {
  for (const ItstepOptions& way : run_ways()) {
    if (way.schedule != Schedule::resident) expect_report_adds_up(way);
  }
}

}  // namespace
}  // namespace stencil
