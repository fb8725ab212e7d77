// Rows by a formula: the bits of the hand-written rows, at every width, with NaN and signed zeros; and what is shared.
// SPDX-License-Identifier: Apache-2.0
#include "models/kernel_rows/row_program.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "models/jacobi.hpp"
#include "models/kernel_file/formula.hpp"
#include "tests/models/kernel_rows/row_values.hpp"

namespace stencil::row_program_test {
namespace {

constexpr const char* examples = STENCIL_FORMULA_EXAMPLES;

Formula example(const std::string& name) {
  return read_formula_file(std::string(examples) + "/" + name + ".stencil");
}

void expect_same_rows(const Formula& formula, const SweepWeights& weights, const std::vector<double>& numbers) {
  const RowProgram program(formula);
  for (const std::int64_t cols : {0, 1, 2, 3, 4, 7, 257, 258, 259, 1000}) {
    const auto north = row_values(cols, 1), centre = row_values(cols, 2), south = row_values(cols, 3),
               r = row_values(cols, 4);
    std::vector<double> want(static_cast<std::size_t>(cols), 7.0), got = want;
    sweep_row(cols, north.data(), centre.data(), south.data(), r.data(), want.data(), weights);
    program.row(cols, north.data(), centre.data(), south.data(), r.data(), got.data(), numbers.data());
    EXPECT_EQ(words_of(got), words_of(want)) << cols;
  }
}

TEST(RowProgram, JacobiHasTheBitsOfTheHandWrittenRow) {
  expect_same_rows(example("jacobi"), JacobiWeights{3.25, 2.0, 0.1}, {0, 0, 3.25, 2.0, 0.1});
}

TEST(RowProgram, FivePointHasTheBitsOfTheHandWrittenRow) {
  expect_same_rows(example("five_point"), FivePointWeights{0.1, 0.2, 0.3, 0.4, -0.5, 0.7},
                   {0.1, 0.2, 0.3, 0.4, -0.5, 0.7});
}

TEST(RowProgram, AFormulaWithoutItsSourceReadsNone) {
  const Formula formula = read_formula("f", "kernel k\nfield u\nsource q\nnew u = u[i-1,j] - u[i,j+1]\n");
  const std::vector<double> row{1, 2, 3};
  std::vector<double> out(3, 7.0);
  RowProgram(formula).row(3, row.data(), row.data(), row.data(), nullptr, out.data(), nullptr);
  EXPECT_EQ(out, (std::vector<double>{7, -1, 7}));
}

TEST(RowProgram, ValuesOfNumbersAloneAreTheSameEverywhere) {
  const Formula formula = read_formula("f",
                                       "kernel k\nfield u\n"
                                       "number a\nnew u = -(a*a - 2)/4\n");
  const std::vector<double> row(600, 1.0), numbers{3.0};
  std::vector<double> out(600, 7.0);
  RowProgram(formula).row(600, row.data(), row.data(), row.data(), nullptr, out.data(), numbers.data());
  EXPECT_EQ(out[1], -1.75);
  EXPECT_EQ(out[598], -1.75);
  EXPECT_EQ(out[599], 7.0);
}

TEST(RowProgram, OperationsShareLoopsAndResultsAPlace) {
  const RowProgram jacobi(example("jacobi"));
  EXPECT_EQ(jacobi.loops(), 4u);
  EXPECT_EQ(jacobi.slots(), 3u);
  EXPECT_EQ(RowProgram(example("nine_point")).loops(), 6u);
}

}  // namespace
}  // namespace stencil::row_program_test
