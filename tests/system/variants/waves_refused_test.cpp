// Waves that cannot be had: one line, and what was there stays.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "sim/app/waves/gtkwave/fst_file.hpp"
#include "tests/system/variants/waves_runs.hpp"

namespace stencil::waves_test {
namespace {

TEST_F(VariantWaves, WindowsAreThoseAskedForOrRefused) {
  STENCIL_NEEDS_PLANT("wrong-sign");
  run_wrong("wrong-sign");
  ASSERT_EQ(replay({"--trace", "all:7900-7999"}).status, 1);
  {
    const FstFile waves(scratch_ / "r.fst");
    EXPECT_EQ(waves.begin_ns(), 79000u);
    EXPECT_EQ(waves.end_ns(), 79995u);
  }
  const std::string kept = read_text(scratch_ / "r.fst");
  const ProgramResult beyond = replay({"--trace", "all:1000000000-1000000001"});
  EXPECT_EQ(beyond.status, 2);
  EXPECT_EQ(beyond.err, "stencil-cosim: " + (scratch_ / "r.fst") +
                            ": --trace is all:1000000000-1000000001: the device has not run these cycles\n");
  EXPECT_EQ(read_text(scratch_ / "r.fst"), kept);
  // Without the fault no value is wrong.
  const ProgramResult right = replay({"--trace", "failure"}, "bubble-a-row");
  EXPECT_EQ(right.status, 0) << right.err;
  EXPECT_TRUE(has(right.out, "no value differs: no waves are written\n")) << right.out;
  const ProgramResult model = replay({"--trace", "failure", "--accel", "model"});
  EXPECT_EQ(model.status, 2);
  EXPECT_EQ(model.err, "stencil-cosim: --trace is failure, must come with accelerator rtl, this is model\n");
  EXPECT_EQ(read_text(scratch_ / "r.fst"), kept);
}

TEST_F(VariantWaves, AFullDiskLeavesNothingAndOverwritesNothing) {
  STENCIL_NEEDS_PLANT("wrong-sign");
  run_wrong("wrong-sign");
  const std::set<std::string> before = files_in(scratch_ / ".");
  // 1 MiB a file: what this device needs beside the waves fits, 3 MiB of waves do not. mpirun itself needs more.
  const std::vector<std::string> words{STENCIL_MPIEXEC,
                                       "-n",
                                       "1",
                                       "--oversubscribe",
                                       "bash",
                                       "-c",
                                       "ulimit -f 1024; trap '' XFSZ; exec \"$0\" \"$@\"",
                                       VARIANT_COSIM,
                                       "replay",
                                       scratch_ / "r.capsule",
                                       "--trace",
                                       "all"};
  const std::string line =
      "stencil-cosim: " + (scratch_ / "r.fst") + ": waves are not whole: no space left on device?\n";
  ProgramResult full = test::run_words("", words);
  EXPECT_EQ(full.status, 2) << full.out;
  EXPECT_EQ(full.err.rfind(line, 0), 0u) << full.err;
  EXPECT_EQ(files_in(scratch_ / "."), before);
  std::ofstream(scratch_ / "r.fst") << "mine";
  full = test::run_words("", words);
  EXPECT_EQ(full.status, 2) << full.out;
  EXPECT_EQ(read_text(scratch_ / "r.fst"), "mine");
}

// Of a run, whose verdict is there by then.
TEST_F(VariantWaves, AFullDiskHidesNoVerdictOfARun) {
  STENCIL_NEEDS_PLANT("wrong-sign");
  const auto run = [this](const std::string& variant, const std::string& trace) {
    const ProgramResult result = test::run_words(
        variant, {STENCIL_MPIEXEC, "-n", "2", "--oversubscribe", "bash", "-c",
                  "ulimit -f 1024; trap '' XFSZ; exec \"$0\" \"$@\"", VARIANT_COSIM, "run", "--config", "varied",
                  "--rows", "40", "--cols", "30", "--report", scratch_ / "r.json", "--trace", trace});
    EXPECT_FALSE(std::filesystem::exists(scratch_ / "r-0.fst"));
    EXPECT_TRUE(has(result.err, ": waves are not whole: no space left on device?\n")) << result.err;
    return result;
  };
  const ProgramResult wrong = run("wrong-sign", "all");
  EXPECT_EQ(wrong.status, 1) << wrong.err;
  EXPECT_TRUE(has(wrong.out, "\nfirst divergence: ")) << wrong.out;
  EXPECT_TRUE(has(wrong.out, "\nFAIL: ")) << wrong.out;
  EXPECT_TRUE(has(wrong.err, "stencil-cosim: warning: ")) << wrong.err;
  const ProgramResult right = run("", "all");
  EXPECT_EQ(right.status, 2) << "what was asked for is not there";
  EXPECT_TRUE(has(right.out, "\nPASS: ")) << right.out;
}

TEST_F(VariantWaves, WavesOfAFailureThatCannotBeWrittenAreRefusedBeforeTheRun) {
  STENCIL_NEEDS_PLANT("wrong-sign");
  std::filesystem::create_directory(scratch_ / "r.fst");
  const ProgramResult run = test::run_variant("wrong-sign", 2, {"--report", scratch_ / "r.json", "--trace", "failure"});
  EXPECT_EQ(run.status, 2) << run.out;
  EXPECT_EQ(run.out, "");
  EXPECT_TRUE(has(run.err, "stencil-cosim: rank 0: " + (scratch_ / "r.fst") +
                               ": cannot be written, it exists and is not a regular file\n"))
      << run.err;
  EXPECT_FALSE(std::filesystem::exists(scratch_ / "r.json"));
}

TEST_F(VariantWaves, AFolderThatCannotBeWrittenIsRefused) {
  STENCIL_NEEDS_PLANT("wrong-sign");
  run_wrong("wrong-sign");
  std::filesystem::create_directory(scratch_ / "r.fst");
  const ProgramResult refused = replay({"--trace", "all"});
  EXPECT_EQ(refused.status, 2);
  EXPECT_EQ(refused.err,
            "stencil-cosim: " + (scratch_ / "r.fst") + ": cannot be written, it exists and is not a regular file\n");
  EXPECT_FALSE(std::filesystem::exists(scratch_ / "r.gtkw"));
}

}  // namespace
}  // namespace stencil::waves_test
