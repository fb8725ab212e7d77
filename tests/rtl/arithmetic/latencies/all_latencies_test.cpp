// Every latency gives the bits of the reference, in its cycle: where registers stand changes nothing else.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <tuple>

#include "latency_comparison.hpp"
#include "tests/rtl/arithmetic/fp64_reference.hpp"
#include "tests/rtl/arithmetic/operands/fp64_generator.hpp"
#include "tests/rtl/arithmetic/operation_names.hpp"
#include "tests/rtl/arithmetic/seed.hpp"
#include "tests/rtl/arithmetic/tiny_format.hpp"

namespace stencil::all_latencies_test {
namespace {

class AllLatencies : public ::testing::TestWithParam<Operation> {};

// All anchor pairs, which are stored, and as many seeded ones; STENCIL_VECTORS of the environment says how many in all.
TEST_P(AllLatencies, GiveTheBitsOfTheHost) {
  const Operation operation = GetParam();
  const char* text = std::getenv("STENCIL_VECTORS");
  const std::int64_t vectors = text == nullptr ? 2 * Fp64Generator::anchor_pairs() : std::strtoll(text, nullptr, 10);
  const auto bench = make_latency_bench(operation, 11, 52);
  Fp64Generator generator(operation, test_seed());
  LatencyComparison comparison(*bench);
  for (std::int64_t i = 0; i < vectors; ++i) {
    const OperandPair pair = generator.next();
    comparison.push(pair.a, pair.b, fp64_reference(operation, pair.a, pair.b));
  }
  comparison.finish(0);
}

INSTANTIATE_TEST_SUITE_P(Operators, AllLatencies,
                         ::testing::Values(Operation::add, Operation::sub, Operation::mul, Operation::div5),
                         operation_name);

class AllLatenciesExhaustive : public ::testing::TestWithParam<std::tuple<Operation, int>> {};

TEST_P(AllLatenciesExhaustive, GiveTheBitsOfEveryPair) {
  const auto [operation, exp_w] = GetParam();
  const TinyFormat format(exp_w, 7 - exp_w);
  const auto bench = make_latency_bench(operation, exp_w, 7 - exp_w);
  LatencyComparison comparison(*bench);
  const std::uint64_t others = operation == Operation::div5 ? 1 : format.codes();
  for (std::uint64_t a = 0; a < format.codes(); ++a) {
    for (std::uint64_t b = 0; b < others; ++b) comparison.push(a, b, format.result(operation, a, b));
  }
  comparison.finish(0);
}

std::string format_name(const ::testing::TestParamInfo<AllLatenciesExhaustive::ParamType>& info) {
  return name_of(std::get<0>(info.param)) + "E" + std::to_string(std::get<1>(info.param));
}

INSTANTIATE_TEST_SUITE_P(Formats, AllLatenciesExhaustive,
                         ::testing::Combine(::testing::Values(Operation::add, Operation::sub, Operation::mul,
                                                              Operation::div5),
                                            ::testing::Values(3, 4, 5)),
                         format_name);

}  // namespace
}  // namespace stencil::all_latencies_test
