// Results that lie elsewhere in local memory, another operator than the job's, bands of a tile that are given others'
// values.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "models/gauss_seidel_tile.hpp"
#include "sim/device/divergence/guesses/explanation.hpp"

namespace stencil {
namespace {

constexpr std::int64_t block_rows = 30, block_cols = 45;

std::vector<double> waves(double seed) {
  std::vector<double> words;
  for (std::int64_t word = 0; word < block_rows * block_cols; ++word)
    words.push_back(std::sin(seed + 1.7 * static_cast<double>(word)));
  return words;
}

Program swept_once(const SweepWeights& weights) {
  SweepCommand sweep;
  sweep.rows = block_rows;
  sweep.cols = block_cols;
  sweep.niter = 1;
  sweep.weights = weights;
  ProgramBlock block;
  block.command = sweep;
  block.f = waves(1.0);
  block.r = waves(2.0);
  Program program;
  program.blocks.push_back(block);
  return program;
}

SweptField settled(const Program& program) {
  SweptField field(program, 0, 0);
  field.settle(0, program.blocks.front().f);
  return field;
}

// Lanes 2 and 3 of four, in every other row: their bank is a row of the bank too far, or too near.
std::vector<double> displaced(const SweptField& field, const std::vector<double>& before, bool both_ways) {
  const std::vector<double>& right = field.after(1);
  std::vector<double> got = right;
  for (const bool moves : {false, true}) {
    for (std::int64_t word = 4; word + 4 < block_rows * block_cols; ++word) {
      const std::int64_t row = word / block_cols;
      if (word % 4 < 2 || row % 2 == 0) continue;
      const std::int64_t to = word + (both_ways && row % 4 == 3 ? -4 : 4);
      if (moves)
        got[static_cast<std::size_t>(to)] = right[static_cast<std::size_t>(word)];
      else
        got[static_cast<std::size_t>(word)] = before[static_cast<std::size_t>(word)];
    }
  }
  return got;
}

TEST(OtherPlaces, ResultsBesideTheirPlacesAreOfTheWriteBack) {
  const Program program = swept_once(JacobiWeights{0.7, 1.3, 0.21});
  const SweptField field = settled(program);
  for (const bool both_ways : {false, true}) {
    const std::vector<double> got = displaced(field, program.blocks.front().f, both_ways);
    const auto found = explain_sweep(SweepView(field, 0, got), 4, {});
    ASSERT_TRUE(found);
    EXPECT_EQ(found->component, "write-back");
    EXPECT_NE(found->as_if.find("written 4 words beside their places"), std::string::npos) << found->as_if;
    EXPECT_EQ(found->fits, found->of);
  }
}

// Where half the column is 0, its words have another reason.
TEST(OtherPlaces, AWholeLineOfZerosHadNotBeenSet) {
  const Program program = swept_once(JacobiWeights{0.7, 1.3, 0.21});
  const SweptField field = settled(program);
  std::vector<double> column = field.after(1), row = field.after(1), half = field.after(1);
  for (std::int64_t at = 1; at + 1 < block_rows; ++at) {
    const auto word = static_cast<std::size_t>(at * block_cols + block_cols - 2);
    column[word] = 0.0;
    if (at < block_rows / 2) half[word] = 0.0;
  }
  std::fill_n(row.begin() + block_cols + 1, block_cols - 2, 0.0);
  const auto as_if = [&](const std::vector<double>& got) {
    return explain_sweep(SweepView(field, 0, got), 4, {})->as_if;
  };
  EXPECT_EQ(as_if(column), "column 43 had not been set, and was 0");
  EXPECT_EQ(as_if(row), "a whole row had not been set, and was 0");
  EXPECT_EQ(as_if(half).find("had not been set"), std::string::npos) << as_if(half);
}

TEST(OtherPlaces, AWholeLineOfOldValuesIsOfTheBorderOrTheWriteBack) {
  const Program program = swept_once(JacobiWeights{0.7, 1.3, 0.21});
  const SweptField field = settled(program);
  const std::vector<double> before = field.after(0);
  const auto as_if = [&](std::size_t row, std::size_t end) {
    std::vector<double> got = field.after(1);
    const auto first = static_cast<std::ptrdiff_t>(row * block_cols);
    std::copy_n(before.begin() + first, end, got.begin() + first);
    const auto found = explain_sweep(SweepView(field, 0, got), 4, {});
    return found->component + ": " + found->as_if;
  };
  EXPECT_EQ(as_if(3, block_cols),
            "border or write-back: the whole row 3 had been left as before the first sweep, like a row of the border");
  EXPECT_EQ(as_if(3, block_cols / 2).find("the whole row"), std::string::npos);
}

// Old values alone are those of a row that was not written.
TEST(OtherPlaces, OldValuesAloneAreNoResultsBesideTheirPlaces) {
  const Program program = swept_once(JacobiWeights{0.7, 1.3, 0.21});
  const SweptField field = settled(program);
  std::vector<double> got = field.after(1);
  for (std::int64_t word = 5 * block_cols; word < 6 * block_cols; ++word)
    got[static_cast<std::size_t>(word)] = program.blocks.front().f[static_cast<std::size_t>(word)];
  const auto found = explain_sweep(SweepView(field, 0, got), 4, {});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->component, "border or write-back");
  EXPECT_EQ(found->as_if.find("beside their places"), std::string::npos) << found->as_if;
}

TEST(OtherOperator, IsNamedWhereTheDeviceHasIt) {
  const JacobiWeights job{0.7, 1.3, 0.21};
  FivePointWeights selected;  // of a job that sets none of its own
  selected.beta = job.beta;
  const Program program = swept_once(job), other = swept_once(selected);
  const SweptField field = settled(program);
  const std::vector<double> got = settled(other).after(1);
  BufferContents device;
  const auto without = explain_sweep(SweepView(field, 0, got), 4, device);
  ASSERT_TRUE(without);
  EXPECT_EQ(without->component.find("selection"), std::string::npos) << without->component;
  device.operators.emplace_back(FivePointWeights{});
  const auto found = explain_sweep(SweepView(field, 0, got), 4, device);
  ASSERT_TRUE(found);
  EXPECT_NE(found->component.find("selection of the operator"), std::string::npos) << found->component;
  EXPECT_NE(found->as_if.find("five-point had been selected (TILE), with 0 for weights"), std::string::npos);
}

// The adder of AC*centre adds -0 in Jacobi sweeps; +0 makes +0 of a sum that is -0.
TEST(OtherOperator, TheAdderThatJacobiSweepsShareIsAmongThoseOfAZero) {
  Program program = swept_once(JacobiWeights{0.7, 1.3, 0.21});
  ProgramBlock& block = program.blocks.front();
  std::fill(block.f.begin(), block.f.begin() + 5 * block_cols, -0.0);
  std::fill(block.r.begin(), block.r.end(), 0.0);
  const SweptField field = settled(program);
  std::vector<double> got = field.after(1);
  for (double& value : got) value += 0.0;
  std::copy(block.f.begin(), block.f.begin() + block_cols, got.begin());  // the border stays
  for (std::int64_t row = 1; row < 5; ++row) got[static_cast<std::size_t>(row * block_cols)] = -0.0;
  for (std::int64_t row = 2; row < 6; ++row) got[static_cast<std::size_t>(row * block_cols - 1)] = -0.0;
  for (const bool shares : {false, true}) {
    BufferContents device;
    if (shares) device.operators.emplace_back(FivePointWeights{});
    const auto found = explain_sweep(SweepView(field, 0, got), 4, device);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->as_if.find("AC*centre") != std::string::npos, shares) << found->as_if;
  }
}

