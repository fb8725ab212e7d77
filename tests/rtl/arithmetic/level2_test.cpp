// Every latency gives the bits of the host for pairs of the operands of TestFloat's level 2.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <set>

#include "fp64_reference.hpp"
#include "operation_names.hpp"
#include "sim/app/vectors/operator_checker.hpp"
#include "test_operators.hpp"
#include "tests/rtl/arithmetic/latencies/latency_comparison.hpp"
#include "tests/rtl/arithmetic/operands/level2_operands.hpp"

namespace stencil::level2_test {
namespace {

constexpr std::int64_t pairs = std::int64_t{4488} * 4488;

// Every so many pairs one is tried: STENCIL_PAIR_STEP of the environment says how many, 1 tries all.
std::int64_t pair_step() {
  const char* text = std::getenv("STENCIL_PAIR_STEP");
  return text == nullptr ? 997 : std::strtoll(text, nullptr, 10);
}

class Level2 : public ::testing::TestWithParam<Operation> {};

TEST_P(Level2, GivesTheBitsOfTheHost) {
  const auto operands = level2_operands();
  const auto count = static_cast<std::int64_t>(operands.size());
  ASSERT_EQ(count * count, pairs);
  const std::int64_t step = pair_step();
  ASSERT_GE(step, 1);
  const auto bench = make_latency_bench(GetParam(), 11, 52);
  LatencyComparison comparison(*bench);
  for (std::int64_t pair = 0; pair < pairs; pair += step) {
    const std::uint64_t a = operands[static_cast<std::size_t>(pair / count)];
    const std::uint64_t b = operands[static_cast<std::size_t>(pair % count)];
    comparison.push(a, b, fp64_reference(GetParam(), a, b));
  }
  comparison.finish(0);
  const std::int64_t latencies = LatencyBench::most_cycles - bench->least_cycles() + 1;
  EXPECT_GE(comparison.compared(), (pairs + step - 1) / step * latencies);
}

INSTANTIATE_TEST_SUITE_P(Operators, Level2, ::testing::Values(Operation::add, Operation::sub, Operation::mul),
                         operation_name);

class Level2Mutant : public ::testing::TestWithParam<Operation> {};

// All pairs: few products need the bits that the right shift drops.
TEST_P(Level2Mutant, WithoutStickyBitIsNoticed) {
  const auto operands = level2_operands();
  const auto mutant = make_mutant_without_sticky(GetParam());
  OperatorChecker checker(*mutant, NanRule::bits);
  for (std::size_t pair = 0; pair < operands.size() * operands.size(); ++pair) {
    const std::uint64_t a = operands[pair / operands.size()], b = operands[pair % operands.size()];
    checker.push({a, b, fp64_reference(GetParam(), a, b)});
  }
  checker.finish();
  std::printf("%lld of %lld pairs notice\n", static_cast<long long>(checker.differences()),
              static_cast<long long>(checker.compared()));
  EXPECT_GT(checker.differences(), 0);
}

INSTANTIATE_TEST_SUITE_P(Operators, Level2Mutant, ::testing::Values(Operation::add, Operation::sub, Operation::mul),
                         operation_name);

// Runs of ones and zeros, and single bits, all of them: told by how often neighbouring bits differ.
TEST(Level2Operands, AreFractionsOfAtMostOneRunAndOddBits) {
  const auto fractions = level2_fractions();
  const std::set<std::uint64_t> different(fractions.begin(), fractions.end());
  EXPECT_EQ(fractions.size(), 204u);
  EXPECT_EQ(different.size(), fractions.size());
  std::int64_t runs = 0, single_bits = 0, single_gaps = 0;
  for (const std::uint64_t fraction : fractions) {
    ASSERT_EQ(fraction >> 52, 0u);
    const std::uint64_t changes = (fraction ^ fraction >> 1) & ((std::uint64_t{1} << 51) - 1);
    const bool one_change = (changes & (changes - 1)) == 0;
    runs += one_change;
    single_bits += !one_change && (fraction & (fraction - 1)) == 0;
    const std::uint64_t zeros = ~fraction & ((std::uint64_t{1} << 52) - 1);
    single_gaps += !one_change && (zeros & (zeros - 1)) == 0;
  }
  // From either end 1 .. 51 ones, none and all; bits and gaps away from both ends.
  EXPECT_EQ(runs, 2 * 51 + 2);
  EXPECT_EQ(single_bits, 50);
  EXPECT_EQ(single_gaps, 50);
}

TEST(Level2Operands, HaveElevenExponentsOfBothSigns) {
  std::set<double> powers;
  std::int64_t infinite_or_nan = 0, below_normal = 0;
  for (const std::uint64_t bits : level2_operands()) {
    double value = 0.0;
    std::memcpy(&value, &bits, sizeof value);
    infinite_or_nan += !std::isfinite(value);
    below_normal += value == 0.0 || std::fpclassify(value) == FP_SUBNORMAL;
    int exponent = 0;
    if (std::isnormal(value) && std::frexp(std::fabs(value), &exponent) == 0.5) powers.insert(value);
  }
  EXPECT_EQ(infinite_or_nan, 2 * 204);
  EXPECT_EQ(below_normal, 2 * 204);
  std::set<double> expected;
  for (const int power : {-1022, -53, -2, -1, 0, 1, 2, 53, 1023})
    for (const double sign : {1.0, -1.0}) expected.insert(std::ldexp(sign, power));
  EXPECT_EQ(powers, expected);
}

}  // namespace
}  // namespace stencil::level2_test
