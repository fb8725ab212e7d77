// Every loop that a row can be made of: the bits of the formula in integers, whatever the instructions and the width.
// SPDX-License-Identifier: Apache-2.0
#include "models/kernel_rows/piece_loops.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "models/formula/exact_sweeps.hpp"
#include "models/kernel_rows/formula_weights.hpp"
#include "models/kernel_rows/row_program.hpp"
#include "tests/models/kernel_rows/row_values.hpp"

namespace stencil::piece_loops_test {
namespace {

const std::string head =
    "kernel k\nfield u\nsource q\n"
    "number a\n"
    "number b\n";
const std::vector<double> numbers{-0.7, 3.0};

// loops: how many it takes; 0: any number.
void expect_exact(const std::string& value, std::size_t loops) {
  const Formula formula = read_formula("f", head + "new u = " + value + "\n");
  const SweepWeights weights = with_numbers(formula_weights(formula), numbers);
  for (const std::int64_t cols : {3, 4, 5, 6, 7, 8, 9, 10, 11, 18, 260}) {
    const auto n = static_cast<std::size_t>(cols);
    std::vector<double> field;
    for (const unsigned seed : {1u, 2u, 3u})
      for (const double point : row_values(cols, seed)) field.push_back(point);
    std::vector<double> r(3 * n, 0.0);
    const std::vector<double> source = row_values(cols, 4);
    std::copy(source.begin(), source.end(), r.begin() + cols);
    std::vector<double> want = field;
    exact_sweeps(3, cols, want.data(), r.data(), weights, 1);
    want = {want.begin() + cols, want.begin() + 2 * cols};
    for (const Instructions instructions : all_instructions) {
      if (!cpu_has(instructions)) continue;
      const RowProgram program(formula, instructions);
      EXPECT_TRUE(loops == 0 || program.loops() == loops) << value << ": " << program.loops();
      std::vector<double> got(field.begin() + cols, field.begin() + 2 * cols);
      program.row(cols, field.data(), field.data() + cols, field.data() + 2 * cols, source.data(), got.data(),
                  numbers.data());
      EXPECT_EQ(words_of(got), words_of(want)) << value << ", " << cols << " columns, " << name_of(instructions);
    }
  }
}

TEST(PieceLoops, OneOperation) {
  for (const char* value : {"u + q", "u + a", "u - q", "u - a", "a - u", "-u - q", "-u - a", "a + -u", "u*q", "a*u",
                            "-u*q", "-u*a", "-u*-q", "-u - -q", "u/5", "-u/5", "u/4", "-u/4", "u"})
    expect_exact(value, 1);
}

// Each kind that begins a loop, with each that ends one and each operand of that.
TEST(PieceLoops, TwoOperations) {
  for (const std::string first : {"(u + q)", "(u + a)", "(u - q)", "(u - a)", "(a - u)", "(u*q)", "(u*a)"}) {
    for (const std::string other : {"u[i-1,j]", "b"}) {
      for (const char* sign : {" + ", " - ", "*"}) {
        expect_exact(first + sign + other, 1);
        expect_exact(other + sign + first, 1);
      }
    }
  }
}

TEST(PieceLoops, TwoThatAreAlikeAndOneOnThem) {
  for (const char* sign : {" + ", " - ", "*"}) {
    const std::string between = sign;
    for (const std::string inner : {"+", "-", "*"}) {
      expect_exact("(u" + inner + "q)" + between + "(u[i-1,j]" + inner + "u[i,j+1])", 1);
      expect_exact("(u" + inner + "a)" + between + "(u[i+1,j]" + inner + "b)", 1);
    }
    expect_exact("(a - u)" + between + "(b - u[i-1,j-1])", 1);
    expect_exact("(u - a)" + between + "(b - u[i-1,j-1])", 2);
    expect_exact("(u - a)" + between + "(u[i-1,j-1] - q)", 2);
    expect_exact("(u + q)" + between + "(u*q)", 2);
    expect_exact("(u*a)" + between + "(u*q)", 2);
  }
}

// A result that several need stays where it is until the last of them has it.
TEST(PieceLoops, ResultsThatSeveralNeed) {
  for (const char* value :
       {"(u - q)*(u - q)", "(u - q)*u + (u - q)", "(u + q) - (u*a - (u + q))",
        "((u + q)*u - q) + ((u + q)*a - u)*(u + q)", "((u*q + a)*(u*q) - (u - a)*(u*q + a))*((u - a) - u*q)"})
    expect_exact(value, 0);
  // u*q is needed first, as one operand or the other, and last as that of the sum, of two sums, or the last of those.
  for (const std::string first : {"((u*q)*u - q)", "(u - u*q)"}) {
    for (const char* last :
         {"(u + q + u*q)", "((q + u[i,j+1]) + (u*q + u[i-1,j]))", "((q + u[i,j+1]) + (u[i-1,j] + u*q))"})
      expect_exact(first + "*(u[i-1,j]*u - a) + " + last, 0);
  }
}

TEST(PieceLoops, NumbersAlone) {
  for (const char* value : {"a*b - 2", "-(a*a - 2)/4", "-a - b*a/5", "u*(a*b - 2) + -(a/5)", "a*1e300*1e300*0"})
    expect_exact(value, 0);
}

}  // namespace
}  // namespace stencil::piece_loops_test
