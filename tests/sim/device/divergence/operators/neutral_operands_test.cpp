// Operands with which a formula hands on the result of one of its steps as it is.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "models/kernel_rows/formula_weights.hpp"
#include "sim/device/divergence/operators/neutral_operands.hpp"
#include "tests/sim/device/divergence/lying_device.hpp"

namespace stencil::capsule_tests {
namespace {

// For every operator of every kernel: its operands stay, and what it gives reaches the end.
TEST(NeutralOperands, LeaveTheOperandsOfAStepAndItsResult) {
  for (const SweepWeights& weights : {SweepWeights(lying_weights), SweepWeights(FivePointWeights{1, 2, 3, 4, 5, 6})}) {
    const PointFormula& formula = formula_of(weights);
    std::vector<double> operands;
    for (std::size_t i = 0; i < formula.inputs.size(); ++i) operands.push_back(0.37 + 0.71 * static_cast<double>(i));
    for (std::size_t step = 0; step < formula.steps.size(); ++step) {
      SCOPED_TRACE(formula.steps[step].text);
      const double result = formula.results(operands)[step];
      const auto inputs = passing_on(formula, operands, step);
      ASSERT_TRUE(inputs);
      EXPECT_EQ(formula.operands(step, *inputs), formula.operands(step, operands));
      EXPECT_EQ(std::abs(formula.value(*inputs)), std::abs(result));
      const auto passed = passing_on_result(formula, operands, step);
      ASSERT_TRUE(passed);
      EXPECT_NE(formula.operands(step, *passed), formula.operands(step, operands));
      EXPECT_EQ(formula.results(*passed)[step], result);
      EXPECT_EQ(std::abs(formula.value(*passed)), std::abs(result));
    }
  }
}

// A formula that reads a field in several places, and has constants: of the numbers beside a zero's either sign.
TEST(NeutralOperands, ReachOperatorsBesideConstantsAndFieldsReadTwice) {
  const PointFormula& formula = formula_of(formula_weights(read_formula("heat.stencil",
                                                                        R"(kernel heat
field u
source q
number ax
number ay
number dt
lap = ax*(u[i-1,j] - 2*u + u[i+1,j]) + ay*(u[i,j-1] - 2*u + u[i,j+1])
new u = u + lap + dt*q
)")));
  std::vector<double> operands;
  for (std::size_t i = 0; i < formula.inputs.size(); ++i)
    operands.push_back(formula.inputs[i].kind == FormulaInput::Kind::constant ? formula.inputs[i].constant
                                                                              : 0.37 + 0.71 * static_cast<double>(i));
  std::vector<std::string> reached;
  for (std::size_t step = 0; step < formula.steps.size(); ++step) {
    const auto inputs = alone(formula, operands, step);
    if (!inputs) continue;
    reached.push_back(formula.steps[step].text.substr(0, formula.steps[step].text.find(", heat")));
    EXPECT_EQ(formula.operands(step, *inputs), formula.operands(step, operands));
    EXPECT_EQ(std::abs(formula.value(*inputs)), std::abs(formula.results(operands)[step]));
  }
  // The others read u, which the end adds.
  EXPECT_EQ(reached, (std::vector<std::string>{"u[i-1,j] - ... + u[i+1,j]", "ax*(... + u[i+1,j])",
                                               "u[i,j-1] - ... + u[i,j+1]", "ay*(... + u[i,j+1])",
                                               "lap = ax*... + ay*...", "u + lap", "dt*q", "new u = u + lap + dt*q"}));
}

// Behind the additions of a tile is a division, which may hide what is wrong in the last place.
TEST(NeutralOperands, AreDividedAtTheEndOfATile) {
  const PointFormula& formula = tile_formula();
  const std::size_t last = formula.steps.size() - 1;
  int hidden = 0;
  for (int k = 0; k < 20; ++k) {
    std::vector<double> operands;
    for (int i = 0; i < 5; ++i) operands.push_back(std::sin(1.0 + 5.0 * k + i));
    operands.push_back(5.0);
    for (std::size_t step = 0; step <= last; ++step) {
      SCOPED_TRACE(formula.steps[step].text);
      const double result = formula.results(operands)[step];
      const auto as_if = [&](double to) { return std::nextafter(result, to) / 5.0 == result / 5.0; };
      const bool hides = step < last && (as_if(9.0) || as_if(-9.0));
      const auto inputs = alone(formula, operands, step);
      ASSERT_EQ(inputs.has_value(), !hides);
      hidden += hides ? 1 : 0;
      if (hides) continue;
      EXPECT_EQ(formula.operands(step, *inputs), formula.operands(step, operands));
      EXPECT_EQ(formula.value(*inputs), step == last ? result : result / 5.0);
    }
  }
  EXPECT_GT(hidden, 0);
}

// In later sweeps the point itself is what the sweeps before have made of it.
TEST(NeutralOperands, SettleThePointItself) {
  const PointFormula& formula = formula_of(FivePointWeights{1, 2, 3, 4, 5, 6});
  constexpr std::size_t centre = 4, product = 7;  // of the inputs, of the steps
  const std::vector<double> operands{0.5, -1.5, 0.25, 3.0, 7.0, 0.125, 1.5, 2.5, 3.5, -4.5, 5.5, 6.5};
  for (std::size_t step = 0; step < product; ++step) {
    SCOPED_TRACE(formula.steps[step].text);
    const auto inputs = passing_on(formula, operands, step, centre);
    ASSERT_TRUE(inputs);
    EXPECT_EQ(formula.operands(step, *inputs), formula.operands(step, operands));
    EXPECT_EQ((*inputs)[centre], formula.value(*inputs));
    const auto passed = passing_on_result(formula, operands, step, centre);
    ASSERT_TRUE(passed);
    EXPECT_EQ((*passed)[centre], formula.value(*passed));
  }
  EXPECT_FALSE(passing_on(formula, operands, product, centre));
}

// A result of -0 is passed on by adding -0, or subtracting 0.
TEST(NeutralOperands, LeaveTheSignOfAZero) {
  const PointFormula& formula = formula_of(lying_weights);
  const std::vector<double> operands{-0.0, -0.0, -0.0, -0.0, 0.0, 0.7, 1.3, 0.21};
  for (std::size_t step = 0; step < formula.steps.size(); ++step) {
    const auto inputs = passing_on(formula, operands, step);
    ASSERT_TRUE(inputs);
    EXPECT_EQ(bits_of(formula.value(*inputs)), bits_of(-0.0));
  }
}

}  // namespace
}  // namespace stencil::capsule_tests
