// Whole runs over strips dealt to the ranks in turn: the bits of the blocked run, cycles and bytes that add up.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/diagnostics/diagnosed_run.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <vector>

#include "host/arrays/exchange/traffic.hpp"
#include "host/base/errors.hpp"
#include "host/jacobi/plan.hpp"
#include "host/mpi/agreement.hpp"
#include "tests/support/refusal.hpp"
#include "tests/support/test_devices.hpp"
#include "tests/system/run/expect_classes.hpp"
#include "tests/system/run/run_world.hpp"

namespace stencil {
namespace {

using testing_support::all_ways;
using testing_support::refusal;
using testing_support::shape;
using testing_support::SharedDirectory;
using testing_support::world_rank;
using testing_support::world_size;

RunOptions cyclic(RunOptions options, std::int64_t block_rows) {
  sweep_options(options).distribution = Distribution::cyclic;
  sweep_options(options).block_rows = block_rows;
  options.check = Check::each_block;
  return options;
}

// Each block lies in a strip of its rank; the blocks of one strip and step keep its rows, halo rows included, once.
void expect_blocks_cover_the_strips(const Report& report) {
  const std::int64_t height = *report.problem->block_rows;
  const std::int64_t strips = (report.problem->rows - 1) / height + 1;
  std::map<std::pair<std::int64_t, std::int64_t>, std::pair<std::int64_t, std::int64_t>> blocks_and_rows;
  for (const BlockRecord& block : report.blocks) {
    ASSERT_TRUE(block.strip && block.step);
    EXPECT_EQ(block.rank, *block.strip % report.machine.ranks);
    auto& [blocks, rows] = blocks_and_rows[{*block.step, *block.strip}];
    EXPECT_EQ(block.block, blocks++) << "numbers restart in each strip";
    rows += *block.keep;
  }
  const std::int64_t steps = (report.problem->iterations - 1) / *report.problem->stw + 1;
  EXPECT_EQ(static_cast<std::int64_t>(blocks_and_rows.size()), steps * strips);
  for (const auto& [where, found] : blocks_and_rows) {
    const std::int64_t first = std::max<std::int64_t>(0, where.second * height - *report.problem->stw);
    const std::int64_t last = std::min(report.problem->rows, where.second * height + height + *report.problem->stw);
    EXPECT_EQ(found.second, last - first) << "step " << where.first << ", strip " << where.second;
  }
}

void expect_exact(RunOptions options, std::int64_t block_rows, const ItstepOptions& way) {
  SCOPED_TRACE(::testing::Message() << *options.rows << " x " << *options.cols << ", "
                                    << sweep_options(options).iterations << " iterations, stw "
                                    << sweep_options(options).scheme.interval << ", portion "
                                    << sweep_options(options).scheme.portion << ", strips of " << block_rows << ", "
                                    << name_of(way.schedule) << ", " << name_of(way.blocking));
  sweep_options(options).scheme.how = way;
  const RunOutcome outcome = run(MPI_COMM_WORLD, cyclic(options, block_rows));
  EXPECT_EQ(outcome.exit_status, exit_ok);
  if (world_rank() != 0) return;
  EXPECT_EQ(outcome.report.verdict.ok(), true);
  EXPECT_GE(*outcome.report.verdict.compared, 2 * *options.rows * *options.cols);
  EXPECT_EQ(outcome.report.problem->block_rows, block_rows);
  expect_blocks_cover_the_strips(outcome.report);
  testing_support::expect_classes_hold(outcome.report);
}

// Every schedule and blocking on the software accelerator; on a slower one with a clock, they take turns.
void expect_exact(const RunOptions& options, std::int64_t block_rows) {
  static std::size_t turn = 0;
  if (options.device.accel != "software") {
    return expect_exact(options, block_rows, all_ways[turn++ % all_ways.size()]);
  }
  for (const ItstepOptions& way : all_ways) expect_exact(options, block_rows, way);
}

TEST(RunStrips, AreExactAtTheEdges) {
  for (const std::int64_t stw : {1, 2, 4}) {
    const std::int64_t rows = 6 * stw + 1;
    expect_exact(shape(rows, 5, 2 * stw + 1, stw, 12), stw);       // the last strip has one row
    expect_exact(shape(rows, 5, 2 * stw + 1, stw, 12), rows - 1);  // two strips: most ranks have none
    expect_exact(shape(rows, 5, 2 * stw + 1, stw, 12), rows);      // one strip
  }
  expect_exact(shape(3, 3, 3, 1, 3), 1);    // no strip has more than one inner row, the outer two none
  expect_exact(shape(90, 4, 7, 3, 9), 25);  // several blocks per strip, and a chain
}

TEST(RunStrips, AreExactForRandomShapes) {
  std::mt19937_64 random(22084);
  const auto in = [&](std::int64_t first, std::int64_t last) {
    return std::uniform_int_distribution<std::int64_t>(first, last)(random);
  };
  const int shapes = shape(3, 3, 1, 1, 3).device.accel == "software" ? 40 : 6;
  for (int i = 0; i < shapes; ++i) {
    const std::int64_t stw = in(1, 4);
    const std::int64_t rows = in(std::max<std::int64_t>(3, stw), 60);
    expect_exact(shape(rows, in(3, 9), in(1, 11), stw, in(3 * stw, 15)), in(stw, rows));
  }
}

TEST(RunStrips, HaveTheResultOfTheBlockedRun) {
  const SharedDirectory scratch;
  RunOptions options = shape(43, 8, 9, 2, 7);
  options.output = scratch / "blocked.npy";
  EXPECT_EQ(run(MPI_COMM_WORLD, options).exit_status, exit_ok);
  for (const std::int64_t block_rows : {2, 5, 14, 42, 43}) {
    RunOptions dealt = cyclic(options, block_rows);
    dealt.output = scratch / "cyclic.npy";
    EXPECT_EQ(run(MPI_COMM_WORLD, dealt).exit_status, exit_ok);
    if (world_rank() != 0) continue;
    EXPECT_EQ(testing_support::read_text(scratch / "blocked.npy"), testing_support::read_text(scratch / "cyclic.npy"))
        << block_rows;
  }
}

// In each step but the first, stw rows cross each boundary between strips of different ranks in each direction.
TEST(RunStrips, SendTheirHalosAndNothingElse) {
  const std::int64_t stw = 2;
  RunOptions options = cyclic(shape(41, 6, 9, stw, 9), 5);  // strips 0 .. 8, the last of one row; 5 steps
  options.check = Check::off;
  const VsdaTraffic before = vsda_traffic();
  run(MPI_COMM_WORLD, options);
  const VsdaTraffic after = vsda_traffic();
  const std::int64_t row_bytes = 6 * 8;
  std::int64_t rows = 0;
  for (std::int64_t k = 0; k + 1 < 9; ++k) {
    const std::int64_t southern = k + 1 == 8 ? 1 : stw;  // halo rows of strip k from its south neighbour
    if (k % world_size() == world_rank()) rows += stw;
    if ((k + 1) % world_size() == world_rank()) rows += southern;
  }
  const bool alone = world_size() == 1;
  EXPECT_EQ(after.bytes_sent - before.bytes_sent, alone ? 0 : 4 * rows * row_bytes);
  EXPECT_EQ(after.bytes_kept - before.bytes_kept, alone ? 4 * rows * row_bytes : 0);
  const std::int64_t peers = alone ? 0 : world_size() == 2 ? 1 : 2;
  EXPECT_LE(after.messages_sent - before.messages_sent, 4 * peers);
}

TEST(RunStrips, CyclesAddUpOverStripsAsOverBlocks) {
  RunOptions options = cyclic(shape(60, 9, 7, 3, 10), 7);
  options.device.accel = "model";
  for (const ItstepOptions& way : all_ways) {
    sweep_options(options).scheme.how = way;
    const RunOutcome outcome = run(MPI_COMM_WORLD, options);  // throws where blocks and device disagree
    EXPECT_EQ(outcome.exit_status, exit_ok);
    if (world_rank() != 0) continue;
    std::int64_t cycles = 0;
    std::int64_t swept = 0;
    for (const BlockRecord& block : outcome.report.blocks) {
      cycles += block.cycles.total();
      swept += block.limits.rows_swept;
    }
    EXPECT_EQ(outcome.report.totals().cycles_all_ranks, cycles);
    EXPECT_EQ(outcome.report.totals().rows_swept, swept);
    EXPECT_GT(cycles, 0);
  }
}

TEST(RunStrips, AWrongBitIsFoundInItsStrip) {
  RunOptions options = cyclic(shape(40 * world_size(), 9, 8, 3, 10), 20);
  options.device.accel = "software";
  sweep_options(options).scheme.how = {Schedule::sequential, Blocking::overlapped_rows};
  const int wrong_rank = world_size() - 1;
  // A strip of 20 rows with its halo rows has 2 or 3 blocks; the rank's second strip starts after those of the first.
  const std::int64_t first_rows = 20 + (wrong_rank == 0 ? 3 : 6);
  const auto blocks = static_cast<std::int64_t>(plan_blocks(first_rows, 10, 3, Blocking::overlapped_rows).size());
  for (const Check check : {Check::each_block, Check::at_end}) {
    if (check == Check::at_end) sweep_options(options).iterations = 3;
    options.check = check;
    RunHooks hooks;
    hooks.make_device = [&](const AcceleratorOptions& device) -> std::unique_ptr<Accelerator> {
      if (world_rank() != wrong_rank) return make_accelerator(device);
      return std::make_unique<testing_support::FaultyDevice>(
          make_accelerator(device), testing_support::FaultyDevice::Fault::flip_bit, blocks + 1);
    };
    const RunOutcome outcome = run(MPI_COMM_WORLD, options, hooks);
    EXPECT_EQ(outcome.exit_status, exit_difference);
    if (world_rank() != 0) continue;
    ASSERT_TRUE(outcome.report.verdict.first_mismatch);
    const LocatedMismatch& found = *outcome.report.verdict.first_mismatch;
    EXPECT_EQ(found.rank, wrong_rank);
    EXPECT_EQ(found.step, 0);
    EXPECT_EQ(found.strip, wrong_rank + world_size());
    EXPECT_EQ(found.block, 1);
    EXPECT_EQ(found.at.row / 20, found.strip);
  }
}

TEST(RunStrips, RefuseHeightsThatCannotWork) {
  RunOptions options = cyclic(shape(30, 6, 4, 3, 9), 2);
  EXPECT_NE(refusal(options).find("--strip-rows is 2, must be 3 .. 30"), std::string::npos) << refusal(options);
  sweep_options(options).block_rows = 31;
  EXPECT_NE(refusal(options).find("--strip-rows is 31, must be 3 .. 30"), std::string::npos) << refusal(options);
  sweep_options(options).block_rows = 5;
  sweep_options(options).distribution = Distribution::blocked;
  EXPECT_NE(refusal(options).find("--strip-rows is 5, must not be given"), std::string::npos) << refusal(options);
}

}  // namespace
}  // namespace stencil
