// Faults planted in the RTL, in runs with one step in RTL: found there and named, and not found where no step is.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "sim/app/json/json.hpp"
#include "tests/support/scratch_directory.hpp"
#include "tests/system/variants/run_variant.hpp"

namespace stencil::mixed_test {
namespace {

using testing_support::ProgramResult;
using testing_support::read_text;
using testing_support::ScratchDirectory;

struct Case {
  const char* mutant;
  const char* component;
  std::vector<std::string> run;
};

class MixedVariant : public ::testing::TestWithParam<Case> {};

TEST_P(MixedVariant, IsFoundInItsStepOnRtl) {
  STENCIL_NEEDS_PLANT(GetParam().mutant);
  const ScratchDirectory scratch;
  std::vector<std::string> words{"--accel", "mixed", "--rtl-steps", "2", "--report", scratch / "r.json"};
  words.insert(words.end(), GetParam().run.begin(), GetParam().run.end());
  const ProgramResult run = test::run_variant(GetParam().mutant, 2, words);
  EXPECT_EQ(run.status, 1) << run.out << run.err;
  const Json report = Json::parse(read_text(scratch / "r.json"));
  const Json& found = report["divergence"];
  ASSERT_FALSE(found.is_null()) << run.out;
  EXPECT_EQ(found["step"], 2) << found["text"].text();
  EXPECT_EQ(found["side"], "device") << found["text"].text();
  EXPECT_EQ(found["room"], GetParam().component) << found["text"].text();

  words[3] = "0.0";
  const ProgramResult model = test::run_variant(GetParam().mutant, 2, words);
  EXPECT_EQ(model.status, 0) << model.out << model.err;
  EXPECT_NE(model.out.find("mixed: 0 of them in RTL"), std::string::npos) << model.out;
}

INSTANTIATE_TEST_SUITE_P(
    Faults, MixedVariant,
    ::testing::Values(Case{"wrong-sign", "adder", {}}, Case{"wrong-sign", "adder", {"--schedule", "resident"}},
                      Case{"line-bit", "operand", {"--check", "block"}}, Case{"load-astray", "load", {}}),
    [](const auto& test) { return test::test_name(test.param.mutant) + std::to_string(test.index); });

TEST(MixedVariant, OtherCyclesAreThoseOfTheStepsOnRtl) {
  STENCIL_NEEDS_PLANT("everything-20-times");
  const ScratchDirectory scratch;
  const ProgramResult run = test::run_variant(
      "everything-20-times", 1, {"--accel", "mixed", "--rtl-steps", "1-2", "--report", scratch / "r.json"});
  EXPECT_EQ(run.status, 0) << run.err;
  const Json report = Json::parse(read_text(scratch / "r.json"));
  for (const Json& block : report["blocks"]) {
    const bool slower = block["cycles"]["total"].integer() > block["model_cycles"].integer();
    EXPECT_EQ(slower, block["step"] == 1 || block["step"] == 2) << block.dump();
  }
}

TEST(MixedVariant, AHangInAStepOnRtlIsTold) {
  STENCIL_NEEDS_PLANT("never-done");
  const ProgramResult run = test::run_variant("never-done", 2, {"--accel", "mixed", "--rtl-steps", "1"});
  EXPECT_EQ(run.status, 3) << run.out << run.err;
  EXPECT_NE(run.err.find("device hangs"), std::string::npos) << run.err;
  EXPECT_NE(run.err.find("; step 1, strip "), std::string::npos) << run.err;
}

}  // namespace
}  // namespace stencil::mixed_test
