// Faults of whole rows and sweeps: which guess fits them.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/sim/device/divergence/lying_device.hpp"

namespace stencil::capsule_tests {
namespace {

using Where = Divergence::Where;

TEST(GuessedDivergence, NamesAWeightThatWasWrittenToTheRegisterOfAnother) {
  Lies lies;
  lies.point = [](const LyingPoint& point, double) -> std::optional<double> {
    std::vector<double> operands = point.operands;
    operands[5] = std::exchange(operands[6], 0.0);
    return formula_of(point.command.weights).value(operands);
  };
  const Divergence divergence = first_divergence(all_ways[0], lies).divergence;
  EXPECT_EQ(component_of(divergence), "weights rdx2 and rdy2");
  ASSERT_TRUE(divergence.explanation);
  EXPECT_EQ(divergence.explanation->as_if, "rdx2 had been rdy2, and rdy2 had been 0");
}

// One value, or a few, leave several operators: those of a block of other values tell them apart.
TEST(GuessedDivergence, SweepsOtherValuesWhereFewAreWrong) {
  Lies lies;
  lies.point = [&](const LyingPoint& point, double right) -> std::optional<double> {
    if (bits_of(right) % (point.command.rows > 60 ? 7 : 499) != 0) return std::nullopt;
    const PointFormula& formula = formula_of(point.command.weights);
    return formula.value(point.operands, [&](std::size_t step, double a, double b) {
      const bool adds = formula.steps[step].operation != PointOperation::multiply;
      return apply(formula.steps[step].operation, a, b, adds ? Rounding::no_sticky : Rounding::nearest_even);
    });
  };
  const Divergence divergence = first_divergence(all_ways[0], lies).divergence;
  ASSERT_LT(divergence.differing, 5);
  EXPECT_EQ(component_of(divergence), "adder");
  EXPECT_EQ(divergence.explanation->as_if, "every adder had rounded without its sticky bit");
  EXPECT_GT(divergence.other_values.value_or(0), 2);
  EXPECT_EQ(divergence.explanation->of, divergence.differing + divergence.other_values.value_or(0));
}

TEST(GuessedDivergence, NamesAnOperandOfWhichNotAlwaysTheSameBitIsWrong) {
  Lies lies;
  lies.point = [](const LyingPoint& point, double) -> std::optional<double> {
    std::vector<double> operands = point.operands;
    operands[2] = from_bits(bits_of(operands[2]) ^ (1ull << (20 + (point.row + 3 * point.col) % 20)));
    return formula_of(point.command.weights).value(operands);
  };
  const Divergence divergence = first_divergence(all_ways[0], lies).divergence;
  EXPECT_EQ(component_of(divergence), "operand west");
  ASSERT_TRUE(divergence.explanation);
  EXPECT_EQ(divergence.explanation->as_if, "one bit of west had been flipped, not always the same one");
}

// A word of a line buffer, once a row: its neighbours take it as one operand or another.
TEST(GuessedDivergence, NamesABitOfOperandsThatAreNotAlwaysTheSame) {
  Lies lies;
  lies.point = [](const LyingPoint& point, double) -> std::optional<double> {
    std::vector<double> operands = point.operands;
    for (const auto& [input, col] : {std::pair{std::size_t{0}, point.col}, {2, point.col - 1}, {3, point.col + 1}}) {
      if (col == 5) operands[input] = from_bits(bits_of(operands[input]) ^ 1ull << 40);
    }
    return formula_of(point.command.weights).value(operands);
  };
  const Divergence divergence = first_divergence(all_ways[0], lies).divergence;
  EXPECT_EQ(component_of(divergence), "operand");
  ASSERT_TRUE(divergence.explanation);
  EXPECT_EQ(divergence.explanation->as_if, "bit 40 of operands, not always the same ones, had been flipped");
  EXPECT_EQ(divergence.places, "all in columns 4, 5, 6");
}

// What fits a word now and then is no cause.
TEST(GuessedDivergence, NamesNothingThatLessThanHalfOfTheWrongValuesFit) {
  Lies lies;
  lies.point = [](const LyingPoint& point, double right) -> std::optional<double> {
    if (point.sweep != 0) return std::nullopt;
    if ((point.row + point.col) % 3 == 2) return point.at(point.row, point.col);
    return right * (1.0 + 1e-3 * static_cast<double>(point.row * 7 + point.col));
  };
  const Divergence divergence = first_divergence(all_ways[0], lies).divergence;
  EXPECT_EQ(divergence.row, 1);
  EXPECT_EQ(divergence.col, 1);
  EXPECT_EQ(component_of(divergence), "sweep");
  EXPECT_FALSE(divergence.explanation) << divergence.explanation->as_if;
}

TEST(GuessedDivergence, NamesTheWriteBackOfARow) {
  Lies lies;
  lies.point = [](const LyingPoint& point, double) -> std::optional<double> {
    if (point.sweep != 2 || point.row != 5) return std::nullopt;
    return point.at(5, point.col);
  };
  const Divergence divergence = first_divergence(all_ways[1], lies).divergence;
  EXPECT_EQ(divergence.where, Where::sweep);
  EXPECT_EQ(*divergence.sweep, 2);
  EXPECT_EQ(divergence.row, 5);
  EXPECT_EQ(divergence.col, 1);
  EXPECT_EQ(divergence.differing, 18);
  EXPECT_EQ(component_of(divergence), "write-back");
  EXPECT_EQ(divergence.explanation->as_if, "its value after sweep 1 had been kept");
}

TEST(GuessedDivergence, TellsALostSweepFromAWriteBack) {
  Lies lies;
  lies.point = [](const LyingPoint& point, double) -> std::optional<double> {
    if (point.sweep != 2) return std::nullopt;
    return point.at(point.row, point.col);
  };
  const Divergence divergence = first_divergence(all_ways[1], lies).divergence;
  EXPECT_EQ(*divergence.sweep, 2);
  EXPECT_EQ(component_of(divergence), "sweep");
  EXPECT_EQ(divergence.explanation->as_if, "this sweep had not been made");
}

TEST(GuessedDivergence, NamesTheOperandAndTheWeightsWithAWrongBit) {
  Lies lies;
  lies.point = [](const LyingPoint& point, double) -> std::optional<double> {
    if (point.sweep != 1 || point.row < 4) return std::nullopt;
    std::vector<double> operands = point.operands;
    operands[3] = from_bits(bits_of(operands[3]) ^ (1ull << 40));
    return formula_of(point.command.weights).value(operands);
  };
  const Divergence operand = first_divergence(all_ways[0], lies).divergence;
  EXPECT_EQ(component_of(operand), "operand east");
  EXPECT_EQ(operand.explanation->as_if, "bit 40 of east had been flipped");
  lies.point = [](const LyingPoint& point, double) -> std::optional<double> {
    std::vector<double> operands = point.operands;
    for (std::size_t i = 5; i < 8; ++i) operands[i] = from_bits(bits_of(operands[i]) & ~1ull);
    return formula_of(point.command.weights).value(operands);
  };
  const Divergence weights = first_divergence(all_ways[0], lies).divergence;
  EXPECT_EQ(*weights.sweep, 0);
  EXPECT_EQ(component_of(weights).substr(0, 6), "weight") << component_of(weights);
}

TEST(GuessedDivergence, NamesHalvesOfWeightsAndWordsAtADistance) {
  Lies lies;
  lies.point = [](const LyingPoint& point, double) -> std::optional<double> {
    std::vector<double> operands = point.operands;
    operands[6] = from_bits(bits_of(operands[6]) & ~0xffffffffull);
    return formula_of(point.command.weights).value(operands);
  };
  const Divergence weight = first_divergence(all_ways[0], lies).divergence;
  ASSERT_TRUE(weight.explanation);
  EXPECT_EQ(weight.explanation->as_if.rfind("the lower half of ", 0), 0u) << weight.explanation->as_if;
  lies.point = [](const LyingPoint& point, double) -> std::optional<double> {
    const std::int64_t word = point.row * point.command.cols + point.col + 7;
    if (point.sweep != 1 || word >= static_cast<std::int64_t>(point.r.size())) return std::nullopt;
    std::vector<double> operands = point.operands;
    operands[4] = point.r[static_cast<std::size_t>(word)];
    return formula_of(point.command.weights).value(operands);
  };
  const Divergence distant = first_divergence(all_ways[0], lies).divergence;
  EXPECT_EQ(component_of(distant), "operand r");
  EXPECT_EQ(distant.explanation->as_if, "r had been the value 7 words behind it");
}

// What a point is computed from and where it is written look alike, but for the first column.
TEST(GuessedDivergence, NamesTheStencilOfAnotherPoint) {
  Lies lies;
  lies.point = [](const LyingPoint& point, double) -> std::optional<double> {
    if (point.sweep != 0) return std::nullopt;
    const std::int64_t i = point.row, j = point.col - 1, cols = point.command.cols;
    const auto at = [&](std::int64_t word) { return point.before[static_cast<std::size_t>(word)]; };
    std::vector<double> operands = point.operands;
    const std::int64_t word = i * cols + j;
    operands[0] = at(word - cols), operands[1] = at(word + cols), operands[2] = at(word - 1),
    operands[3] = at(word + 1);
    operands[4] = point.r[static_cast<std::size_t>(word)];
    return formula_of(point.command.weights).value(operands);
  };
  const Divergence divergence = first_divergence(all_ways[0], lies).divergence;
  EXPECT_EQ(component_of(divergence), "stencil");
  EXPECT_EQ(divergence.explanation->fits, divergence.explanation->of);
}

}  // namespace
}  // namespace stencil::capsule_tests
