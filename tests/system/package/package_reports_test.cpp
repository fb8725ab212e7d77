// What programs of the installed package print and write: tables, verdicts, errors, reports, and the memory it takes.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "sim/app/json/json.hpp"
#include "tests/support/texts.hpp"
#include "tests/system/package/package.hpp"

namespace stencil {
namespace {

using test::only_summary;

// 30 CPU seconds for a million blocks under AddressSanitizer, for which a tenth of them suffices.
#ifdef __SANITIZE_ADDRESS__
constexpr std::int64_t many_blocks = 100000;
#else
constexpr std::int64_t many_blocks = 1000000;
#endif

// The ledger keeps only the blocks that a report lists, and sums.
TEST_F(Package, AMillionBlocksTakeNoMoreMemoryThanTenThousand) {
  const std::string client = compile(serial_compiler, {"tests/system/package/long_client.c"});
  const std::string report = scratch_ / "report.json";
  const ProgramResult result =
      run_program({client, std::to_string(many_blocks)}, {"STENCIL_ACCEL=software", "STENCIL_REPORT=" + report});
  ASSERT_EQ(result.status, 0) << result.err;
  EXPECT_LT(std::stol(result.out), 100000) << "a block took 160 bytes once";
  const auto json = Json::parse(read_text(report));
  EXPECT_EQ(json["blocks"].size(), 10000u);
  EXPECT_EQ(json["blocks"][9999]["block"], 9999);
  EXPECT_EQ(json["blocks_omitted"], many_blocks - 10000);
  ASSERT_EQ(json["classes"].size(), 1u);
  EXPECT_EQ(json["classes"][0]["count"], many_blocks);
  EXPECT_EQ(json["classes"][0]["kernel"], "jacobi");
  EXPECT_EQ(json["classes"][0]["rows"], 3);
  EXPECT_EQ(json["totals"]["bytes_to_device"], many_blocks * 2 * 72);
}

TEST_F(Package, AClientWithTwoOperatorsTellsNoKernel) {
  const std::string client = compile(serial_compiler, {"tests/host/c/clients/five_point_client.c"});
  const std::string report = scratch_ / "report.json";
  const ProgramResult result =
      run_program({client}, {"STENCIL_ACCEL=software", "STENCIL_CONFIG=five-point", "STENCIL_REPORT=" + report});
  ASSERT_EQ(result.status, 0) << result.err;
  const auto json = Json::parse(read_text(report));
  ASSERT_GT(json["classes"].size(), 0u);
  EXPECT_TRUE(json["classes"][0]["kernel"].is_null());
}

TEST_F(Package, BlocksTakeNoMemoryWhereNoReportIsWanted) {
  const std::string client = compile(serial_compiler, {"tests/system/package/long_client.c"});
  const ProgramResult result = run_program({client, "100000", "100"}, {"STENCIL_ACCEL=software"});
  ASSERT_EQ(result.status, 0) << result.err;
  EXPECT_LT(std::stol(result.out), 10000) << "10,000 blocks were listed";
}

// As STENCIL_SUMMARY says, else where something is asked for.
TEST_F(Package, PrintsTableAndVerdictWhereTheyAreAskedFor) {
  const std::string client = compile(serial_compiler, {"tests/system/package/serial_client.c"});
  const auto printed = [&](const Words& asked) {
    Words environment{"STENCIL_ACCEL=model", "STENCIL_CONFIG=small"};
    environment.insert(environment.end(), asked.begin(), asked.end());
    const ProgramResult result = run_program({client}, environment);
    EXPECT_EQ(result.status, 0) << result.err;
    EXPECT_EQ(result.out, "equal\n");
    return result.err;
  };
  const std::string unchecked = printed({"STENCIL_SUMMARY=1"});
  EXPECT_EQ(unchecked.rfind("accelerator model, configuration small: ", 0), 0u) << unchecked;
  EXPECT_TRUE(test::holds(unchecked, "\ncycles per block of 9 columns, 7 sweeps; last line: sum over all blocks\n"));
  EXPECT_TRUE(test::holds(unchecked, "\nlimits: schedule "));
  EXPECT_TRUE(test::holds(unchecked,
                          "\nnot checked: no value was compared; STENCIL_CHECK=block compares what calls of C\n"
                          "  and Fortran sweep, not devices that a C++ program makes itself\n"));
  EXPECT_TRUE(test::holds(unchecked, "\nNOT CHECKED: 0 values compared, 0 differ, 1 block\n"));
  const std::string checked = printed({"STENCIL_CHECK=block", "STENCIL_CHECK_STATUS=1"});
  EXPECT_TRUE(test::holds(checked, "\nchecked: 1 call that sweep, and words stored after them, "));
  EXPECT_TRUE(test::holds(checked, "\nPASS: 216 values compared, 0 differ, 1 block\n"));
  EXPECT_TRUE(only_summary(printed({"STENCIL_REPORT=" + (scratch_ / "r.json")}), "NOT CHECKED"));
  for (const Words& none : {Words{}, Words{"STENCIL_CHECK=off"}, Words{"STENCIL_CHECK=block", "STENCIL_SUMMARY=0"},
                            Words{"STENCIL_SUMMARY=0", "STENCIL_REPORT=" + (scratch_ / "r.json")}})
    EXPECT_EQ(printed(none), "") << ::testing::PrintToString(none);
}

TEST_F(Package, WrongArgumentsEndWithOneLineAndStatusTwo) {
  const std::string client = compile(serial_compiler, {"tests/system/package/serial_client.c"});
  const auto expect = [&](const Words& words, const Words& environment, const std::string& text) {
    const ProgramResult result = run_program(words, environment);
    EXPECT_EQ(result.status, 2);
    EXPECT_EQ(result.err, "stencil: f_to_accel: " + text + "\n");
  };
  expect({client, "999990"}, {},
         "length = 108, must be 0 .. 10 (1000000 doubles of local memory, internaloffset = 999990)");
  expect({client}, {"STENCIL_ACCEL=fpga"},
         "environment variable STENCIL_ACCEL = 'fpga', must be one of: software, shuffled, model, rtl");
  for (const std::string name : {"STENCIL_SUMMARY", "STENCIL_CHECK_STATUS"})
    expect({client}, {name + "=yes"}, "environment variable " + name + " = 'yes', must be one of: 0, 1");
  EXPECT_EQ(run_program({client}, {"STENCIL_CONFIG=none"}).status, 2);
  expect({client}, {"STENCIL_REPORT=/nowhere/at/all.json"},
         "environment variable STENCIL_REPORT: /nowhere/at/all.json: cannot create a file there: No such file or "
         "directory");
}

// With what was known until then.
TEST_F(Package, AProgramThatAnErrorEndsLeavesItsReport) {
  const std::string client = compile(serial_compiler, {"tests/system/package/serial_client.c"});
  const std::string report = scratch_ / "report.json";
  const ProgramResult refused =
      run_program({client, "999990"}, {"STENCIL_ACCEL=model", "STENCIL_CHECK=block", "STENCIL_REPORT=" + report});
  EXPECT_EQ(refused.status, 2);
  auto json = Json::parse(read_text(report));
  EXPECT_EQ(json["ok"], false);
  EXPECT_EQ(json["error"]["status"], 2);
  EXPECT_EQ("stencil: " + json["error"]["text"].text() + "\n", refused.err);
  EXPECT_EQ(json["machine"]["accel"], "model");
  EXPECT_EQ(json["ok_covers"]["sweeps"], 0);
  // r is loaded, and f is but one row short.
  const ProgramResult unloaded = run_program({client, "9"}, {"STENCIL_PARANOID=1", "STENCIL_REPORT=" + report});
  EXPECT_EQ(unloaded.status, 3) << unloaded.err;
  json = Json::parse(read_text(report));
  EXPECT_EQ(json["error"]["status"], 3);
  EXPECT_EQ(json["error"]["text"].text().rfind("itstep_accel: uninitialised read: ", 0), 0u) << unloaded.err;
  EXPECT_EQ(json["blocks"].size(), 1u) << "two loads";
  EXPECT_EQ(json["totals"]["bytes_to_device"], 2 * 108 * 8);
  // Before there is a device.
  EXPECT_EQ(run_program({client}, {"STENCIL_CONFIG=none", "STENCIL_REPORT=" + report}).status, 2);
  EXPECT_NE(Json::parse(read_text(report))["error"]["text"].text().find("STENCIL_CONFIG = 'none'"), std::string::npos);
}

}  // namespace
}  // namespace stencil
