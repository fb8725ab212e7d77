// The operators of a point of a kernel file: texts with their places, and bits held against the golden rows.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "models/compare.hpp"
#include "models/formula/exact_sweeps.hpp"
#include "models/jacobi.hpp"
#include "models/kernel_rows/formula_weights.hpp"
#include "models/problem.hpp"

namespace stencil::file_formula_test {
namespace {

FormulaWeights heat() {
  return formula_weights(read_formula("heat.stencil",
                                      "kernel heat\nfield u\nsource q\n"
                                      "number ax\n"
                                      "number dt\n"
                                      "lap = ax*(u[i-1,j] - 2*u + u[i+1,j])\nnew u = u + lap + dt*q\n"));
}

TEST(FileFormula, StepsAreAsWrittenWithLineAndColumn) {
  const FormulaWeights weights = heat();
  const PointFormula& formula = formula_of(weights);
  std::vector<std::string> texts;
  for (const FormulaStep& step : formula.steps) texts.push_back(step.text);
  EXPECT_EQ(texts,
            (std::vector<std::string>{"2*u, heat.stencil:6:23", "u[i-1,j] - 2*u, heat.stencil:6:20",
                                      "u[i-1,j] - ... + u[i+1,j], heat.stencil:6:26",
                                      "lap = ax*(... + u[i+1,j]), heat.stencil:6:9", "u + lap, heat.stencil:7:11",
                                      "dt*q, heat.stencil:7:21", "new u = u + lap + dt*q, heat.stencil:7:17"}));
  EXPECT_EQ(formula.text, "new u = u + lap + dt*q");
  std::vector<std::string> inputs;
  for (const FormulaInput& input : formula.inputs) inputs.push_back(input.name);
  EXPECT_EQ(inputs, (std::vector<std::string>{"2", "u", "u[i-1,j]", "u[i+1,j]", "ax", "dt", "q"}));
  EXPECT_EQ(&formula_of(weights), &formula) << "it lives on";
}

TEST(FileFormula, PartsAtNeighboursAndParenthesesAreNamed) {
  const Formula formula = read_formula("f",
                                       "kernel k\nfield u\n"
                                       "d = u - u[i,j-1]\n"
                                       "new u = u - (d[i,j+1] - d)*(u - (u*u - u[i+1,j]))\n");
  EXPECT_EQ(
      written_operations(formula),
      (std::vector<std::string>{"d = u - u[i,j-1]", "d[i,j+1] = u[i,j+1] - u", "d[i,j+1] - d", "u*u", "u*u - u[i+1,j]",
                                "u - (... - u[i+1,j])", "(d[i,j+1] - d)*(u - ...)", "new u = u - ...*..."}));
}

// Signs, divisions, corners and specials, against rows that share no arithmetic with them.
TEST(FileFormula, HasTheBitsOfTheGoldenRows) {
  constexpr std::int64_t rows = 8, cols = 9;
  for (const char* formula : {"new u = -(u[i-1,j-1] + u[i+1,j+1])/5 - -a*u", "new u = -(-u*a) + (-u[i+1,j-1])/8 - q",
                              "new u = -u", "new u = 3*u - (q - u[i-1,j+1])*-a"}) {
    const FormulaWeights weights =
        with_numbers(formula_weights(read_formula("f", std::string("kernel k\nfield u\nsource q\n"
                                                                   "number a\n") +
                                                           formula + "\n")),
                     {0.7});
    for (const double special : {0.25, -0.0, std::numeric_limits<double>::quiet_NaN(), HUGE_VAL, 5e-324}) {
      std::vector<double> f(rows * cols), r(f.size());
      fill_problem_rows(1, ProblemArray::f, 0, rows, cols, f.data());
      fill_problem_rows(1, ProblemArray::r, 0, rows, cols, r.data());
      f[2 * cols + 3] = special;
      std::vector<double> golden = f;
      golden_sweeps(rows, cols, golden.data(), r.data(), weights, 2);
      exact_sweeps(rows, cols, f.data(), r.data(), weights, 2);
      EXPECT_EQ(compare_rows(f.data(), golden.data(), 0, rows, cols).mismatches, 0) << formula << ", " << special;
    }
  }
}

}  // namespace
}  // namespace stencil::file_formula_test
