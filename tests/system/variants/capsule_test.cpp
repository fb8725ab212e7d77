// Capsules of faults planted in the RTL: each shows its fault alone, and is cut to a few points.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "host/base/errors.hpp"
#include "sim/app/capsule/capsule_file.hpp"
#include "sim/app/json/json.hpp"
#include "sim/device/capsule/replay.hpp"
#include "tests/support/scratch_directory.hpp"
#include "tests/system/variants/run_variant.hpp"

namespace stencil::capsule_test {
namespace {

using testing_support::ProgramResult;
using testing_support::ScratchDirectory;

struct Case {
  const char* mutant;
  std::vector<std::string> run;
  int ranks;
  std::int64_t swept_rows, cols;  // at most, of what is left
  // Of the first divergence: the words were there before the text was.
  const char* sweep;
  const char* component;
};

class VariantCapsule : public ::testing::TestWithParam<Case> {};

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST_P(VariantCapsule, ShowsTheFaultAloneAndSmall) {
  STENCIL_NEEDS_PLANT(GetParam().mutant);
  STENCIL_NEEDS_PLANT("bubble-a-row");
  const ScratchDirectory scratch;
  const std::string kept = scratch / "r.capsule";
  std::vector<std::string> words{STENCIL_MPIEXEC,   "-n",          std::to_string(GetParam().ranks),
                                 "--oversubscribe", VARIANT_COSIM, "run",
                                 "--config",        "varied",      "--report",
                                 scratch / "r.json"};
  words.insert(words.end(), GetParam().run.begin(), GetParam().run.end());
  const ProgramResult run = test::run_words(GetParam().mutant, words);
  EXPECT_EQ(run.status, 1) << run.err;
  EXPECT_TRUE(has(run.out, "first wrong call: rank ")) << run.out;
  EXPECT_TRUE(has(run.out, "alone: stencil-cosim replay " + kept)) << run.out;
  const Json divergence = Json::parse(testing_support::read_text(scratch / "r.json"))["divergence"];
  EXPECT_EQ(divergence["room"], GetParam().component) << divergence["text"].text();
  EXPECT_TRUE(has(run.out, divergence["text"].text() + "\n")) << run.out;
  EXPECT_TRUE(has(run.out, "first divergence: rank ")) << run.out;
  EXPECT_TRUE(has(divergence["text"].text(), GetParam().sweep)) << run.out;
  // With the verdict it fits a terminal of 24 lines.
  EXPECT_LE(std::count(run.out.begin() + static_cast<std::ptrdiff_t>(run.out.find("first divergence: ")), run.out.end(),
                       '\n'),
            20);

  // The fault comes with the capsule, not with the environment.
  const ProgramResult replay = test::run_words("", {VARIANT_COSIM, "replay", kept});
  EXPECT_EQ(replay.status, 1) << replay.err;
  EXPECT_TRUE(has(replay.out, "cycles by cause: as captured\n")) << replay.out;
  EXPECT_TRUE(has(replay.out, "values: as captured, bit by bit")) << replay.out;
  EXPECT_TRUE(has(replay.out, ", RTL")) << replay.out;
  EXPECT_TRUE(has(replay.out, " as captured\n")) << replay.out;
  EXPECT_TRUE(has(replay.out, divergence["text"].text() + "\n")) << replay.out;

  const std::string least = scratch / "m.capsule";
  const ProgramResult minimise = test::run_words("", {VARIANT_COSIM, "replay", kept, "--minimise", "-o", least});
  EXPECT_EQ(minimise.status, 1) << minimise.err;
  const Capsule small = read_capsule(least);
  EXPECT_TRUE(small.minimised);
  ASSERT_EQ(command_count(small), 1u);
  for (const CapsuleCall& call : small.calls) {
    if (call.kind != CapsuleCall::Kind::command) continue;
    const CommandBlock block = command_block(call.command);
    EXPECT_LE(block.rows - 2, GetParam().swept_rows) << minimise.out;
    EXPECT_LE(block.cols, GetParam().cols) << minimise.out;
  }
  const ProgramResult again = test::run_words("", {VARIANT_COSIM, "replay", least});
  EXPECT_EQ(again.status, 1);
  EXPECT_TRUE(has(again.out, "cycles by cause: as captured\n")) << again.out;
  EXPECT_TRUE(has(again.out, "values: as captured, bit by bit")) << again.out;

  // Without the fault the same calls are right.
  for (const std::vector<std::string>& other :
       {std::vector<std::string>{VARIANT_COSIM, "replay", kept, "--accel", "model"},
        std::vector<std::string>{VARIANT_COSIM, "replay", kept}}) {
    const ProgramResult right = test::run_words("bubble-a-row", other);
    EXPECT_EQ(right.status, 0) << right.out << right.err;
    EXPECT_TRUE(has(right.out, "\nPASS: ")) << right.out;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Faults, VariantCapsule,
    ::testing::Values(
        Case{"wrong-sign", {"--rows", "40", "--cols", "30"}, 1, 1, 3, " sweep 0, ", "adder"},
        Case{"wrong-sign",
             {"--rows", "40", "--cols", "30", "--check", "block", "--blocking", "skewed"},
             2,
             1,
             3,
             " sweep 0, ",
             "adder"},
        Case{
            "wrong-sign", {"--rows", "40", "--cols", "30", "--schedule", "sequential"}, 2, 1, 3, " sweep 0, ", "adder"},
        Case{"wrong-sign", {"--rows", "40", "--cols", "30", "--place", "norm=cpu"}, 1, 1, 3, " sweep 0, ", "adder"},
        Case{"no-forwarding",
             {"--rows", "3", "--cols", "59", "--iterations", "4", "--stw", "4"},
             1,
             2,
             17,
             " sweep 2, ",
             "write-back"}),
    [](const auto& test) { return "Case" + std::to_string(test.index); });

TEST(CapsuleOfAHang, FailsAloneAsItDidUntilTheRtlIsRight) {
  const ScratchDirectory scratch;
  const std::string kept = scratch / "r.capsule";
  const ProgramResult run =
      test::run_variant("never-ready", 2, {"--report", scratch / "r.json", "--capture", "failure"});
  EXPECT_EQ(run.status, 3);
  EXPECT_TRUE(has(run.err, "are kept in " + kept + ";\n  alone: stencil-cosim replay " + kept + "\n")) << run.err;
  const ProgramResult alone = test::run_words("", {VARIANT_COSIM, "replay", kept});
  EXPECT_EQ(alone.status, 3);
  EXPECT_TRUE(has(alone.out, "\nthe device fails as captured\nFAIL: device hangs: nothing moved for ")) << alone.out;
  EXPECT_TRUE(has(alone.out, "WREADY low since")) << alone.out;
  const ProgramResult right = test::run_words("", {VARIANT_COSIM, "replay", kept, "--accel", "model"});
  EXPECT_EQ(right.status, 0) << right.err;
  EXPECT_TRUE(has(right.out, "the device does not fail; captured: device hangs: ")) << right.out;
  EXPECT_TRUE(has(right.out, "PASS: ")) << right.out;
  EXPECT_FALSE(has(right.out, "PASS: 0 values")) << right.out;
  const ProgramResult small =
      test::run_words("", {VARIANT_COSIM, "replay", kept, "--minimise", "-o", scratch / "m.capsule"});
  EXPECT_EQ(small.status, 2);
  EXPECT_TRUE(has(small.err, "fails at these calls, must give values for --minimise")) << small.err;
}

// CYCLES_COMPUTE is read at the end.
TEST(CapsuleOfAHang, IsNoneWhereNoCallFails) {
  STENCIL_NEEDS_PLANT("miscounts");
  const ScratchDirectory scratch;
  const ProgramResult run = test::run_variant("miscounts", 1, {"--report", scratch / "r.json", "--capture", "failure"});
  EXPECT_EQ(run.status, 3);
  EXPECT_TRUE(has(run.err, "--capture failure: no call of this rank's device failed, none is kept\n")) << run.err;
}

}  // namespace
}  // namespace stencil::capsule_test
