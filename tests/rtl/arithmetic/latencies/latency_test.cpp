// One pair of operands between zeros comes out exactly LATENCY cycles later, and all other results are zero.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>

#include "tests/rtl/arithmetic/operation_names.hpp"
#include "tests/rtl/arithmetic/test_operators.hpp"

namespace stencil::latency_test {
namespace {

constexpr std::uint64_t one_and_a_half = 0x3ff8000000000000u;
constexpr std::uint64_t two = 0x4000000000000000u;
constexpr std::uint64_t three_and_a_half = 0x400c000000000000u;
constexpr std::uint64_t minus_one_half = 0xbfe0000000000000u;
constexpr std::uint64_t three = 0x4008000000000000u;
constexpr std::uint64_t three_tenths = 0x3fd3333333333333u;

struct Case {
  Operation operation;
  Arithmetic arithmetic;
  std::int64_t latency_cycles;
};

void PrintTo(const Case& c, std::ostream* stream) {
  *stream << name_of(c.operation) << " " << c.latency_cycles;
}

class Latency : public ::testing::TestWithParam<Case> {};

TEST_P(Latency, IsExact) {
  const Case& c = GetParam();
  const auto model = make_operator_of_latency(c.operation, c.arithmetic, c.latency_cycles);
  const std::uint64_t expected = c.operation == Operation::add   ? three_and_a_half
                                 : c.operation == Operation::sub ? minus_one_half
                                 : c.operation == Operation::mul ? three
                                                                 : three_tenths;
  for (int i = 0; i < 40; ++i) model->clock(0, 0);  // flush the random register contents
  // The edge that samples the operands is cycle 1.
  for (std::int64_t cycle = 1; cycle <= 40; ++cycle) {
    const std::uint64_t got = cycle == 1 ? model->clock(one_and_a_half, two) : model->clock(0, 0);
    EXPECT_EQ(got, cycle == c.latency_cycles ? expected : 0) << "cycle " << cycle;
  }
}

constexpr Arithmetic rtl = Arithmetic::rtl;
constexpr Arithmetic twin = Arithmetic::operators;

std::string case_name(const ::testing::TestParamInfo<Case>& info) {
  return name_of(info.param.operation) + (info.param.arithmetic == rtl ? "Rtl" : "Twin") +
         std::to_string(info.param.latency_cycles);
}

INSTANTIATE_TEST_SUITE_P(Operators, Latency,
                         ::testing::Values(Case{Operation::add, rtl, 5}, Case{Operation::add, rtl, 16},
                                           Case{Operation::sub, rtl, 5}, Case{Operation::mul, rtl, 6},
                                           Case{Operation::mul, rtl, 16}, Case{Operation::add, twin, 5},
                                           Case{Operation::add, twin, 16}, Case{Operation::mul, twin, 6},
                                           Case{Operation::mul, twin, 16}, Case{Operation::div5, rtl, 2},
                                           Case{Operation::div5, rtl, 16}, Case{Operation::div5, twin, 2},
                                           Case{Operation::div5, twin, 16}),
                         case_name);

}  // namespace
}  // namespace stencil::latency_test
