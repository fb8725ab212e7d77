// The formula of a kernel file as an operator of sweeps: its digest, its numbers, whole sweeps.
// SPDX-License-Identifier: Apache-2.0
#include "models/kernel_rows/formula_weights.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "models/jacobi.hpp"
#include "models/problem.hpp"

namespace stencil::formula_weights_test {
namespace {

FormulaWeights of(const std::string& formula, const std::string& numbers =
                                                  "number a = 2\n"
                                                  "number b = 3\n") {
  return formula_weights(read_formula("f", "kernel k\nfield u\nsource q\n" + numbers + formula + "\n"));
}

TEST(FormulaWeights, DigestIsThatOfTheOperations) {
  const std::uint64_t digest = of("new u = a*u[i-1,j] + b*q").digest;
  EXPECT_NE(digest, 0u);
  EXPECT_EQ(of("x = a*u[i-1,j]  # named\nnew u = (x) + b*q").digest, digest);
  EXPECT_EQ(of("new u = a*u[i-1,j] + b*q",
               "number a = 7\n"
               "number b = 1/(rows - 1)\n")
                .digest,
            digest);
  EXPECT_EQ(of("new u = c*u[i-1,j] + d*q",
               "number c = 2\n"
               "number d = 3\n")
                .digest,
            digest);
  std::set<std::uint64_t> digests{digest};
  for (const char* other :
       {"new u = b*u[i-1,j] + a*q", "new u = a*u[i+1,j] + b*q", "new u = a*u[i,j-1] + b*q", "new u = a*u[i,j+1] + b*q",
        "new u = a*u[i-1,j] - b*q", "new u = a*u[i-1,j] + b*u", "new u = a*u[i-1,j] + 2*q", "new u = a*u[i-1,j] + 3*q",
        "new u = b*q + a*u[i-1,j]*b", "new u = a*-u[i-1,j] + b*q", "new u = a*u[i-1,j] + (b*q)*b", "new u = u/2 + q",
        "new u = u/4 + q"}) {
    EXPECT_TRUE(digests.insert(of(other).digest).second) << other;
  }
}

TEST(FormulaWeights, NumbersThatAreReadAreWeights) {
  const std::string numbers =
      "number unread = 1\n"
      "number a = unread\n"
      "number b = 3\n";
  const SweepWeights weights = with_numbers(of("new u = a*u + b", numbers), {1, 2, 3});
  std::vector<std::string> names;
  std::vector<double> values;
  for_each_weight(weights, [&](Weight weight, double value) {
    names.emplace_back(name_of(weight));
    values.push_back(value);
  });
  EXPECT_EQ(names, (std::vector<std::string>{"n1", "n2"}));
  EXPECT_EQ(values, (std::vector<double>{2, 3}));
  EXPECT_FALSE(reads_rhs(weights));
  EXPECT_TRUE(reads_rhs(of("new u = a*u + q")));
  EXPECT_TRUE(reads_rhs(JacobiWeights{}));
}

TEST(FormulaWeights, AreTheSameWithTheSameOperationsAndNumbers) {
  const FormulaWeights one = with_numbers(of("new u = a*u + b*q"), {2, 3});
  EXPECT_TRUE(same_bits(one, with_numbers(of("p = a*u\nnew u = p + b*q"), {2, 3})));
  EXPECT_FALSE(same_bits(one, with_numbers(of("new u = a*u + b*q"), {2, 4})));
  EXPECT_FALSE(same_bits(one, with_numbers(of("new u = a*u - b*q"), {2, 3})));
  EXPECT_FALSE(same_bits(one, FormulaWeights{}));
}

TEST(FormulaWeights, SweepAWholeField) {
  constexpr std::int64_t rows = 9, cols = 7;
  std::vector<double> f(rows * cols), r(f.size());
  fill_problem_rows(1, ProblemArray::f, 0, rows, cols, f.data());
  fill_problem_rows(1, ProblemArray::r, 0, rows, cols, r.data());
  std::vector<double> want = f, got = f;
  const FormulaWeights jacobi = of("new u = ((u[i-1,j] + u[i+1,j])*a + (u[i,j-1] + u[i,j+1])*b - q)*c",
                                   "number a\n"
                                   "number b\n"
                                   "number c\n");
  golden_sweeps(rows, cols, want.data(), r.data(), JacobiWeights{1.25, 0.75, 0.2}, 5);
  golden_sweeps(rows, cols, got.data(), r.data(), with_numbers(jacobi, {1.25, 0.75, 0.2}), 5);
  EXPECT_EQ(got, want);
}

}  // namespace
}  // namespace stencil::formula_weights_test
