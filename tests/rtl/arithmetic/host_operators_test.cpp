// The host operator shows the bits of the RTL operator at its output in every cycle, NaN included.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>
#include <tuple>

#include "operation_names.hpp"
#include "seed.hpp"
#include "test_operators.hpp"
#include "tests/rtl/arithmetic/operands/fp64_generator.hpp"

namespace stencil::host_operators_test {
namespace {

constexpr std::int64_t vectors = 300000;
constexpr std::int64_t longest_latency_cycles = 16;

class Twin : public ::testing::TestWithParam<std::tuple<Operation, bool>> {};

TEST_P(Twin, EqualsTheRtlInEveryCycle) {
  const auto [operation, longest] = GetParam();
  const std::int64_t natural = make_fp64_operator(operation, Arithmetic::rtl)->latency_cycles();
  const std::int64_t latency_cycles = longest ? longest_latency_cycles : natural;
  const auto rtl = make_operator_of_latency(operation, Arithmetic::rtl, latency_cycles);
  const auto twin = make_operator_of_latency(operation, Arithmetic::operators, latency_cycles);
  Fp64Generator generator(operation, test_seed());
  std::int64_t differing = 0;
  std::int64_t compared = 0;
  for (std::int64_t cycle = 0; cycle < vectors; ++cycle) {
    const OperandPair pair = generator.next();
    const std::uint64_t expected = rtl->clock(pair.a, pair.b);
    const std::uint64_t got = twin->clock(pair.a, pair.b);
    if (cycle < latency_cycles - 1) continue;  // nothing has arrived yet
    ++compared;
    if (expected != got && ++differing <= 10) {
      ADD_FAILURE() << "cycle " << cycle << std::hex << ": rtl " << expected << " twin " << got;
    }
  }
  EXPECT_EQ(compared, vectors - latency_cycles + 1);
  EXPECT_EQ(differing, 0);
}

std::string case_name(const ::testing::TestParamInfo<Twin::ParamType>& info) {
  const auto [operation, longest] = info.param;
  return name_of(operation) + (longest ? "Latency16" : "NaturalLatency");
}

INSTANTIATE_TEST_SUITE_P(Operators, Twin,
                         ::testing::Combine(::testing::Values(Operation::add, Operation::sub, Operation::mul,
                                                              Operation::div5),
                                            ::testing::Bool()),
                         case_name);

}  // namespace
}  // namespace stencil::host_operators_test
