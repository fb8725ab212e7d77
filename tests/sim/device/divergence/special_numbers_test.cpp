// Operators that are wrong for infinities, NaNs and factors of 0: which guess fits them.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "models/formula/point_formula.hpp"
#include "sim/device/divergence/guesses/explanation.hpp"
#include "tests/sim/device/divergence/wrong_operators.hpp"

namespace stencil {
namespace {

// Infinities, NaNs and factors of 0: five-point products of a finite field are exact zeros there.
TEST(WrongForSpecialNumbers, IsNamedOfAllOperatorsOfAKind) {
  using Numbers = std::numeric_limits<double>;
  constexpr std::int64_t rows = 60, cols = 80;
  const double inf = Numbers::infinity();
  const auto explained_of = [&](const char* kind, double lost, double (*wrong)(PointOperation, double, double)) {
    std::vector<double> f, r;
    for (int word = 0; word < rows * cols; ++word) {
      f.push_back(word % 7 == 3 ? lost : word % 11 == 5 ? -lost : 2.0 * std::sin(word));
      r.push_back(word % 13 == 4 ? inf : std::cos(word));
    }
    const auto found = test::explained_block(rows, cols, FivePointWeights{0.0, 0.0, 0.0, 0.0, 1.5, 1.0}, f, r,
                                             [&](std::size_t, PointOperation operation, double a, double b) {
                                               const bool is_wrong = std::string(unit_of(operation)) == kind;
                                               return is_wrong ? wrong(operation, a, b) : apply(operation, a, b);
                                             });
    return found ? found->component + ": " + found->as_if : "nothing";
  };
  EXPECT_EQ(explained_of("multiplier", inf,
                         [](PointOperation operation, double a, double b) {
                           return (a == 0.0 && std::isinf(b)) || (b == 0.0 && std::isinf(a))
                                      ? std::copysign(Numbers::infinity(),
                                                      std::copysign(1.0, a) * std::copysign(1.0, b))
                                      : apply(operation, a, b);
                         }),
            "multiplier: every multiplier had given an infinity where its operands are 0 and an infinity");
  EXPECT_EQ(explained_of("adder", inf,
                         [](PointOperation operation, double a, double b) {
                           return std::isinf(a) && std::isinf(b) && std::isnan(apply(operation, a, b))
                                      ? a
                                      : apply(operation, a, b);
                         }),
            "adder: adder '... - r' or every adder had given its first operand where it adds infinities of both signs");
  EXPECT_EQ(explained_of("multiplier", Numbers::quiet_NaN(),
                         [](PointOperation operation, double a, double b) {
                           const auto taken = [](double value) {
                             return std::isnan(value) ? std::copysign(Numbers::infinity(), value) : value;
                           };
                           return apply(operation, taken(a), taken(b));
                         }),
            "multiplier: every multiplier had taken NaNs as infinities");
}

// An adder that another kernel has behind the sum of the neighbours, which adds +0 in a Jacobi sweep: none of the
// sweep's own operators is wrong.
TEST(WrongForSpecialNumbers, AnIdleAdderMayHaveAddedTheOtherZero) {
  constexpr std::int64_t rows = 9, cols = 13;
  const std::vector<double> f(rows * cols, -0.0), r(rows * cols, 0.0);
  const auto found = test::explained_block(rows, cols, JacobiWeights{4.0, 9.0, 0.25}, f, r,
                                           [](std::size_t step, PointOperation operation, double a, double b) {
                                             const double value = apply(operation, a, b);
                                             return step == 4 ? value + 0.0 : value;
                                           });
  ASSERT_TRUE(found);
  EXPECT_NE(found->as_if.find(", or an adder that the formula leaves idle had added +0, not -0"), std::string::npos)
      << found->as_if;
}

}  // namespace
}  // namespace stencil
