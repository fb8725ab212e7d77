// The installed package as its users see it: pkg-config, CMake, C programs with and without MPI.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <utility>

#include "sim/app/json/json.hpp"
#include "tests/support/fake_tools.hpp"
#include "tests/support/texts.hpp"
#include "tests/system/package/package.hpp"

namespace stencil {
namespace {

using test::holds;
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

TEST_F(Package, BringsTheManualPageAndTheCompletionOfBash) {
  EXPECT_EQ(read_text(prefix() + "/share/man/man1/stencil-cosim.1").rfind(".TH STENCIL\\-COSIM 1 ", 0), 0u);
  const std::string completion = prefix() + "/share/bash-completion/completions/stencil-cosim";
  const ProgramResult offered =
      run_program({"bash", "-c",
                   "source \"$1\" && COMP_WORDS=(stencil-cosim run --strip) && COMP_CWORD=2 && "
                   "_stencil_cosim && echo \"${COMPREPLY[*]}\"",
                   "-", completion});
  EXPECT_EQ(offered.out, "--strip-rows\n") << offered.err;
}

TEST_F(Package, KnowsWhetherItCanMakeWavesBeforeARunAndWhereverItIsMoved) {
  const testing_support::FakeTools tools;
  std::filesystem::rename(prefix(), scratch_ / "moved");
  const auto run = [&](const std::string& trace) {
    return run_program({scratch_ / "moved/bin/stencil-cosim", "run", "--config", "small", "--rows", "9", "--cols", "9",
                        "--report", scratch_ / "r.json", "--trace", trace},
                       {"PATH=" + tools.path(), "STENCIL_CACHE=" + (scratch_ / "cache")});
  };
  const ProgramResult right = run("failure");
  EXPECT_EQ(right.status, 0) << right.err;
  EXPECT_EQ(tools.builds(), 0);
  std::filesystem::remove(scratch_ / "r.json");
  // What CMake is given: the installed tree.
  tools.set("fail", "a.cpp:3: error: no way");
  EXPECT_EQ(run("all").status, 2);
  EXPECT_EQ(tools.builds(), 1);
  EXPECT_NE(tools.steps().find("-S" + (scratch_ / "moved/share/stencil-cosim/cmake/module") + " "), std::string::npos)
      << tools.steps();
  EXPECT_NE(tools.steps().find("-DMODULE_RTL_DIR=" + (scratch_ / "moved/share/stencil-cosim/rtl") + " "),
            std::string::npos)
      << tools.steps();
  std::filesystem::remove(scratch_ / "r.json");
  tools.set("version", "Verilator 4.038");
  const ProgramResult old = run("failure");
  EXPECT_EQ(old.status, 2);
  EXPECT_EQ(old.out, "");
  EXPECT_EQ(std::count(old.err.begin(), old.err.end(), '\n'), 1) << old.err;
  EXPECT_NE(old.err.find("Verilator 5.006 or newer is needed"), std::string::npos) << old.err;
  EXPECT_FALSE(std::filesystem::exists(scratch_ / "r.json"));
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

TEST_F(Package, AKernelFileIsSweptByItsNameOrThatOfTheEnvironment) {
  const std::string client = compile("mpicc", {"tests/host/c/clients/formula_client.c"});
  const std::string heat = prefix() + "/share/doc/stencil-cosim/examples/formula/heat.stencil";
  const std::string report = scratch_ / "report.json";
  const Words environment{"STENCIL_ACCEL=model", "STENCIL_CONFIG=small", "STENCIL_REPORT=" + report};
  const ProgramResult step = run_program({client, heat}, environment);
  ASSERT_EQ(step.status, 0) << step.err;
  const auto json = Json::parse(read_text(report));
  EXPECT_EQ(json["problem"]["kernel"], heat);
  EXPECT_EQ(json["problem"]["formula"], read_text(heat));
  EXPECT_EQ(json["problem"]["numbers"], "ax=0.15,ay=0.25,dt=0.125");
  Words named = environment;
  named.push_back("STENCIL_KERNEL=" + heat);
  EXPECT_EQ(run_program({client}, named).status, 0);
  EXPECT_EQ(Json::parse(read_text(report))["classes"][0]["kernel"], "formula");
  const ProgramResult none = run_program({client}, environment);
  EXPECT_EQ(none.status, 2);
  EXPECT_TRUE(
      holds(none.err, "itstep_accel_formula: environment variable STENCIL_KERNEL is not set, must be a kernel"));
}

// With tools that build nothing: `system_package_modules_test` builds.
TEST_F(Package, OnRtlTheModuleOfAKernelFileIsBuiltBeforeAnyDataMove) {
  const testing_support::FakeTools tools;
  tools.set("fail", "a.cpp:3: error: no way");
  const std::string client = compile("mpicc", {"tests/host/c/clients/formula_client.c"});
  const std::string heat = prefix() + "/share/doc/stencil-cosim/examples/formula/heat.stencil";
  const auto run = [&](const std::string& config) {
    return run_program({client, heat}, {"STENCIL_ACCEL=rtl", "STENCIL_CONFIG=" + config, "PATH=" + tools.path(),
                                        "STENCIL_CACHE=" + (scratch_ / "cache"), "ASAN_OPTIONS=detect_leaks=0"});
  };
  const ProgramResult failed = run("small");
  EXPECT_EQ(failed.status, 2) << failed.err;
  EXPECT_TRUE(holds(failed.err, "stencil: building the module of configuration small")) << failed.err;
  EXPECT_TRUE(holds(failed.err, "a.cpp:3: error: no way")) << failed.err;
  EXPECT_EQ(tools.builds(), 1);
  // A configuration that has the formula needs none.
  const ProgramResult built = run("heat");
  EXPECT_EQ(built.status, 0) << built.err;
  EXPECT_EQ(tools.builds(), 1);
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

TEST_F(Package, IsFoundByCMake) {
  const std::string build = scratch_ / "build";
  const ProgramResult configure = run_program(
      {STENCIL_CMAKE, "-S", STENCIL_SOURCE_DIR "/tests/system/package/consumer", "-B", build,
       "-DCMAKE_PREFIX_PATH=" + prefix(), "-DCLIENT=" STENCIL_SOURCE_DIR "/tests/system/package/published_client.c"});
  ASSERT_EQ(configure.status, 0) << configure.out << configure.err;
  const ProgramResult make = run_program({STENCIL_CMAKE, "--build", build});
  ASSERT_EQ(make.status, 0) << make.out << make.err;
  const ProgramResult result = run_program({build + "/consumer"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(result.out.rfind("default 1 ", 0), 0u) << result.out;

  const std::string report = scratch_ / "report.json";
  const ProgramResult client =
      under_mpirun(2, build + "/mpi_client", {"STENCIL_ACCEL=software", "STENCIL_REPORT=" + report});
  EXPECT_EQ(client.status, 0) << client.err;
  EXPECT_TRUE(only_summary(client.err, "NOT CHECKED"));
  EXPECT_EQ(Json::parse(read_text(report))["machine"]["ranks"], 2);
}

TEST_F(Package, AReportThatIsNotWrittenIsNamed) {
  const std::string client = scratch_ / "client";
  const ProgramResult make = run_program(
      {"sh", "-c",
       "mpicc -std=gnu99 -o " + shell_quoted(client) +
           " " STENCIL_SOURCE_DIR "/tests/system/package/published_client.c -lmpi $(PKG_CONFIG_PATH=" +
           shell_quoted(prefix() + "/" STENCIL_LIBDIR "/pkgconfig") + " pkg-config --cflags --libs stencil-cosim)"});
  ASSERT_EQ(make.status, 0) << make.err;
  const std::string report = scratch_ / "report.json";
  const ProgramResult result = under_mpirun(1, client, {"STENCIL_ACCEL=software", "STENCIL_REPORT=" + report});
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(result.err, "stencil: STENCIL_REPORT = " + report +
                            " is not written: the program has called MPI's own "
                            "MPI_Finalize, must be that of libstencil_cosim; link it before MPI\n");
  EXPECT_EQ(under_mpirun(1, client, {"STENCIL_ACCEL=software"}).err, "");
}

TEST_F(Package, LeavesTheClientItsNames) {
  const ProgramResult names =
      run_program({"nm", "-D", "--defined-only", prefix() + "/" STENCIL_LIBDIR "/libstencil_cosim.so"});
  ASSERT_EQ(names.status, 0) << names.err;
  for (const char* taken : {" itstep\n", " itstep_test\n", " main\n"})
    EXPECT_EQ(names.out.find(taken), std::string::npos) << taken;
  for (const char* offered : {" itstep_accel\n",
                              " itstep_accel_five_point\n",
                              " itstep_accel_formula\n",
                              " itstep_accel_test\n",
                              " itstep_accel_test_portion\n",
                              " f_to_accel\n",
                              " f_from_accel\n",
                              " r_to_accel\n",
                              " VSDA_Create\n",
                              " VSDA_Copy\n",
                              " VSDA_Destroy\n",
                              " MPI_Finalize\n",
                              " mpi_finalize_\n",
                              " mpi_finalize_f08_\n",
                              " stencil_fortran_VSDA_Create\n",
                              " numroc\n",
                              " numroc_bound\n",
                              " numroc_bound_ceil\n",
                              " indxg2k\n",
                              " indxg2m\n",
                              " indxg2x\n",
                              " indxg2p\n",
                              " indxg2l\n",
                              " indxl2g\n",
                              " descinit\n",
                              " pdelset\n",
                              " pdelget\n",
                              " pdgemr2d\n",
                              " block_cyclic_context\n",
                              " block_cyclic_context_free\n",
                              " block_cyclic_gridinfo\n",
                              " pdlaread\n",
                              " pdlawrite\n",
                              " pd_npy_read\n",
                              " pd_npy_write\n"})
    EXPECT_NE(names.out.find(offered), std::string::npos) << offered;
}

}  // namespace
}  // namespace stencil
