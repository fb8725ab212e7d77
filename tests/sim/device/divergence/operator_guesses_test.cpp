// Operators that add for subtract, round another way or are not always the same: which guess fits them.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/sim/device/divergence/lying_device.hpp"

namespace stencil::capsule_tests {
namespace {

using Where = Divergence::Where;

TEST(GuessedDivergence, NamesTheAdderThatDoesNotSubtract) {
  Lies lies;
  lies.point = [](const LyingPoint& point, double) {
    return std::optional(
        formula_of(point.command.weights).value(point.operands, 5, [](double, double a, double b) { return a + b; }));
  };
  for (const ItstepOptions& how : {all_ways[0], all_ways[1]}) {
    const Divergence divergence = first_divergence(how, lies).divergence;
    EXPECT_EQ(divergence.where, Where::sweep);
    EXPECT_EQ(*divergence.sweep, 0);
    EXPECT_EQ(divergence.row, 1);
    EXPECT_EQ(divergence.col, 1);
    EXPECT_EQ(component_of(divergence), "adder");
    EXPECT_EQ(divergence.explanation->as_if, "adder '... - r' had added");
    EXPECT_EQ(divergence.explanation->fits, divergence.explanation->of);
    EXPECT_EQ(divergence.only_this_sweep, false) << "all sweeps are wrong";
  }
}

TEST(GuessedDivergence, NamesMultipliersThatRoundAWayOfTheirOwnFromTwoOn) {
  Lies lies;
  lies.point = [](const LyingPoint& point, double) -> std::optional<double> {
    return formula_of(point.command.weights).value(point.operands, [&](std::size_t step, double a, double b) {
      return apply(formula_of(point.command.weights).steps[step].operation, a, b, Rounding::short_sticky_from_two);
    });
  };
  const Divergence divergence = first_divergence(all_ways[0], lies).divergence;
  EXPECT_EQ(component_of(divergence), "multiplier");
  ASSERT_TRUE(divergence.explanation);
  EXPECT_EQ(divergence.explanation->as_if,
            "every multiplier had rounded without the lower bits of its sticky bit where significands multiply to 2 or "
            "more");
}

// With few bits in the values each addition is a tie now and then.
TEST(GuessedDivergence, NamesTheRoundingOfAllOperatorsOfAKindAndOfOne) {
  struct Wrong {
    Rounding rounding;
    const char* words;
  };
  for (const Wrong& wrong :
       {Wrong{Rounding::nearest_away, "ties away from zero"}, Wrong{Rounding::toward_zero, "toward zero"},
        Wrong{Rounding::away_from_zero, "away from zero (up)"}, Wrong{Rounding::no_sticky, "sticky"}}) {
    for (const bool all : {true, false}) {
      Lies lies;
      lies.point = [&](const LyingPoint& point, double) -> std::optional<double> {
        const PointFormula& formula = formula_of(point.command.weights);
        return formula.value(point.operands, [&](std::size_t step, double a, double b) {
          const bool adds = formula.steps[step].operation != PointOperation::multiply;
          return apply(formula.steps[step].operation, a, b,
                       (all && adds) || step == 5 ? wrong.rounding : Rounding::nearest_even);
        });
      };
      const Divergence divergence = first_divergence(all_ways[0], lies).divergence;
      EXPECT_EQ(component_of(divergence), "adder") << wrong.words;
      ASSERT_TRUE(divergence.explanation);
      EXPECT_NE(divergence.explanation->as_if.find(wrong.words), std::string::npos) << divergence.explanation->as_if;
      EXPECT_NE(divergence.explanation->as_if.find(all ? "every adder" : "'... - r'"), std::string::npos)
          << divergence.explanation->as_if;
      EXPECT_EQ(divergence.side, WrongSide::device);
    }
  }
}

// The part that rounds may serve adders and multipliers, and take ties by any rule.
TEST(GuessedDivergence, NamesTiesThatAllOperatorsRoundByARareRule) {
  Lies lies;
  lies.point = [&](const LyingPoint& point, double) -> std::optional<double> {
    const PointFormula& formula = formula_of(point.command.weights);
    return formula.value(point.operands, [&](std::size_t step, double a, double b) {
      return apply(formula.steps[step].operation, a, b, Rounding::nearest_by_next);
    });
  };
  const Divergence divergence = first_divergence(all_ways[0], lies).divergence;
  ASSERT_TRUE(divergence.explanation);
  EXPECT_EQ(divergence.side, WrongSide::device);
  EXPECT_NE(divergence.explanation->as_if.find("had rounded ties by the bit above the last one"), std::string::npos)
      << divergence.explanation->as_if;
  EXPECT_EQ(divergence.explanation->as_if.rfind("every adder", 0), 0U) << divergence.explanation->as_if;
}

// No rule of adders alone, or of multipliers alone, gives what both round toward zero.
TEST(GuessedDivergence, NamesTheRoundingThatAddersAndMultipliersShare) {
  Lies lies;
  lies.point = [](const LyingPoint& point, double) -> std::optional<double> {
    const PointFormula& formula = formula_of(point.command.weights);
    return formula.value(point.operands, [&](std::size_t step, double a, double b) {
      return apply(formula.steps[step].operation, a, b, Rounding::toward_zero);
    });
  };
  const Divergence divergence = first_divergence(all_ways[0], lies).divergence;
  EXPECT_EQ(component_of(divergence), "rounding");
  ASSERT_TRUE(divergence.explanation);
  EXPECT_EQ(divergence.explanation->as_if, "every adder and multiplier had rounded toward zero (truncated)");
}

// A zero of the other sign shows in one point alone, whichever adder made it: other sums that cancel show which.
TEST(GuessedDivergence, TellsAddersApartByNumbersThatCancel) {
  for (const std::size_t wrong_step : {0, 1, 4}) {
    Lies lies;
    lies.point = [&](const LyingPoint& point, double) -> std::optional<double> {
      const PointFormula& formula = formula_of(point.command.weights);
      return formula.value(point.operands, [&](std::size_t step, double a, double b) {
        const double right = apply(formula.steps[step].operation, a, b);
        return step == wrong_step && right == 0.0 && a != 0.0 && b != 0.0 ? -right : right;
      });
    };
    SweepCommand sweep;
    sweep.rows = sweep.cols = 5;
    sweep.niter = 1;
    sweep.weights = lying_weights;
    ProgramBlock block{sweep, std::vector<double>(25), std::vector<double>(25, 0.0)};
    for (std::size_t word = 0; word < 25; ++word) block.f[word] = 1.0 + static_cast<double>(word * word);
    // Of the point in the middle: the operands of the wrong adder cancel, the other sum is -0.
    const bool rows_cancel = wrong_step == 0, columns_cancel = wrong_step == 1;
    block.f[7] = rows_cancel ? 1.5 : -0.0, block.f[17] = rows_cancel ? -1.5 : -0.0;
    block.f[11] = columns_cancel ? 2.5 : -0.0, block.f[13] = columns_cancel ? -2.5 : -0.0;
    if (wrong_step == 4) {
      block.f[7] = block.f[17] = 1.3 / 2, block.f[11] = block.f[13] = -0.7 / 2;  // times 0.7, times 1.3
    }
    Program program;
    program.blocks.push_back(block);
    Lies always;
    always.point = [](const LyingPoint&, double right) { return std::optional(-right); };
    const Capsule machine = wrong_calls(all_ways[0], always);
    Capsule calls = capsule_of(program, machine);
    calls.weights = machine.weights;
    expect(calls);
    const CapsulePlayer player = [&](const Capsule& capsule) {
      LyingDevice device(lies);
      return play(capsule, device);
    };
    const auto divergence = find_divergence(player(calls), player);
    ASSERT_TRUE(divergence) << wrong_step;
    EXPECT_EQ(divergence->differing, 1);
    EXPECT_EQ(component_of(*divergence), "adder");
    ASSERT_TRUE(divergence->explanation);
    EXPECT_EQ(divergence->explanation->suspects, 1u) << divergence->explanation->as_if;
    EXPECT_EQ(divergence->explanation->step, wrong_step) << divergence->explanation->as_if;
    EXPECT_GT(divergence->other_values.value_or(0), 0);
  }
}

// Now one product, now another: no single operator explains all.
TEST(GuessedDivergence, NamesOperatorsThatAreNotAlwaysTheSame) {
  Lies lies;
  lies.point = [](const LyingPoint& point, double) -> std::optional<double> {
    const PointFormula& formula = formula_of(point.command.weights);
    return formula.value(point.operands, [&](std::size_t step, double a, double b) {
      const double right = apply(formula.steps[step].operation, a, b);
      const bool is_wrong = formula.steps[step].operation == PointOperation::multiply && bits_of(a) % 8 == 3;
      return is_wrong ? from_bits(bits_of(right) ^ (1ull << 30)) : right;
    });
  };
  const Divergence divergence = first_divergence(all_ways[0], lies).divergence;
  EXPECT_EQ(component_of(divergence), "multiplier");
  ASSERT_TRUE(divergence.explanation);
  EXPECT_EQ(divergence.explanation->as_if,
            "multipliers, not always the same ones, had given bit 30 of their result flipped");
  EXPECT_EQ(divergence.explanation->fits, divergence.explanation->of);
}

}  // namespace
}  // namespace stencil::capsule_tests
