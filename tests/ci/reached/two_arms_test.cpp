// Cases for tests/ci/coverage_test.py: each reaches some arms of two_arms. The models end before the program does.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <memory>

#include "Vtwo_arms.h"
#include "verilated.h"

namespace {

void clocks(std::uint8_t choice, int cycles) {
  const auto context = std::make_unique<VerilatedContext>();
  const auto model = std::make_unique<Vtwo_arms>(context.get());
  model->i_choice = choice;
  for (int i = 0; i < cycles; ++i) {
    model->clk = 0;
    model->eval();
    model->clk = 1;
    model->eval();
  }
}

TEST(TwoArms, FirstAlone) {
  clocks(1, 3);
}

// The second model must not forget what the first has reached.
TEST(TwoArms, Both) {
  clocks(1, 20000);
  clocks(0, 2);
}

TEST(TwoArms, NoModel) {}

TEST(TwoArms, FailsWhenAsked) {
  EXPECT_EQ(std::getenv("TWO_ARMS_FAIL"), nullptr);
}

TEST(TwoArms, DISABLED_Never) {
  FAIL();
}

class OfNumbers : public testing::TestWithParam<std::uint8_t> {};
TEST_P(OfNumbers, Overwrites) {
  clocks(GetParam(), 1);
}
INSTANTIATE_TEST_SUITE_P(Choices, OfNumbers, testing::Values(std::uint8_t{2}));

}  // namespace
