// The same RTL as binary32, whose fraction has an odd number of bits, against this machine's float.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstring>

#include "operation_names.hpp"
#include "report_differences.hpp"
#include "seed.hpp"
#include "sim/app/vectors/operator_checker.hpp"
#include "test_operators.hpp"
#include "tests/rtl/arithmetic/operands/fp64_generator.hpp"

namespace stencil::binary32_test {
namespace {

constexpr std::int64_t vectors = 300000;

// Operands from a binary64 pair: sign, exponent and fraction, each cut or folded to its binary32 width; runs stay runs.
std::uint32_t folded(std::uint64_t bits) {
  const auto exponent = static_cast<std::uint32_t>(bits >> 52 & 0x7ff);
  const std::uint32_t narrow = exponent == 2047 ? 255 : exponent % 256;
  const auto fraction = static_cast<std::uint32_t>(bits & 0x7fffff);
  return static_cast<std::uint32_t>(bits >> 63 << 31) | narrow << 23 | fraction;
}

std::uint32_t reference(Operation operation, std::uint32_t a_bits, std::uint32_t b_bits) {
  float a = 0.0F;
  float b = 0.0F;
  std::memcpy(&a, &a_bits, sizeof a);
  std::memcpy(&b, &b_bits, sizeof b);
  const float result = operation == Operation::add   ? a + b
                       : operation == Operation::sub ? a - b
                       : operation == Operation::mul ? a * b
                                                     : a / 5.0F;
  if (result != result) return 0x7fc00000u;
  std::uint32_t bits = 0;
  std::memcpy(&bits, &result, sizeof bits);
  return bits;
}

class Binary32 : public ::testing::TestWithParam<Operation> {};

TEST_P(Binary32, MatchesTheHostBitForBit) {
  const Operation operation = GetParam();
  const auto model = make_operator_of_format(operation, 8, 23);
  Fp64Generator generator(operation, test_seed());
  OperatorChecker checker(*model, NanRule::bits);
  for (std::int64_t i = 0; i < vectors; ++i) {
    const OperandPair pair = generator.next();
    const std::uint32_t a = folded(pair.a);
    const std::uint32_t b = folded(pair.b);
    checker.push({a, b, reference(operation, a, b)});
  }
  checker.finish();
  EXPECT_EQ(checker.compared(), vectors);
  EXPECT_EQ(checker.differences(), 0) << describe(checker, 8);
}

INSTANTIATE_TEST_SUITE_P(Operators, Binary32,
                         ::testing::Values(Operation::add, Operation::sub, Operation::mul, Operation::div5),
                         operation_name);

}  // namespace
}  // namespace stencil::binary32_test
