// The kit names devices that crash, hang or are missing, and bad usage; its outputs.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/rtl/check_dut/kit_run.hpp"
#include "tests/support/scratch_directory.hpp"

namespace stencil::check_dut_test {
namespace {

using testing_support::read_text;
using testing_support::ScratchDirectory;

TEST(CheckDut, ACrashAndAHangAreFindingsAndHideNothing) {
  const ScratchDirectory scratch;
  const ProgramResult result = check({"--modules", BROKEN_MODULES, "--devices", "four,broad,narrow", "--level", "buses",
                                      "--wall", "1", "--junit", scratch / "r.xml", "--html", scratch / "r.html"});
  EXPECT_EQ(result.status, 1) << result.err;
  EXPECT_TRUE(has(result.out, "\nfirst finding: registers: StencilAccelStatus.CapabilitiesAreTheParameters\n"))
      << result.out;
  EXPECT_TRUE(has(result.out, "\n  may follow from StencilAccelStatus.CapabilitiesAreTheParameters\n")) << result.out;
  EXPECT_TRUE(has(result.out, "skipped: 5 tests on narrow: no narrow.so in --modules\n")) << result.out;
  for (const char* file : {"r.xml", "r.html"}) {
    const std::string text = read_text(scratch / file);
    EXPECT_TRUE(has(text, "hangs: the simulator has not ended within 1 s")) << text;
    EXPECT_TRUE(has(text, "crashes: a signal ended the simulator")) << text;
    EXPECT_TRUE(has(text, "contract, section Data port: C4.7")) << text;
    EXPECT_TRUE(has(text, "may follow from StencilAccelStatus.CapabilitiesAreTheParameters")) << text;
  }
  EXPECT_TRUE(has(read_text(scratch / "r.xml"),
                  "<testsuite name=\"buses\" tests=\"9\" failures=\"6\" errors=\"0\" skipped=\"3\">"));
}

TEST(CheckDut, TheFirstLevelsOfARightDevicePass) {
  const ProgramResult result = check_variant("", {"--level", "buses"});
  EXPECT_EQ(result.status, 0) << result.out << result.err;
  EXPECT_TRUE(has(result.out, " conforms up to level buses; cycles were not judged\n")) << result.out;
}

// A missing kernel is skipped and said; what is there is tested.
TEST(CheckDut, KernelsThatAreNotShownAreSkipped) {
  const ProgramResult result = check_variant("jacobi-only", {"--test", "StencilAccelTiles.ABlockThatFillsItsBuffer"});
  EXPECT_EQ(result.status, 3) << result.out << result.err;
  EXPECT_TRUE(has(result.out, "\nskipped: 1 test on four: KERNELS reads 1, the test needs 2: ")) << result.out;
  EXPECT_TRUE(has(result.err, "nothing was tested")) << result.err;
}

TEST(CheckDut, RtlThatDoesNotElaborateIsAFinding) {
  const ScratchDirectory scratch;
  testing_support::write_text(scratch / "stencil_accel.v", "module stencil_accel (input wire clk;\nendmodule\n");
  const ProgramResult result =
      testing_support::run_program({STENCIL_COSIM, "check-dut", "--rtl", scratch / ".", "--devices", "four,plain"},
                                   {"STENCIL_CACHE=" + (scratch / "cache")});
  EXPECT_EQ(result.status, 1) << result.err;
  EXPECT_TRUE(has(result.out, "\nfirst finding: elaborates\n  on four; contract, section Parameters: C3.1, C3.2\n"))
      << result.out;
  EXPECT_TRUE(has(result.out, "%Error: ")) << result.out;
  EXPECT_TRUE(has(result.out, "stencil_accel.v:1:")) << result.out;
}

// A tree from before DIV_LATENCY goes on: the device that sets it is not asked for.
TEST(CheckDut, ATreeWithoutAParameterIsNotAskedForIt) {
  const ScratchDirectory scratch;
  testing_support::write_text(scratch / "stencil_accel.v",
                              "module stencil_accel #(\n  parameter KERNELS = 7\n) (input wire clk);\nendmodule\n");
  const ProgramResult result =
      testing_support::run_program({STENCIL_COSIM, "check-dut", "--rtl", scratch / ".", "--devices", "tiles"},
                                   {"STENCIL_CACHE=" + (scratch / "cache")});
  EXPECT_EQ(result.status, 3) << result.out << result.err;
  EXPECT_TRUE(has(result.out, "stencil_accel.v has no parameter DIV_LATENCY, which")) << result.out;
}

// Nor one from before an operator; what names it, in any letters, is asked for it.
TEST(CheckDut, ATreeWithoutAnOperatorIsNotAskedForIt) {
  const ScratchDirectory scratch;
  const auto out = [&](const std::string& parameters) {
    testing_support::write_text(scratch / "stencil_accel.v",
                                "module stencil_accel #(\n  " + parameters + "\n) (input wire clk);\nendmodule\n");
    return testing_support::run_program({STENCIL_COSIM, "check-dut", "--rtl", scratch / ".", "--devices", "five_alone"},
                                        {"STENCIL_CACHE=" + (scratch / "cache")})
        .out;
  };
  const std::string none = "stencil_accel.v has no parameter KERNELS, which",
                    unknown = "does not know five-point sweeps";
  for (const std::string parameters : {"parameter DIV_LATENCY = 2", "parameterKERNELS = 7", "parameter MY_KERNELS = 7"})
    EXPECT_TRUE(has(out(parameters), none)) << parameters;
  EXPECT_TRUE(has(out("parameter   KERNELS = 7"), unknown));
  EXPECT_TRUE(has(out("parameter KERNELS = 7  // FIVE_POINT"), "first finding: elaborates"));
}

TEST(CheckDut, BadUsageIsStatus2) {
  const ScratchDirectory scratch;
  const auto refused = [](const Words& words, const std::string& line) {
    const ProgramResult result = check(words);
    EXPECT_EQ(result.status, 2) << result.out;
    EXPECT_TRUE(has(result.err, line)) << result.err;
  };
  refused({}, "check-dut must be given --rtl DIR or --modules DIR, and not both");
  refused({"--rtl", scratch / "none"}, "must be a folder");
  refused({"--rtl", scratch / "."}, "no stencil_accel.v there or below");
  refused({"--modules", VARIED_MODULES, "--devices", "fourr"}, "--devices is 'fourr', must be one of: ");
  refused({"--modules", VARIED_MODULES, "--level", "bus"}, "--level is 'bus', must be one of: elaborates, registers, ");
  refused({"--modules", VARIED_MODULES, "--test", "Nothing"}, "--test is 'Nothing', must be one of: ");
  refused({"--modules", VARIED_MODULES, "--cycles", "mine"}, "--cycles is 'mine', must be one of: none, ours");
  refused({"--modules", VARIED_MODULES, "--junit", scratch / "none/r.xml"}, "none/r.xml");
}

}  // namespace
}  // namespace stencil::check_dut_test
