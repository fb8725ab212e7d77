// binary64 operators against this machine's arithmetic, every bit, on directed and random operands.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdlib>
#include <map>

#include "fp64_reference.hpp"
#include "operation_names.hpp"
#include "report_differences.hpp"
#include "seed.hpp"
#include "sim/app/vectors/operator_checker.hpp"
#include "tests/rtl/arithmetic/operands/fp64_generator.hpp"

namespace stencil::binary64_test {
namespace {

// Vectors per operator: STENCIL_VECTORS of the environment, or 300,000.
std::int64_t wanted_vectors() {
  const char* text = std::getenv("STENCIL_VECTORS");
  return text == nullptr ? 300000 : std::strtoll(text, nullptr, 10);
}

// Counts each kind of result: a generator that no longer reaches one must not pass in silence.
struct Kinds {
  std::int64_t zero = 0;
  std::int64_t subnormal = 0;
  std::int64_t infinite = 0;
  std::int64_t nan = 0;
  std::int64_t normal = 0;

  void count(std::uint64_t bits) {
    const std::uint64_t magnitude = bits << 1 >> 1;
    if (magnitude == 0) {
      ++zero;
    } else if (magnitude < 0x0010000000000000u) {
      ++subnormal;
    } else if (magnitude < 0x7ff0000000000000u) {
      ++normal;
    } else {
      ++(magnitude == 0x7ff0000000000000u ? infinite : nan);
    }
  }
};

class Binary64 : public ::testing::TestWithParam<Operation> {};

// Holds C8.2.
TEST_P(Binary64, MatchesTheHostBitForBit) {
  const Operation operation = GetParam();
  const std::int64_t vectors = wanted_vectors();
  const auto model = make_fp64_operator(operation, Arithmetic::rtl);
  Fp64Generator generator(operation, test_seed());
  OperatorChecker checker(*model, NanRule::bits);
  Kinds kinds;
  std::map<PairClass, std::int64_t> pairs;
  for (std::int64_t i = 0; i < vectors; ++i) {
    const OperandPair pair = generator.next();
    const std::uint64_t expected = fp64_reference(operation, pair.a, pair.b);
    kinds.count(expected);
    ++pairs[generator.last_class()];
    checker.push({pair.a, pair.b, expected});
  }
  checker.finish();
  EXPECT_EQ(checker.compared(), vectors);
  EXPECT_EQ(checker.differences(), 0) << describe(checker);

  std::printf("%lld vectors: %lld normal, %lld subnormal, %lld zero, %lld infinite, %lld NaN results\n",
              static_cast<long long>(vectors), static_cast<long long>(kinds.normal),
              static_cast<long long>(kinds.subnormal), static_cast<long long>(kinds.zero),
              static_cast<long long>(kinds.infinite), static_cast<long long>(kinds.nan));
  EXPECT_EQ(pairs.size(), 10u) << "every class of pairs, anchors included";
  for (const std::int64_t count : {kinds.zero, kinds.subnormal, kinds.infinite, kinds.nan}) {
    EXPECT_GT(count, vectors / 500) << "the vectors no longer reach one kind of result";
  }
}

INSTANTIATE_TEST_SUITE_P(Operators, Binary64,
                         ::testing::Values(Operation::add, Operation::sub, Operation::mul, Operation::div5),
                         operation_name);

}  // namespace
}  // namespace stencil::binary64_test
