// What a kernel file means: operations in order, window, numbers, parts, source.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "models/kernel_file/formula.hpp"
#include "models/kernel_file/number_values.hpp"
#include "tests/models/kernel_file/kernel_files.hpp"

namespace stencil::read_formula_test {
namespace {

// Each operation as a line, operands of operations as v1, v2, ...
std::vector<std::string> operations(const Formula& formula) {
  std::vector<std::string> names, lines;
  for (const FormulaOperation& operation : formula.operations) {
    lines.push_back(operation_text(formula, operation, names));
    names.push_back("v" + std::to_string(lines.size()));
  }
  return lines;
}

std::vector<std::string> of_value(const std::string& value) {
  return operations(read_formula("f", with_head("new u = " + value + "\n")));
}

using Lines = std::vector<std::string>;

TEST(ReadFormula, KeepsTheOrderWritten) {
  const Formula heat = read_formula("heat.stencil", heat_text);
  EXPECT_EQ(operations(heat), (Lines{"2*u", "u[i-1,j] - v1", "v2 + u[i+1,j]", "ax*v3", "u[i,j-1] - v1", "v5 + u[i,j+1]",
                                     "ay*v6", "v4 + v7", "u + v8", "dt*q", "v9 + v10"}));
  EXPECT_EQ(heat.kernel, "heat");
  EXPECT_EQ(heat.field, "u");
  EXPECT_EQ(heat.source, "q");
  EXPECT_TRUE(heat.reads_source);
  EXPECT_FALSE(heat.reads_corners());
  EXPECT_EQ(heat.text, heat_text);
  const OperationCounts counts = counts_of(heat);
  EXPECT_EQ(counts.adds, 7);
  EXPECT_EQ(counts.multiplies, 4);
  EXPECT_EQ(counts.divides, 0);
}

TEST(ReadFormula, ParenthesesThenPrecedenceThenLeftToRight) {
  EXPECT_EQ(of_value("u - q - a"), (Lines{"u - q", "v1 - a"}));
  EXPECT_EQ(of_value("u - (q - a)"), (Lines{"q - a", "u - v1"}));
  EXPECT_EQ(of_value("u + q*a"), (Lines{"q*a", "u + v1"}));
  EXPECT_EQ(of_value("u*q*a"), (Lines{"u*q", "v1*a"}));
  EXPECT_EQ(of_value("u*q/4*a"), (Lines{"u*q", "v1/4", "v2*a"}));
  EXPECT_EQ(of_value("-u*q"), (Lines{"-u*q"}));
  EXPECT_EQ(of_value("u - -q"), (Lines{"u - -q"}));
  EXPECT_EQ(of_value("u - (-(-q))"), (Lines{"u - q"}));
  EXPECT_EQ(of_value("u*--+-2"), (Lines{"u*-2"}));
  EXPECT_EQ(of_value("u*--q"), (Lines{"u*q"}));
}

TEST(ReadFormula, AddsMinusZeroWhereANanWouldStayAsItIs) {
  EXPECT_EQ(of_value("u"), (Lines{"u + -0"}));
  EXPECT_EQ(of_value("3"), (Lines{"3 + -0"}));
  EXPECT_EQ(of_value("-(u*q)"), (Lines{"u*q", "-v1 + -0"}));
  EXPECT_EQ(of_value("u*q"), (Lines{"u*q"}));
}

TEST(ReadFormula, EqualOperationsAreOne) {
  EXPECT_EQ(of_value("(u + q)*(u + q)"), (Lines{"u + q", "v1*v1"}));
  EXPECT_EQ(of_value("(u + q)*(q + u)"), (Lines{"u + q", "v1*v1"}));
  EXPECT_EQ(of_value("(u*q) + (q*u)"), (Lines{"u*q", "v1 + v1"}));
  EXPECT_EQ(of_value("(u - q)*(q - u)"), (Lines{"u - q", "q - u", "v1*v2"}));
  EXPECT_EQ(of_value("(u*0.0)*(u*-0.0)"), (Lines{"u*0", "u*-0", "v1*v2"}));
  EXPECT_EQ(of_value("(u + q)*(u + -q)"), (Lines{"u + q", "u + -q", "v1*v2"}));
}

TEST(ReadFormula, PartsAreReadAtNeighbours) {
  const Formula formula = read_formula("f", with_head("flux = a*(u[i,j+1] - u)\nnew u = u + (flux - flux[i,j-1])\n"));
  EXPECT_EQ(operations(formula), (Lines{"u[i,j+1] - u", "a*v1", "u - u[i,j-1]", "a*v3", "v2 - v4", "u + v5"}));
  EXPECT_EQ(formula.operations[1].part, "flux");
  EXPECT_EQ(formula.operations[1].part_col, 0);
  EXPECT_EQ(formula.operations[3].part, "flux");
  EXPECT_EQ(formula.operations[3].part_col, -1);
  EXPECT_EQ(formula.operations[3].place.line, 5);
  EXPECT_EQ(formula.operations[3].place.column, 9);
  EXPECT_EQ(formula.operations[0].part, "");
}

TEST(ReadFormula, APartOfAPartMovesAsFarAsTheWindowHolds) {
  const Formula formula =
      read_formula("f", with_head("number b\nw = u[i,j-1]*a\nc = w[i,j+1]\nnew u = c[i,j+1] + -w\nidle = u*b\n"));
  EXPECT_EQ(operations(formula), (Lines{"u[i,j-1]*a", "u[i,j+1]*a", "v2 + -v1"}));
  EXPECT_EQ(formula.unused, Lines{"idle"});
  EXPECT_FALSE(formula.numbers[1].used) << "only a part reads it that nothing reads";
  EXPECT_FALSE(formula.reads_source);
  EXPECT_EQ(formula.source, "q");
}

TEST(ReadFormula, SignsMoveWithAPart) {
  const Formula formula = read_formula("f", with_head("p = -(u[i,j-1]*a)\nm = (-p)*-u\nnew u = p[i,j+1] - m[i-1,j]\n"));
  EXPECT_EQ(operations(formula), (Lines{"u*a", "u[i-1,j-1]*a", "v2*-u[i-1,j]", "-v1 - v3"}));
}

TEST(ReadFormula, PartsThatDoubleEachTimeStayOneOperationEach) {
  std::string lines = "p0 = u*a\n";
  for (int k = 1; k <= 30; ++k)
    lines += "p" + std::to_string(k) + " = p" + std::to_string(k - 1) + " + p" + std::to_string(k - 1) + "\n";
  EXPECT_EQ(read_formula("f", with_head(lines + "new u = p30[i-1,j] + p30[i+1,j]*1\n")).operations.size(), 64u);
}

TEST(ReadFormula, CornersAreSeen) {
  for (const char* product : {"u[i-1,j+1]*a", "a*u[i+1,j+1]"})
    EXPECT_TRUE(read_formula("f", with_head(std::string("new u = ") + product + "\n")).reads_corners()) << product;
  EXPECT_FALSE(read_formula("f", with_head("new u = u[i-1,j]*u[i,j+1]\n")).reads_corners());
}

TEST(ReadFormula, TakesWhatIsWrittenOtherwise) {
  std::string crlf;
  for (const char c : heat_text) crlf += c == '\n' ? std::string("\r\n") : std::string(1, c);
  EXPECT_EQ(operations(read_formula("f", crlf)), operations(read_formula("f", heat_text)));
  EXPECT_EQ(operations(read_formula("f", heat_text.substr(0, heat_text.size() - 1))).size(), 11u);
  EXPECT_EQ(refusal(with_head("\tnew\tu=u[ i-1 , j ]*a # W\xc3\xa4rme \xe2\x88\x82u\n\n")), "");
  EXPECT_EQ(of_value("u[i,j]*q[i,j] + u[i+0,j-0]"), (Lines{"u*q", "v1 + u"}));
}

TEST(ReadFormula, LiteralsAreTheNearestBinary64) {
  const auto literal = [](const std::string& text) {
    return read_formula("f", with_head("new u = u*" + text + "\n")).operations.front().b.literal;
  };
  EXPECT_EQ(literal("0.1"), 0x1.999999999999ap-4);
  EXPECT_EQ(literal("1e23"), 0x1.52d02c7e14af6p+76);
  EXPECT_EQ(literal("9007199254740993"), 9007199254740992.0);
  // Above half way by less than the 64 bits of a long double can tell.
  EXPECT_EQ(literal("1.00000000000000011102230246251565404236316680908203126"), 0x1.0000000000001p+0);
  EXPECT_EQ(literal("5e-324"), 0x1p-1074);
  EXPECT_EQ(literal("2.5e-324"), 0x1p-1074);
  EXPECT_EQ(literal("1.7976931348623157e308"), 0x1.fffffffffffffp+1023);
  EXPECT_EQ(literal("0e999"), 0.0);
  EXPECT_EQ(literal(".5"), 0.5);
  EXPECT_EQ(literal("5."), 5.0);
  EXPECT_EQ(literal("2E+2"), 200.0);
}

TEST(ReadFormula, DivisionByPowersOfTwoIsExact) {
  for (const char* by : {"2", "0.5", "1", "1024", "8.98846567431158e307", "1.1125369292536007e-308"}) {
    const Formula formula = read_formula("f", with_head(std::string("new u = u/") + by + "\n"));
    EXPECT_EQ(exact_factor(formula.operations[0]) * formula.operations[0].b.literal, 1.0) << by;
    EXPECT_EQ(counts_of(formula).multiplies, 1) << by;
  }
  const Formula five = read_formula("f", with_head("new u = u/5\n"));
  EXPECT_EQ(exact_factor(five.operations[0]), 0.0);
  EXPECT_EQ(counts_of(five).divides, 1);
}

TEST(NumberValues, DefaultsInTheOrderWritten) {
  const Formula formula = read_formula("f",
                                       "kernel k\nfield u\n"
                                       "number dx = 1/(rows - 1)\n"
                                       "number rdx2 = 1/(dx*dx)\n"
                                       "number c = -cols + 2*3\nnew u = u*rdx2\n");
  const double dx = 1.0 / 8.0;
  EXPECT_EQ(number_values(formula, 9, 7), (std::vector<double>{dx, 1.0 / (dx * dx), -1.0}));
  EXPECT_EQ(number_values(formula, 9, 7, {{"dx", 0.5}, {"c", 3.0}}), (std::vector<double>{0.5, 4.0, 3.0}));
  EXPECT_TRUE(formula.numbers[1].used);
  EXPECT_FALSE(formula.numbers[0].used);
}

TEST(NumberValues, WithoutAFieldSomeHaveNone) {
  const Formula formula = read_formula("f",
                                       "kernel k\nfield u\n"
                                       "number a = 1/rows\n"
                                       "number b = 2*a\n"
                                       "number c\n"
                                       "number d = 3/4\n"
                                       "number e = 1/(d - 0.75)\nnew u = e*u\n");
  const auto none = std::nullopt;
  EXPECT_EQ(number_values(formula, {{"e", 1.0}}), (std::vector<std::optional<double>>{none, none, none, 0.75, 1.0}));
  EXPECT_EQ(number_values(formula, {{"a", 2.0}, {"c", 5.0}, {"d", 1.0}}),
            (std::vector<std::optional<double>>{2.0, 4.0, 5.0, 1.0, 4.0}));
  try {
    number_values(formula, {});
    FAIL();
  } catch (const FormulaError& error) {
    EXPECT_STREQ(error.what(), "f:7:8: number e is inf, must be finite");
  }
}

TEST(NumberValues, RefusesWhatIsNoValue) {
  const Formula formula = read_formula("f",
                                       "kernel k\nfield u\n"
                                       "number b\n"
                                       "number c = 1/(rows - 3)\nnew u = b*u\n");
  const auto text = [&](std::int64_t rows, const std::map<std::string, double>& given) -> std::string {
    try {
      number_values(formula, rows, 5, given);
    } catch (const FormulaError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(text(4, {{"b", 1.0}}), "");
  EXPECT_EQ(text(4, {}), "f:3:8: number b has no default, must be given: --number b=X");
  EXPECT_EQ(text(3, {{"b", 1.0}}), "f:4:8: number c is inf with rows 3, cols 5, must be finite");
  EXPECT_EQ(text(4, {{"b", std::nan("")}}), "f:3:8: number b is nan with rows 4, cols 5, must be finite");
}

}  // namespace
}  // namespace stencil::read_formula_test
