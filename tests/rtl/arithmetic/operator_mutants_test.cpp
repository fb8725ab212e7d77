// The same vectors must notice an operator without one sticky bit.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "fp64_reference.hpp"
#include "operation_names.hpp"
#include "seed.hpp"
#include "sim/app/vectors/operator_checker.hpp"
#include "test_operators.hpp"
#include "tests/rtl/arithmetic/operands/fp64_generator.hpp"

namespace stencil::operator_mutants_test {
namespace {

constexpr std::int64_t vectors = 300000;

std::int64_t differences(Operation operation, OperatorModel& model) {
  Fp64Generator generator(operation, test_seed());
  OperatorChecker checker(model, NanRule::bits);
  for (std::int64_t i = 0; i < vectors; ++i) {
    const OperandPair pair = generator.next();
    checker.push({pair.a, pair.b, fp64_reference(operation, pair.a, pair.b)});
  }
  checker.finish();
  EXPECT_EQ(checker.compared(), vectors);
  std::printf("%lld of %lld vectors notice\n", static_cast<long long>(checker.differences()),
              static_cast<long long>(vectors));
  return checker.differences();
}

class Mutant : public ::testing::TestWithParam<Operation> {};

// A thousandth of the vectors: far below the measured share, far above chance.
TEST_P(Mutant, WithoutStickyBitIsNoticed) {
  const auto mutant = make_mutant_without_sticky(GetParam());
  EXPECT_GT(differences(GetParam(), *mutant), vectors / 1000);
  const auto original = make_fp64_operator(GetParam(), Arithmetic::rtl);
  EXPECT_EQ(differences(GetParam(), *original), 0);
}

INSTANTIATE_TEST_SUITE_P(Operators, Mutant,
                         ::testing::Values(Operation::add, Operation::sub, Operation::mul, Operation::div5),
                         operation_name);

}  // namespace
}  // namespace stencil::operator_mutants_test
