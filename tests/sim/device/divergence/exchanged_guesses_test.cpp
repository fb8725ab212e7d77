// Operands, weights or results of operators in each other's place: which guess fits them.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "models/formula/point_formula.hpp"
#include "sim/device/divergence/guesses/guesses.hpp"

namespace stencil {
namespace {

// Of a sweep of the five-point operator whose points `value` makes of their operands.
std::optional<ValueExplanation> explained_five_point(
    const std::function<double(const PointFormula& formula, std::vector<double> operands)>& value) {
  ProgramBlock block;
  SweepCommand sweep;
  sweep.rows = 12;
  sweep.cols = 10;
  sweep.niter = 1;
  sweep.weights = FivePointWeights{0.9, 1.1, 1.2, 0.8, -0.2, 0.25};
  block.command = sweep;
  for (int word = 0; word < 120; ++word) {
    block.f.push_back(std::sin(word));
    block.r.push_back(std::cos(word));
  }
  Program program;
  program.blocks.push_back(block);
  SweptField field(program, 0, 0);
  field.settle(0, block.f);
  std::vector<double> got = field.after(1);
  const SweepView before(field, 0, block.f);
  for (std::int64_t word = 0; word < 120; ++word)
    if (field.sets(word, 0)) got[static_cast<std::size_t>(word)] = value(field.formula(), before.operands(word));
  return explain_sweep(SweepView(field, 0, got), 1, {});
}

// Weights that leave in each other's place, and of a formula whose sums do not hide it, operands.
TEST(ExchangedInputs, AreNamedWithBothThatLookAlike) {
  const auto found = explained_five_point([](const PointFormula& formula, std::vector<double> operands) {
    std::swap(operands[2], operands[3]);
    return formula.value(operands);
  });
  ASSERT_TRUE(found);
  EXPECT_EQ(found->component, "operands west and east or weights aW and aE");
  EXPECT_EQ(found->as_if, "west and east had been exchanged, or aW and aE had been exchanged");
  EXPECT_EQ(found->fits, found->of);
}

// Products that reach each other's adder: their sums round otherwise.
TEST(ExchangedResults, OfProductsAreNamed) {
  const auto found = explained_five_point([](const PointFormula& formula, const std::vector<double>& operands) {
    const std::vector<double> own = formula.results(operands);
    std::size_t south = 0, west = 0;
    for (std::size_t step = 0; step < formula.steps.size(); ++step) {
      if (formula.steps[step].text == "aS*south") south = step;
      if (formula.steps[step].text == "aW*west") west = step;
    }
    return formula.value(operands, [&](std::size_t step, double a, double b) {
      return step == south ? own[west] : step == west ? own[south] : apply(formula.steps[step].operation, a, b);
    });
  });
  ASSERT_TRUE(found);
  EXPECT_EQ(found->component, "multiplier");
  EXPECT_EQ(found->as_if,
            "the results of 'aS*south' and 'aW*west' had been exchanged, or the results of 'aN*north' and 'aE*east' "
            "had been exchanged");
  EXPECT_EQ(found->fits, found->of);
}

// Operands exchanged give the words of a block with equal weights, not the one of the run itself.
TEST(BestGuess, TheFirstWordCountsWhereOthersAreOfAnotherField) {
  const std::vector<Guess> guesses{{{"operands", "they had been exchanged"},
                                    [](std::int64_t word) { return std::optional(word == 0 ? 0.0 : 1.0); }}};
  std::vector<std::int64_t> words;
  for (std::int64_t word = 0; word < 40; ++word) words.push_back(word);
  const auto got = [](std::int64_t) { return 1.0; };
  const auto edge = best_guess(guesses, words, got);
  ASSERT_TRUE(edge) << "the first word may be the edge of what is wrong";
  EXPECT_EQ(edge->fits, 39);
  EXPECT_FALSE(best_guess(guesses, words, got, {}, true));
}

}  // namespace
}  // namespace stencil
