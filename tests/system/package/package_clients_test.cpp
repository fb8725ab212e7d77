// Programs of the installed package, with and without MPI: results, checks and reports on every accelerator.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

#include "sim/app/json/json.hpp"
#include "tests/support/texts.hpp"
#include "tests/system/package/package.hpp"

namespace stencil {
namespace {

using test::only_summary;

TEST_F(Package, AnMpiProgramRunsUnchangedOnEveryAcceleratorAndRankCount) {
  const std::string client =
      compile("mpicc", {"tests/host/c/clients/client.c", "tests/host/c/clients/client_itstep.c"});
  for (const char* accel : {"software", "model", "rtl"})
    for (int ranks = 1; ranks <= 4; ++ranks) {
      const std::string report = scratch_ / "report.json";
      const ProgramResult result =
          under_mpirun(ranks, client, {std::string("STENCIL_ACCEL=") + accel, "STENCIL_REPORT=" + report});
      ASSERT_EQ(result.status, 0) << result.out << result.err;
      EXPECT_EQ(result.out, "4300 of 4300 cells equal on " + std::to_string(ranks) + " ranks\n");
      const auto json = Json::parse(read_text(report));
      EXPECT_TRUE(json["ok"].is_null());
      EXPECT_TRUE(json["problem"].is_null());
      EXPECT_EQ(json["machine"]["ranks"], ranks);
      EXPECT_EQ(json["machine"]["accel"], accel);
      std::vector<int> blocks_of(static_cast<std::size_t>(ranks));
      for (const auto& block : json["blocks"]) ++blocks_of[static_cast<std::size_t>(block["rank"].integer())];
      for (const int blocks : blocks_of) EXPECT_GE(blocks, 4);
      std::int64_t counted = 0;
      for (const auto& one : json["classes"]) counted += one["count"].integer();
      EXPECT_EQ(counted, static_cast<std::int64_t>(json["blocks"].size()));
      if (std::string(accel) != "software") {
        EXPECT_GT(json["totals"]["cycles"].integer(), 0);
        EXPECT_EQ(json["totals"]["cycles"], json["totals"]["model_cycles"]);
      }
    }
}

// 30 rows with 4 overlap rows keep three ranks busy: the fourth has none.
TEST_F(Package, TheProgramOfThePublishedShapeRunsUnchangedAndChecked) {
  const std::string client = compile("mpicc", {"tests/system/package/published_client.c"});
  for (const char* accel : {"software", "model", "rtl"}) {
    for (int ranks = 1; ranks <= 4; ++ranks) {
      const auto run = [&](const std::string& check) {
        const std::string report = scratch_ / "report.json";
        const ProgramResult result =
            under_mpirun(ranks, Words{client, "30", "20", "4"},
                         {std::string("STENCIL_ACCEL=") + accel, "STENCIL_REPORT=" + report, "STENCIL_CHECK=" + check});
        EXPECT_EQ(result.status, 0) << result.out << result.err;
        EXPECT_TRUE(only_summary(result.err, check == "block" ? "PASS" : "NOT CHECKED"));
        EXPECT_EQ(result.out,
                  std::to_string(std::min(ranks, 3)) + " of " + std::to_string(ranks) + " ranks have rows, 0 wrong\n");
        return Json::parse(read_text(report));
      };
      const auto unchecked = run("off");
      const auto checked = run("block");
      EXPECT_TRUE(unchecked["ok"].is_null());
      EXPECT_TRUE(unchecked["compared"].is_null());
      EXPECT_EQ(checked["ok"], true);
      EXPECT_EQ(checked["mismatches"], 0);
      std::int64_t swept = 0;
      for (const auto& block : checked["blocks"]) {
        if (!block["rows"].is_null()) swept += block["rows"].integer() * block["cols"].integer();
      }
      EXPECT_EQ(checked["compared"].integer(), swept + 3 * 20 * (30 + 2 * 4 * (std::min(ranks, 3) - 1)))
          << "all that was swept, and all rows that came back";
      for (const char* field : {"totals", "classes", "blocks", "blocks_omitted", "machine"}) {
        EXPECT_EQ(checked[field], unchecked[field]) << field;
      }
    }
  }
}

TEST_F(Package, AMatrixProgramRunsOnAnyNumberOfRanks) {
  const std::string client = compile("mpicc", {"tests/host/c/clients/matrix_client.c"});
  for (const auto& [ranks, grid] : {std::pair{1, "1 x 1"}, {2, "2 x 1"}, {4, "2 x 2"}, {5, "2 x 2"}}) {
    const ProgramResult result = under_mpirun(ranks, client, {});
    ASSERT_EQ(result.status, 0) << result.out << result.err;
    EXPECT_EQ(result.out, "81 elements on a grid of " + std::string(grid) + ", 0 wrong\n");
  }
  const ProgramResult refused = under_mpirun(1, Words{client, "8"}, {});
  EXPECT_EQ(refused.status, 2);
  EXPECT_NE(refused.err.find("stencil: rank 0: descinit: lld = 8, must be 9 .. "), std::string::npos) << refused.err;
}

TEST_F(Package, ASerialProgramNeedsNoMpi) {
  const std::string client = compile(serial_compiler, {"tests/system/package/serial_client.c"});
  const std::string report = scratch_ / "report.json";
  const ProgramResult plain = run_program({client});
  EXPECT_EQ(plain.status, 0) << plain.err;
  EXPECT_EQ(plain.out, "equal\n");
  EXPECT_EQ(plain.err, "");
  EXPECT_EQ(run_program({client}, {"STENCIL_CONFIG=wide-bus", "STENCIL_REPORT=" + report}).out, "equal\n");
  const auto json = Json::parse(read_text(report));
  EXPECT_EQ(json["machine"]["config"], "wide-bus");
  ASSERT_EQ(json["blocks"].size(), 1u);
  EXPECT_EQ(json["blocks"][0]["rows"], 12);
  EXPECT_EQ(json["blocks"][0]["niter"], 7);
  const auto cycles = [&](const Words& link) {
    Words environment{"STENCIL_ACCEL=model", "STENCIL_CHECK=block", "STENCIL_REPORT=" + report};
    environment.insert(environment.end(), link.begin(), link.end());
    EXPECT_EQ(run_program({client}, environment).out, "equal\n");
    const auto one = Json::parse(read_text(report));
    EXPECT_EQ(one["ok"], true);
    EXPECT_EQ(one["compared"], 2 * 108);
    return std::pair{one["totals"]["cycles"].integer(), one["machine"]};
  };
  const auto [fast, machine] = cycles({});
  EXPECT_EQ(machine["burst_beats"], 256);
  const auto [slow, slow_machine] = cycles({"STENCIL_BURST=8", "STENCIL_LINK_BYTES=2", "STENCIL_LINK_LATENCY=100"});
  EXPECT_GE(slow, fast + 3 * 100 + 3 * 108 * 2);
  EXPECT_EQ(slow_machine["burst_beats"], 8);
  EXPECT_EQ(slow_machine["link_bytes_per_cycle"], 2);
  EXPECT_EQ(slow_machine["link_latency_cycles"], 100);
}

// Examples: examples_test.py.
TEST_F(Package, RightProgramsGetNoWarningWithAllChecks) {
  struct Program {
    const char* compiler;
    Words sources;
    Words arguments;
    int ranks;
    const char* config = "small";
  };
  const char* const serial = serial_compiler.c_str();
  const std::vector<Program> programs = {
      {"mpicc", {"tests/host/c/clients/client.c", "tests/host/c/clients/client_itstep.c"}, {}, 3, "default"},
      {"mpicc", {"tests/system/package/published_client.c"}, {"60", "20", "4"}, 1},
      {"mpicc", {"tests/system/package/published_client.c"}, {"60", "20", "4"}, 3},
      {serial, {"tests/system/package/serial_client.c"}, {}, 1},
      {serial, {"tests/system/package/long_client.c"}, {"50"}, 1},
      {serial, {"tests/host/c/clients/five_point_client.c"}, {}, 1, "five-point"},
  };
  for (const Program& one : programs) {
    SCOPED_TRACE(one.sources.front());
    Words words{compile(one.compiler, one.sources)};
    words.insert(words.end(), one.arguments.begin(), one.arguments.end());
    const std::string report = scratch_ / "report.json";
    const Words environment{"STENCIL_ACCEL=model", "STENCIL_CHECK=block", std::string("STENCIL_CONFIG=") + one.config,
                            "STENCIL_PARANOID=1", "STENCIL_REPORT=" + report};
    const ProgramResult result =
        one.compiler == serial ? run_program(words, environment) : under_mpirun(one.ranks, words, environment);
    EXPECT_EQ(result.status, 0) << result.out;
    EXPECT_TRUE(only_summary(result.err, "PASS"));
    const auto json = Json::parse(read_text(report));
    EXPECT_EQ(json["ok"], true);
    EXPECT_GT(json["ok_covers"]["sweeps"].integer(), 0);
    for (const auto& [name, count] : json["ok_covers"].members())
      EXPECT_TRUE(name == "text" || name == "sweeps" || count == 0) << name;
  }
}

}  // namespace
}  // namespace stencil
