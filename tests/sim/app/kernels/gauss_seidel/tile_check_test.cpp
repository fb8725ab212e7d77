// The check applied to tiles made by hand, right and wrong.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/kernels/gauss_seidel/tile_check.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "models/gauss_seidel_tile.hpp"
#include "models/problem.hpp"
#include "models/values/canonical_nan.hpp"
#include "sim/app/kernels/gauss_seidel/options.hpp"
#include "sim/app/kernels/gauss_seidel/tile_record.hpp"

namespace stencil {
namespace {

struct Tile {
  explicit Tile(bool backward) : steps(plan_group(grid, 0, backward)) {
    run.index = 7;
    run.round = 3;
    run.step = &steps[backward ? 2 : 1];  // north-east
    run.block = block_of(run.step->window);
    block.resize(static_cast<std::size_t>(run.block.frame.words()));
    fill_problem_rows(1, ProblemArray::f, 0, run.block.frame.rows.count(), run.block.frame.cols.count(), block.data());
  }

  // The field that a device leaves.
  std::vector<double> result() const {
    std::vector<double> swept = block;
    golden_tile(run.block.command, swept.data());
    return swept;
  }

  TileGrid grid = make_tile_grid(21, 17, 1, {});
  std::vector<TileStep> steps;
  TileRun run;
  std::vector<double> block;
};

const double* inner_rows(const Tile& tile, const std::vector<double>& swept) {
  return swept.data() + tile.run.block.frame.cols.count();
}

TEST(TileCheck, ComparesAllInnerRowsOfTheBlock) {
  for (const bool backward : {false, true}) {
    const Tile tile(backward);
    TileCheck check(2, 4);
    EXPECT_FALSE(check.verdict().compared);
    check.before_tile(tile.run, tile.block.data());
    const std::vector<double> swept = tile.result();
    check.after_tile(tile.run, inner_rows(tile, swept));
    const TileFrame& frame = tile.run.block.frame;
    EXPECT_EQ(check.verdict().compared, (frame.rows.count() - 2) * frame.cols.count());
    EXPECT_EQ(check.verdict().ok(), true);
  }
}

TEST(TileCheck, LocatesTheFirstWrongValueInTheField) {
  const Tile tile(true);
  const TileFrame& frame = tile.run.block.frame;
  ASSERT_GT(frame.cols.first, 0);
  // A point that a sweep sets, and one of the outermost column, which none sets.
  for (const std::int64_t col : {frame.cols.first + 2, frame.cols.last - 1}) {
    TileCheck check(2, 4);
    check.before_tile(tile.run, tile.block.data());
    std::vector<double> swept = tile.result();
    double& wrong = swept[static_cast<std::size_t>(frame.index(frame.rows.first + 3, col))];
    const std::uint64_t expected = bits_of(wrong);
    wrong = from_bits(expected ^ 1);
    check.after_tile(tile.run, inner_rows(tile, swept));
    EXPECT_EQ(check.verdict().mismatches, 1);
    std::int64_t in_steps = 0;
    for (const StepCheck& one : check.verdict().steps) in_steps += one.mismatches;
    EXPECT_EQ(in_steps, 1);
    ASSERT_TRUE(check.verdict().first_mismatch);
    const LocatedMismatch& first = *check.verdict().first_mismatch;
    EXPECT_EQ(first.rank, 2);
    EXPECT_EQ(first.step, 7) << "backward in round 3";
    EXPECT_EQ(first.block, 3) << "tile 7 of the rank, 4 a step";
    EXPECT_EQ(first.sweep, 3);
    EXPECT_EQ(first.at.row, frame.rows.first + 3);
    EXPECT_EQ(first.at.col, col);
    EXPECT_EQ(first.at.expected_bits, expected);

    check.before_tile(tile.run, tile.block.data());
    std::vector<double> nothing_done = tile.block;
    check.after_tile(tile.run, inner_rows(tile, nothing_done));
    EXPECT_GT(check.verdict().mismatches, 20);
    EXPECT_EQ(check.verdict().first_mismatch->at.expected_bits, expected) << "the earliest stays";
  }
}

TEST(TileRecord, SaysWhatTheTileWas) {
  const Tile tile(true);
  TileRun run = tile.run;
  run.cycles.compute = 12;
  run.traffic.bytes_to_device = 99;
  const BlockRecord record = tile_record({}, 2, 4, run);
  EXPECT_EQ(record.rank, 2);
  EXPECT_EQ(record.step, 7);
  EXPECT_EQ(record.block, 3);
  EXPECT_EQ(record.rows, run.block.frame.rows.count());
  EXPECT_EQ(record.cols, run.block.frame.cols.count());
  EXPECT_EQ(record.niter, 4);
  EXPECT_EQ(record.cycles.compute, 12);
  EXPECT_EQ(record.traffic.bytes_to_device, 99);
  ASSERT_TRUE(record.tile);
  EXPECT_EQ(record.tile->tile_class, TileClass::local);
  EXPECT_TRUE(record.tile->backward);
  EXPECT_FALSE(record.strip || record.keep || record.before || record.after);
  EXPECT_EQ(step_of(3, false), 6);
}

}  // namespace
}  // namespace stencil
