// A wrong value of a kernel file names the operation as the file has it, with line and column.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>

#include "models/kernel_rows/formula_weights.hpp"
#include "tests/sim/device/divergence/lying_device.hpp"

namespace stencil::capsule_tests {
namespace {

FormulaWeights damped() {
  return with_numbers(formula_weights(read_formula(
                          "damped.stencil",
                          "kernel damped\nfield u\nsource q\n"
                          "number w\n"
                          "mean = -(u[i-1,j-1] + u[i+1,j]) + u[i,j+1]*0.3\nnew u = u - w*(mean - u)*0.7 - q\n")),
                      {0.21});
}

TEST(FormulaDivergence, NamesEachOperationAsWritten) {
  const FormulaWeights weights = damped();
  const PointFormula& formula = formula_of(weights);
  const std::string texts[] = {"u[i-1,j-1] + u[i+1,j], damped.stencil:5:21",
                               "u[i,j+1]*0.3, damped.stencil:5:43",
                               "mean = -(u[i-1,j-1] + u[i+1,j]) + u[i,j+1]*0.3, damped.stencil:5:33",
                               "mean - u, damped.stencil:6:21",
                               "w*(mean - u), damped.stencil:6:14",
                               "w*...*0.7, damped.stencil:6:25",
                               "u - ...*0.7, damped.stencil:6:11",
                               "new u = u - ... - q, damped.stencil:6:30"};
  ASSERT_EQ(formula.steps.size(), std::size(texts));
  for (std::size_t step = 0; step < std::size(texts); ++step) {
    EXPECT_EQ(formula.steps[step].text, texts[step]);
    Lies lies;
    lies.point = [&](const LyingPoint& point, double) -> std::optional<double> {
      if (point.sweep != 1 || std::pair(point.row, point.col) < std::pair<std::int64_t, std::int64_t>(7, 12))
        return std::nullopt;
      return formula.value(point.operands, step,
                           [](double right, double, double) { return from_bits(bits_of(right) ^ (1ull << 47)); });
    };
    const Divergence divergence = first_divergence(all_ways[0], lies, {}, weights).divergence;
    ASSERT_TRUE(divergence.sweep);
    EXPECT_EQ(*divergence.sweep, 1);
    EXPECT_EQ(divergence.row, 7);
    EXPECT_EQ(divergence.col, 12);
    EXPECT_EQ(divergence.formula, formula.text);
    ASSERT_EQ(divergence.results.size(), std::size(texts));
    EXPECT_EQ(divergence.results[step].step, texts[step]);
    ASSERT_TRUE(divergence.explanation) << step;
    EXPECT_EQ(divergence.explanation->step, step);
    const std::string named = unit_of(formula.steps[step].operation) + std::string(" '") + texts[step] + "'";
    EXPECT_NE((divergence.explanation->who + divergence.explanation->as_if).find(texts[step]), std::string::npos)
        << named << ": " << divergence.explanation->who << ", " << divergence.explanation->as_if;
  }
}

TEST(FormulaDivergence, NamesOperandsAsTheFileDoes) {
  const FormulaWeights weights = damped();
  Lies lies;
  lies.point = [&](const LyingPoint& point, double) -> std::optional<double> {
    if (point.sweep != 0 || point.row != 7) return std::nullopt;
    LyingPoint wrong = point;
    wrong.operands[0] = point.at(6, point.col);  // u[i-1,j] in place of u[i-1,j-1]
    return formula_of(point.command.weights).value(wrong.operands);
  };
  const Divergence divergence = first_divergence(all_ways[1], lies, {}, weights).divergence;
  ASSERT_TRUE(divergence.explanation);
  EXPECT_NE(divergence.explanation->as_if.find("u[i-1,j-1] had been the value one word behind it"), std::string::npos)
      << divergence.explanation->as_if;
  EXPECT_EQ(divergence.operands[0].name, "u[i-1,j-1]");
  EXPECT_EQ(divergence.operands.back().name, "q");
}

}  // namespace
}  // namespace stencil::capsule_tests
