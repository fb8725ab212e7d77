// The formulas of points have the bits of the golden loops, operator by operator.
// SPDX-License-Identifier: Apache-2.0
#include "models/formula/point_formula.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "models/gauss_seidel_tile.hpp"
#include "models/jacobi.hpp"
#include "models/problem.hpp"
#include "tests/models/uneven_weights.hpp"

namespace stencil::point_formula_test {
namespace {

constexpr std::int64_t rows = 5;
constexpr std::int64_t cols = 6;

std::vector<double> field(ProblemArray array) {
  std::vector<double> values(rows * cols);
  fill_problem_rows(3, array, 0, rows, cols, values.data());
  return values;
}

std::vector<double> inputs(const PointFormula& formula, const std::vector<double>& f, const std::vector<double>& r,
                           const SweepWeights& weights, std::int64_t word) {
  std::vector<double> values;
  for (const FormulaInput& input : formula.inputs) {
    if (input.kind == FormulaInput::Kind::field)
      values.push_back(f[static_cast<std::size_t>(word + input.rows * cols + input.cols)]);
    if (input.kind == FormulaInput::Kind::right_hand_side) values.push_back(r[static_cast<std::size_t>(word)]);
    if (input.kind == FormulaInput::Kind::constant) values.push_back(input.constant);
    if (input.kind == FormulaInput::Kind::weight) {
      for_each_weight(weights, [&](Weight weight, double value) {
        if (weight == input.weight) values.push_back(value);
      });
    }
  }
  return values;
}

TEST(PointFormula, HasTheBitsOfASweepOfEachOperator) {
  for (const SweepWeights& weights : test::uneven_weights()) {
    const PointFormula& formula = formula_of(weights);
    for (const double special : {0.25, std::numeric_limits<double>::quiet_NaN(), HUGE_VAL}) {
      std::vector<double> f = field(ProblemArray::f);
      const std::vector<double> r = field(ProblemArray::r);
      f[2 * cols + 2] = special;
      std::vector<double> swept = f;
      golden_sweeps(rows, cols, swept.data(), r.data(), weights, 1);
      for (std::int64_t i = 1; i < rows - 1; ++i) {
        for (std::int64_t j = 1; j < cols - 1; ++j) {
          const std::int64_t word = i * cols + j;
          EXPECT_EQ(bits_of(formula.value(inputs(formula, f, r, weights, word))),
                    bits_of(swept[static_cast<std::size_t>(word)]))
              << formula.text;
        }
      }
    }
  }
}

TEST(PointFormula, HasTheBitsOfATile) {
  std::vector<double> f = field(ProblemArray::f);
  const PointFormula& formula = tile_formula();
  const std::int64_t word = 2 * cols + 3;
  const double expected = formula.value(inputs(formula, f, {}, {}, word));
  Tile tile;
  tile.rows = rows;
  tile.cols = cols;
  tile.sweeps = 1;
  tile.top = {2, 0};
  tile.bottom = {3, 0};
  tile.left = {3, 0};
  tile.right = {4, 0};
  golden_tile(tile, f.data());
  EXPECT_EQ(bits_of(f[static_cast<std::size_t>(word)]), bits_of(expected));
}

TEST(PointFormula, ChangesTheResultOfOneStep) {
  const PointFormula& formula = formula_of(JacobiWeights{});
  const std::vector<double> values{1, 2, 3, 4, 5, 10, 100, 0.5};
  EXPECT_EQ(formula.results(values), (std::vector<double>{3, 7, 30, 700, 730, 725, 362.5}));
  EXPECT_EQ(formula.operands(4, values), (std::pair<double, double>(30, 700)));
  EXPECT_EQ(formula.operands(5, values), (std::pair<double, double>(730, 5)));
  EXPECT_EQ(formula.value(values, 1, [](double right, double a, double b) { return right + a * b; }), 962.5);
  EXPECT_STREQ(unit_of(formula.steps[5].operation), "adder");
  EXPECT_STREQ(unit_of(formula.steps[6].operation), "multiplier");
  EXPECT_STREQ(unit_of(tile_formula().steps.back().operation), "division");
}

}  // namespace
}  // namespace stencil::point_formula_test
