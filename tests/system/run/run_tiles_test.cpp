// Whole Gauss-Seidel runs in process, on as many ranks as mpirun started: bits, messages, cycles.
// SPDX-License-Identifier: Apache-2.0
#include "host/base/text.hpp"
#include "sim/app/diagnostics/diagnosed_run.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "host/base/errors.hpp"
#include "host/io/npy.hpp"
#include "models/values/canonical_nan.hpp"
#include "sim/app/kernels/gauss_seidel/tiles_report.hpp"
#include "tests/system/run/expect_classes.hpp"
#include "tests/system/run/run_tiles.hpp"

namespace stencil {
namespace {

using testing_support::runs_on;
using testing_support::SharedDirectory;
using testing_support::tiled;
using testing_support::world_rank;
using testing_support::world_size;

// Every way to cut the field for this many ranks.
std::vector<GridSize> grids() {
  std::vector<GridSize> all;
  for (std::int64_t rows = 1; rows <= world_size(); ++rows) {
    if (world_size() % rows == 0) all.push_back({rows, world_size() / rows});
  }
  return all;
}

void expect_exact(const RunOptions& options) {
  const TileOptions& how = tile_options(options);
  SCOPED_TRACE(::testing::Message() << *options.rows << " x " << *options.cols << ", grid " << describe(*how.grid)
                                    << ", tiles " << describe(how.tiles) << ", " << how.sweeps << " sweeps, "
                                    << how.rounds << " rounds");
  const RunOutcome outcome = run(MPI_COMM_WORLD, options);  // throws where cycles belong to no tile
  EXPECT_EQ(outcome.exit_status, exit_ok);
  if (world_rank() != 0) return;
  const Report& report = outcome.report;
  EXPECT_EQ(report.verdict.ok(), true);
  EXPECT_GT(*report.verdict.compared, *options.rows * *options.cols) << "each tile as well as the result";
  const std::int64_t tiles = how.tiles.rows * how.tiles.cols;
  ASSERT_EQ(static_cast<std::int64_t>(report.blocks.size()), 2 * how.rounds * world_size() * tiles);
  EXPECT_EQ(report.problem->iterations, 2 * how.sweeps * how.rounds);
  const TilesReport* sent = report.parts.find<TilesReport>();
  ASSERT_NE(sent, nullptr);
  EXPECT_EQ(sent->messages, sent->expected_messages);
  EXPECT_EQ(sent->words, sent->expected_words);
  ASSERT_EQ(sent->times.size(), report.machine.device.timed ? static_cast<std::size_t>(world_size()) : 0u);
  for (std::size_t rank = 0; rank < sent->times.size(); ++rank) {
    EXPECT_EQ(sent->times[rank].busy, report.ranks.at(static_cast<std::int64_t>(rank)).cycles.total());
  }
  for (std::size_t i = 0; i < report.blocks.size(); ++i) {
    const BlockRecord& block = report.blocks[i];
    const auto number = static_cast<std::int64_t>(i);
    EXPECT_EQ(block.block, number % tiles);
    EXPECT_EQ(block.rank, number / tiles % world_size());
    EXPECT_EQ(block.step, number / tiles / world_size());
    ASSERT_TRUE(block.tile);
    EXPECT_EQ(block.tile->backward, *block.step % 2 == 1);
    EXPECT_EQ(block.niter, how.sweeps);
    EXPECT_EQ(block.traffic.bytes_to_device, 8 * block.rows * block.cols);
    EXPECT_EQ(block.cycles.total(), block.cycles.model.total());
    EXPECT_EQ(block.cycles.fill, block.cycles.model.fill);
    EXPECT_LE(block.limits.roofline_cycles, block.cycles.total());
    EXPECT_EQ(block.cycles.total() > 0, report.machine.device.timed);
  }
  testing_support::expect_classes_hold(report);
}

TEST(RunTiles, AreExactForEveryGrid) {
  for (const GridSize& grid : grids()) {
    TileOptions how;
    how.grid = grid;
    how.sweeps = 2;
    how.rounds = 2;
    for (const GridSize& tiles : {GridSize{1, 1}, GridSize{2, 2}}) {
      how.tiles = tiles;
      expect_exact(tiled(2 + 11 * grid.rows, 2 + 10 * grid.cols, how));
    }
  }
}

// One tile per subdomain, with a point each except the last, whose low edge comes up to the border: a command that sets
// nothing in its first sweep backward. Two tiles: 2*sweeps + 1 points after a cut.
TEST(RunTiles, AreExactWhereTilesAreAsSmallAsTheyMayBe) {
  for (const GridSize& grid : grids()) {
    TileOptions how;
    how.grid = grid;
    how.sweeps = 3;
    how.rounds = 2;
    for (const std::int64_t tiles : {1, 2}) {
      how.tiles = {tiles, tiles};
      const auto cut = [&](std::int64_t parts, std::vector<std::int64_t>& cuts) {
        cuts.clear();
        std::int64_t edge = 1;
        for (std::int64_t part = 0; part < parts; ++part) {
          if (part > 0) cuts.push_back(edge);
          const std::int64_t single = part > 0 && part == parts - 1 ? how.sweeps : 1;
          edge += tiles == 1 ? single : part == 0 ? 7 : 13;  // 4 + 3, 7 + 6
        }
        return edge + 1;
      };
      const std::int64_t rows = cut(grid.rows, how.row_cuts);
      expect_exact(
          tiled(std::max<std::int64_t>(rows, 3), std::max<std::int64_t>(cut(grid.cols, how.col_cuts), 3), how));
    }
  }
}

TEST(RunTiles, AreExactForRandomShapes) {
  std::mt19937_64 random(22086);
  const auto in = [&](std::int64_t first, std::int64_t last) {
    return std::uniform_int_distribution<std::int64_t>(first, last)(random);
  };
  const int shapes = runs_on("rtl") ? 2 : 25;
  for (int i = 0; i < shapes; ++i) {
    const std::vector<GridSize> all = grids();
    TileOptions how;
    how.grid = all[static_cast<std::size_t>(in(0, static_cast<std::int64_t>(all.size()) - 1))];
    how.sweeps = in(1, 6);
    how.rounds = in(1, 3);
    how.tiles = {in(1, 3), in(1, 3)};
    const std::int64_t least = 2 * how.sweeps + 1;
    RunOptions options = tiled(2 + how.grid->rows * how.tiles.rows * (least + in(0, 4)),
                               2 + how.grid->cols * how.tiles.cols * (least + in(0, 4)), how);
    options.seed = static_cast<std::uint64_t>(in(0, 1000));
    if (i % 2 == 0) options.device.config = "wide";  // more elements than sweeps
    expect_exact(options);
  }
}

TEST(RunTiles, DependOnCutsAndSweepsOnly) {
  const SharedDirectory scratch;
  TileOptions how;
  how.sweeps = 3;
  std::string first;
  for (const GridSize& tiles : {GridSize{1, 1}, GridSize{2, 3}, GridSize{3, 1}}) {
    how.tiles = tiles;
    RunOptions options = tiled(2 + 22 * world_size(), 2 + 22 * world_size(), how);
    options.output = scratch / "o.npy";
    EXPECT_EQ(run(MPI_COMM_WORLD, options).exit_status, exit_ok);
    if (world_rank() != 0) continue;
    if (first.empty()) first = testing_support::read_text(options.output);
    EXPECT_EQ(testing_support::read_text(options.output), first) << describe(tiles);
  }
}

// Whole rows in a pipeline: fewer tiles, the same result, the cycles that the model predicts.
TEST(RunTiles, AreExactInAPipeline) {
  std::mt19937_64 random(34);
  const auto in = [&](std::int64_t first, std::int64_t last) {
    return std::uniform_int_distribution<std::int64_t>(first, last)(random);
  };
  const int shapes = runs_on("rtl") ? 1 : 6;
  for (int i = 0; i < shapes; ++i) {
    TileOptions how;
    how.grid = GridSize{world_size(), 1};
    how.sweeps = in(1, 6);
    how.rounds = in(1, 4);
    how.tiles = {in(1, 4), in(1, 2)};
    how.history = i % 3 == 2;
    const std::int64_t least = 2 * how.sweeps + 1;
    RunOptions options =
        tiled(2 + how.grid->rows * how.tiles.rows * (least + in(0, 4)), 2 + how.tiles.cols * (least + in(0, 9)), how);
    options.seed = static_cast<std::uint64_t>(in(0, 1000));
    options.check = Check::at_end;
    if (i % 2 == 0) options.device.config = "wide";
    SCOPED_TRACE(::testing::Message() << *options.rows << " x " << *options.cols << ", tiles " << describe(how.tiles)
                                      << ", " << how.sweeps << " sweeps, " << how.rounds << " rounds");
    const RunOutcome outcome = run(MPI_COMM_WORLD, options);  // throws where cycles belong to no tile
    EXPECT_EQ(outcome.exit_status, exit_ok);
    if (world_rank() != 0) continue;
    const TilesReport* sent = outcome.report.parts.find<TilesReport>();
    ASSERT_NE(sent, nullptr);
    const auto strips = static_cast<std::int64_t>(outcome.report.blocks.size()) / (2 * how.rounds * world_size());
    EXPECT_EQ(sent->fused, describe(GridSize{strips, 1}));
    EXPECT_GE(strips, world_size() == 1 ? 1 : std::min<std::int64_t>(how.tiles.rows, 2));
    EXPECT_LE(strips, how.tiles.rows);
    EXPECT_EQ(sent->messages, sent->expected_messages);
    ASSERT_EQ(static_cast<std::int64_t>(outcome.report.blocks.size()), 2 * how.rounds * world_size() * strips);
    for (const BlockRecord& block : outcome.report.blocks) {
      EXPECT_EQ(block.cycles.total(), block.cycles.model.total());
      EXPECT_EQ(block.cycles.fill, block.cycles.model.fill);
    }
    testing_support::expect_classes_hold(outcome.report);
  }
}

TEST(RunTiles, TakeAFieldWithNaNInfinitiesAndSubnormals) {
  const SharedDirectory scratch;
  const std::int64_t rows = 2 + 11 * world_size();
  const std::int64_t cols = 2 + 11 * world_size();
  std::vector<double> f(static_cast<std::size_t>(rows * cols));
  std::mt19937_64 random(5);
  for (double& value : f) value = from_bits(random());  // any bits
  f[static_cast<std::size_t>(cols + 1)] = from_bits(0xfff8000000000123u);
  f[0] = from_bits(0x7ff0000000000001u);  // a signalling NaN on the border, which keeps its bits
  f[f.size() / 2] = std::numeric_limits<double>::infinity();
  if (world_rank() == 0) {
    NpyWriter writer(scratch / "f.npy", rows, cols);
    writer.append_rows(f.data(), rows);
    writer.commit();
  }
  MPI_Barrier(MPI_COMM_WORLD);
  TileOptions how;
  how.sweeps = 2;
  how.rounds = 1;
  how.history = true;
  RunOptions options = tiled(rows, cols, how);
  options.rows.reset();
  options.cols.reset();
  options.input = scratch / "f.npy";
  options.output = scratch / "o.npy";
  const RunOutcome outcome = run(MPI_COMM_WORLD, options);
  EXPECT_EQ(outcome.exit_status, exit_ok);
  if (world_rank() != 0) return;
  EXPECT_FALSE(outcome.report.problem->seed);
  EXPECT_TRUE(std::isnan(outcome.report.parts.find<TilesReport>()->residuals.back()));
  std::vector<double> result(f.size());
  read_npy_rows(inspect_npy(options.output), 0, rows, result.data());
  EXPECT_EQ(bits_of(result[0]), 0x7ff0000000000001u);
  EXPECT_EQ(bits_of(result[static_cast<std::size_t>(cols + 1)]), canonical_nan_bits);
}

TEST(RunTiles, CostWhatTheEstimateSays) {
  TileOptions how;
  how.sweeps = 3;
  how.rounds = 4;
  RunOptions options = tiled(40 + 10 * world_size(), 45 + 5 * world_size(), how);
  if (runs_on("software") || runs_on("shuffled")) options.device.accel = "model";
  std::vector<std::string> lines;
  RunHooks hooks;
  hooks.say = [&](const std::string& line) { lines.push_back(line); };
  const RunOutcome outcome = run(MPI_COMM_WORLD, options, hooks);
  EXPECT_EQ(outcome.exit_status, exit_ok);
  if (world_rank() != 0) return;
  const Totals totals = outcome.report.totals();
  EXPECT_EQ(lines[2].rfind("estimate: " + with_commas(totals.cycles) + " device cycles on the slowest rank", 0), 0u)
      << lines[2];
  EXPECT_GT(*totals.efficiency(), 0.4);
  EXPECT_LE(*totals.efficiency(), 1.0);
}

}  // namespace
}  // namespace stencil
