// Every pair of operands, in formats small enough to try them all, against an exact reference.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>
#include <tuple>

#include "operation_names.hpp"
#include "report_differences.hpp"
#include "sim/app/vectors/operator_checker.hpp"
#include "test_operators.hpp"
#include "tiny_format.hpp"

namespace stencil::exhaustive_test {
namespace {

struct Shape {
  int exp_w;
  int frac_w;
};

void PrintTo(const Shape& shape, std::ostream* stream) {
  *stream << shape.exp_w << "," << shape.frac_w;
}

class Exhaustive : public ::testing::TestWithParam<std::tuple<Shape, Operation>> {};

class ExhaustiveQuotient : public ::testing::TestWithParam<Shape> {};

// Holds C8.18.
TEST_P(ExhaustiveQuotient, OfEveryNumberIsCorrectlyRounded) {
  const auto [exp_w, frac_w] = GetParam();
  const TinyFormat format(exp_w, frac_w);
  const auto model = make_operator_of_format(Operation::div5, exp_w, frac_w);
  OperatorChecker checker(*model, NanRule::bits);
  for (std::uint64_t a = 0; a < format.codes(); ++a) checker.push({a, 0, format.result(Operation::div5, a, 0)});
  checker.finish();
  EXPECT_EQ(checker.compared(), static_cast<std::int64_t>(format.codes()));
  EXPECT_EQ(checker.differences(), 0) << describe(checker, 2);
}

// Holds C8.2.
TEST_P(Exhaustive, EveryPairIsCorrectlyRounded) {
  const auto [shape, operation] = GetParam();
  const TinyFormat format(shape.exp_w, shape.frac_w);
  const auto model = make_operator_of_format(operation, shape.exp_w, shape.frac_w);
  OperatorChecker checker(*model, NanRule::bits);
  for (std::uint64_t a = 0; a < format.codes(); ++a) {
    for (std::uint64_t b = 0; b < format.codes(); ++b) checker.push({a, b, format.result(operation, a, b)});
  }
  checker.finish();
  EXPECT_EQ(checker.compared(), static_cast<std::int64_t>(format.codes() * format.codes()));
  EXPECT_EQ(checker.differences(), 0) << describe(checker, 2);
}

std::string case_name(const ::testing::TestParamInfo<Exhaustive::ParamType>& info) {
  const auto [shape, operation] = info.param;
  return name_of(operation) + "E" + std::to_string(shape.exp_w) + "F" + std::to_string(shape.frac_w);
}

INSTANTIATE_TEST_SUITE_P(Formats, Exhaustive,
                         ::testing::Combine(::testing::Values(Shape{4, 3}, Shape{5, 2}, Shape{3, 4}, Shape{3, 2}),
                                            ::testing::Values(Operation::add, Operation::sub, Operation::mul)),
                         case_name);

std::string shape_name(const ::testing::TestParamInfo<Shape>& info) {
  return "E" + std::to_string(info.param.exp_w) + "F" + std::to_string(info.param.frac_w);
}

INSTANTIATE_TEST_SUITE_P(Formats, ExhaustiveQuotient,
                         ::testing::Values(Shape{4, 3}, Shape{5, 2}, Shape{3, 4}, Shape{3, 2}, Shape{5, 10}),
                         shape_name);

// The reference itself, checked by hand: 1 sign, 4 exponent, 3 fraction bits; 0x38 is 1.0, 0x77 is 240, the largest.
TEST(TinyFormat, KnowsHandComputedResults) {
  const TinyFormat format(4, 3);
  EXPECT_EQ(format.result(Operation::add, 0x38, 0x38), 0x40u);  // 1 + 1 = 2
  EXPECT_EQ(format.result(Operation::add, 0x38, 0x18), 0x38u);  // 1 + 1/16, a tie: to the even 1
  EXPECT_EQ(format.result(Operation::add, 0x39, 0x18), 0x3au);  // 1.125 + 1/16, a tie: to the even 1.25
  EXPECT_EQ(format.result(Operation::add, 0x38, 0x19), 0x39u);  // just above the tie
  EXPECT_EQ(format.result(Operation::sub, 0x01, 0x02), 0x81u);  // subnormals are exact
  EXPECT_EQ(format.result(Operation::sub, 0x38, 0x38), 0x00u);  // x - x = +0
  EXPECT_EQ(format.result(Operation::add, 0x80, 0x80), 0x80u);  // (-0) + (-0) = -0
  EXPECT_EQ(format.result(Operation::add, 0x77, 0x58), 0x78u);  // 240 + 16 overflows
  EXPECT_EQ(format.result(Operation::add, 0x77, 0x50), 0x78u);  // 240 + 8: halfway to 256, to infinity
  EXPECT_EQ(format.result(Operation::add, 0x77, 0x4f), 0x77u);  // 240 + 7.5 stays
  EXPECT_EQ(format.result(Operation::mul, 0x3c, 0x3c), 0x41u);  // 1.5 * 1.5 = 2.25
  EXPECT_EQ(format.result(Operation::mul, 0x01, 0x30), 0x00u);  // half the smallest: a tie, to the even 0
  EXPECT_EQ(format.result(Operation::mul, 0x01, 0x31), 0x01u);  // just above
  EXPECT_EQ(format.result(Operation::mul, 0x78, 0x00), 0x7cu);  // infinity * 0
  EXPECT_EQ(format.result(Operation::sub, 0x78, 0x78), 0x7cu);  // infinity - infinity
  EXPECT_EQ(format.result(Operation::div5, 0x52, 0), 0x40u);    // 10 / 5 = 2
  EXPECT_EQ(format.result(Operation::div5, 0x38, 0), 0x25u);    // 0.2 = 1.6 / 8, nearest 1.625 / 8
  EXPECT_EQ(format.result(Operation::div5, 0x82, 0), 0x80u);    // 2/5 of the smallest subnormal
  EXPECT_EQ(format.result(Operation::div5, 0x03, 0), 0x01u);    // 3/5
  EXPECT_EQ(format.result(Operation::div5, 0xf8, 0), 0xf8u);    // infinity / 5
  EXPECT_EQ(format.result(Operation::div5, 0xf9, 0), 0x7cu);
  EXPECT_EQ(format.result(Operation::mul, 0xff, 0x38), 0x7cu);  // any NaN becomes the canonical one
}

}  // namespace
}  // namespace stencil::exhaustive_test