// A neighbour without its highest exponent bits vanishes in the sum as one that is 0: where it is not always the same
// neighbour, line buffers and operands fit alike.
TEST(OtherPlaces, RowsThatBeginBandsAreOfTheBands) {
  TileCommand tile;
  tile.rows = block_rows;
  tile.cols = block_cols;
  tile.sweeps = 1;
  tile.top = {1, 0};
  tile.bottom = {block_rows - 1, 0};
  tile.left = {1, 0};
  tile.right = {block_cols - 1, 0};
  Program program;
  program.blocks.emplace_back();
  program.blocks.front().command = tile;
  program.blocks.front().f = waves(1.0);
  const SweptField field = settled(program);
  std::vector<double> got = program.blocks.front().f;
  for (std::int64_t row = 1; row < block_rows - 1; ++row) {
    for (std::int64_t col = 1; col < block_cols - 1; ++col) {
      const auto at = [&](std::int64_t i, std::int64_t j) { return got[static_cast<std::size_t>(i * block_cols + j)]; };
      const bool begins = row % 13 == 12;
      const double north = begins && col % 2 == 0 ? 0.0 : at(row - 1, col);
      const double south = begins && col % 2 == 1 ? 0.0 : at(row + 1, col);
      got[static_cast<std::size_t>(row * block_cols + col)] =
          field.formula().value({north, south, at(row, col), at(row, col - 1), at(row, col + 1), 5.0});
    }
  }
  const auto found = explain_sweep(SweepView(field, 0, got), 1, {});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->component, "bands");
  EXPECT_NE(found->as_if.find("rows 12, 25 of the block, 13 apart"), std::string::npos) << found->as_if;
}

}  // namespace
}  // namespace stencil
