// Cycles of whole runs whose strips, or stages, go through the device one behind another: exact, the same of model and
// RTL, and near what the longest of sweeps, loads and stores takes.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "host/jacobi/steps/resident.hpp"
#include "sim/app/diagnostics/diagnosed_run.hpp"
#include "sim/app/kernels/staged/placement.hpp"
#include "tests/system/run/run_tiles.hpp"
#include "tests/system/run/run_world.hpp"

namespace stencil {
namespace {

using testing_support::shape;
using testing_support::world_rank;
using testing_support::world_size;

RunOptions cyclic(RunOptions options, std::int64_t strip_rows, Blocking blocking) {
  sweep_options(options).distribution = Distribution::cyclic;
  sweep_options(options).block_rows = strip_rows;
  sweep_options(options).scheme.how.blocking = blocking;
  return options;
}

RunOptions joined(RunOptions options, Blocking blocking) {
  sweep_options(options).scheme.how = {Schedule::joined, blocking};
  return options;
}

RunOptions joined_cyclic(const RunOptions& options, std::int64_t strip_rows, Blocking blocking) {
  return joined(cyclic(options, strip_rows, blocking), blocking);
}

RunOptions staged(RunOptions options) {
  sweep_options(options).place = parse_placement("--place", "sweep=accel");
  return options;
}

RunOptions resident(RunOptions options) {
  sweep_options(options).scheme.how = {Schedule::resident, Blocking::overlapped_rows};
  return options;
}

// On the model, unless the RTL is asked for.
RunOptions timed(RunOptions options) {
  if (options.device.accel != "rtl") options.device.accel = "model";
  return options;
}

RunOptions unchecked(RunOptions options) {
  options.device.checking = {};
  return options;
}

// most: of the cycles that sweeps, loads or stores alone take, in percent.
void expect_cycles(const RunOptions& options, std::int64_t cycles, std::int64_t most) {
  const RunOutcome outcome = run(MPI_COMM_WORLD, options);
  EXPECT_EQ(outcome.exit_status, exit_ok);
  if (world_rank() != 0) return;
  const auto totals = outcome.report.totals();
  EXPECT_EQ(totals.cycles, cycles);
  EXPECT_EQ(totals.model_cycles, cycles);
  EXPECT_LE(100 * totals.cycles, most * totals.roofline_cycles);
}

// One rank: strips of 64 rows as stages, which take turns in two buffers; 5,847,369 without copies beside the sweeps.
// Two ranks: 16 such strips, whose steps end with messages; 1,189,299 and 1,166,899 strip by strip. Eight ranks: 64
// rows each, which stay in the device; 2,917,219 where they do not.
TEST(RunCycles, AreExactAtFullSize) {
  if (world_size() == 1) return expect_cycles(staged(unchecked(timed(shape(1024, 200, 40, 8, 64)))), 2684325, 105);
  if (world_size() == 8) return expect_cycles(resident(unchecked(timed(shape(512, 200, 320, 8, 64)))), 1552536, 127);
  const RunOptions options = unchecked(timed(shape(1024, 200, 16, 8, 64)));
  expect_cycles(cyclic(options, 64, Blocking::overlapped_rows), 677215, 112);
  expect_cycles(cyclic(options, 64, Blocking::skewed), 566463, 110);
  expect_cycles(joined_cyclic(options, 64, Blocking::overlapped_rows), 659610, 109);
  expect_cycles(joined_cyclic(options, 64, Blocking::skewed), 558709, 108);
}

// All strips on one rank: 2,190,988 and 2,543,964 with a pause between steps.
TEST(RunCycles, OfJoinedStripsOfAWholeFieldAreExactAtFullSize) {
  if (world_size() > 1) return;
  const RunOptions options = unchecked(timed(shape(1024, 200, 32, 8, 64)));
  expect_cycles(joined_cyclic(options, 64, Blocking::skewed), 2166373, 105);
  expect_cycles(joined_cyclic(options, 64, Blocking::overlapped_rows), 2519589, 104);
}

// 40 skewed blocks, 4 steps: 31,069,003 cycles with a drain after each.
TEST(RunCycles, OfJoinedStepsKeepTheEngineAtWork) {
  if (world_size() > 1) return;
  RunOptions options = joined(unchecked(shape(10080, 1000, 96, 24, 252)), Blocking::skewed);
  options.device.accel = "model";
  options.device.config = "wide";
  options.check = Check::off;
  expect_cycles(options, 30465973, 101);
}

RunOptions tiles(std::int64_t rows, std::int64_t cols, const GridSize& counts, const std::string& config) {
  TileOptions how;
  how.tiles = counts;
  RunOptions options = timed(unchecked(testing_support::tiled(rows, cols, how)));
  options.device.config = config;
  options.check = Check::at_end;
  return options;
}

// More strips than buffers: their loads follow the stores that leave their words, in both directions of a round.
RunOptions strips(std::int64_t rows, std::int64_t cols, std::int64_t count, const std::string& config) {
  RunOptions options = tiles(rows, cols, {count, 1}, config);
  tile_options(options).rounds = 1;
  return options;
}

// Each tile by itself: 169,691, 526,605 and 9,178,284; on two ranks 91,242 until the last one ends.
TEST(RunCycles, OfTilesAreExactAtFullSize) {
  if (world_size() == 2) return expect_cycles(tiles(101, 77, {2, 1}, "default"), 47323, 176);
  if (world_size() != 1) return;
  expect_cycles(tiles(101, 77, {2, 2}, "default"), 65920, 147);
  expect_cycles(tiles(290, 77, {12, 1}, "default"), 172959, 122);
  expect_cycles(tiles(1202, 402, {12, 1}, "default"), 3319390, 110);
}

// In one strip, in two of which each has a buffer, and over two ranks.
TEST(RunCycles, OfTilesAreExactAtReducedSize) {
  if (world_size() == 2) return expect_cycles(tiles(45, 40, {2, 1}, "small"), 19542, 282);
  if (world_size() != 1) return;
  expect_cycles(tiles(35, 30, {2, 2}, "small"), 11370, 199);
  expect_cycles(tiles(60, 300, {4, 1}, "small"), 173398, 149);
}

// Each tile by itself: 12,272,121.
TEST(RunCycles, OfStripsInPiecesAreExactAtFullSize) {
  if (world_size() == 1) expect_cycles(strips(2002, 1000, 8, "default"), 4797454, 116);
}

TEST(RunCycles, OfStripsInPiecesAreExactAtReducedSize) {
  if (world_size() == 1) expect_cycles(strips(96, 400, 8, "small"), 141510, 170);
}

TEST(RunCycles, AreExactAtReducedSize) {
  const RunOptions options = timed(shape(128, 25, 12, 4, 16));
  if (world_size() == 1) {
    expect_cycles(staged(options), 28551, 112);
    expect_cycles(joined(options, Blocking::overlapped_rows), 28730, 105);
    expect_cycles(joined(options, Blocking::skewed), 20130, 105);
    expect_cycles(resident(options), 19899, 156);
    expect_cycles(joined_cyclic(options, 16, Blocking::overlapped_rows), 38030, 110);
    expect_cycles(joined_cyclic(options, 16, Blocking::skewed), 28505, 110);
    return;
  }
  // Other strips would be as short as their halos. Ranks between two others exchange with one after the other.
  if (world_size() == 8) return expect_cycles(resident(unchecked(timed(shape(96, 25, 12, 4, 16)))), 4315, 216);
  expect_cycles(cyclic(options, 16, Blocking::overlapped_rows), 21390, 115);
  expect_cycles(cyclic(options, 16, Blocking::skewed), 16381, 119);
  expect_cycles(joined_cyclic(options, 16, Blocking::overlapped_rows), 19728, 107);
  expect_cycles(joined_cyclic(options, 16, Blocking::skewed), 15171, 111);
  expect_cycles(joined(options, Blocking::skewed), 11786, 119);
  expect_cycles(resident(options), 11309, 167);
}

// A rank between two others, whose messages come at once: halo rows below are loaded while others are stored.
TEST(RunCycles, OfAPartBetweenTwoOthersAreExactAtReducedSize) {
  if (world_size() > 1) return;
  RunOptions options = timed(shape(20, 25, 12, 4, 16));
  options.device.config = "small";
  std::vector<double> f(20 * 25, 1.0);
  const std::vector<double> r(f.size(), 1.0);
  const std::vector<std::int64_t> expected[] = {{1949, 1130, 1430}, {1933, 1033, 1330}};
  const std::unique_ptr<Accelerator> device = make_accelerator(options.device);
  for (const bool in_turn : {false, true}) {
    const SweepWeights weights = JacobiWeights{1.0, 1.0, 0.25};
    ResidentStrip strip(*device, {20, 25, f.data(), r.data()}, {4, 4}, weights, 3);
    std::vector<std::int64_t> cycles;
    for (int step = 0; step < 3; ++step) {
      const std::int64_t before = device->cycles().total();
      const bool half = strip.begin(4, false, nullptr);
      EXPECT_EQ(half, step < 2);
      strip.end(half && in_turn, nullptr);
      cycles.push_back(device->cycles().total() - before);
    }
    EXPECT_EQ(cycles, expected[in_turn ? 1 : 0]);
  }
}

}  // namespace
}  // namespace stencil
