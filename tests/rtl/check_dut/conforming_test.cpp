// Devices that keep the contract: ours with all ten devices, and legal ones that are slower.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/rtl/check_dut/kit_run.hpp"
#include "tests/support/unplaced.hpp"

namespace stencil::check_dut_test {
namespace {

TEST(CheckDut, OurRtlConformsOnAllLevelsWithItsCycles) {
  const ProgramResult result = check({"--modules", BENCH_MODULES, "--cycles", "ours"});
  EXPECT_EQ(result.status, 0) << result.out << result.err;
  EXPECT_FALSE(has(result.out, "finding")) << result.out;
  EXPECT_FALSE(has(result.out, " no ")) << result.out;  // a level that was not reached
  EXPECT_TRUE(has(result.out, "conforms, with the cycles of our RTL\n")) << result.out;
}

class CheckDutSlow : public ::testing::TestWithParam<const char*> {};
std::string name_of_variant(const ::testing::TestParamInfo<const char*>& variant) {
  return test_name(variant.param);
}
INSTANTIATE_TEST_SUITE_P(Variants, CheckDutSlow,
                         ::testing::Values("paced-writes", "late-responses", "late-reads", "late-registers",
                                           "late-done", "bubble-a-row"),
                         name_of_variant);

TEST_P(CheckDutSlow, ConformsAndIsNotOurs) {
  STENCIL_NEEDS_PLANT(GetParam());
  const ProgramResult legal = check_variant(GetParam());
  EXPECT_EQ(legal.status, 0) << legal.out << legal.err;
  EXPECT_TRUE(has(legal.out, "conforms; cycles were not judged\n")) << legal.out;
  const ProgramResult judged = check_variant(GetParam(), {"--cycles", "ours", "--first"});
  EXPECT_EQ(judged.status, 1) << judged.out << judged.err;
}

}  // namespace
}  // namespace stencil::check_dut_test
