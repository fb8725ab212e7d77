// The built command as a user runs it: status, text, and files written.
// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <sstream>
#include <vector>

#include "host/io/npy.hpp"
#include "sim/app/json/json.hpp"
#include "tests/system/command.hpp"

namespace stencil {
namespace {

TEST(Command, ASmallRunSaysWhatWasProved) {
  const ProgramResult result = alone({"run", "--accel", "software"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(result.out.rfind("accelerator software, configuration default: ", 0), 0u);
  EXPECT_EQ(last_line(result.out), "PASS: 7,777 values compared, 0 differ, 28 blocks");
  EXPECT_EQ(result.err, "");
}

TEST(Command, WithoutOptionsTheRtlRunsAndItsCyclesAreCounted) {
  const ScratchDirectory scratch;
  const ProgramResult result = alone({"run", "--report", scratch / "r.json"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(result.out.rfind("accelerator rtl, configuration default: ", 0), 0u);
  EXPECT_EQ(count(result.out, "\nestimate: "), 1);
  EXPECT_EQ(count(result.out, "\nreport: " + (scratch / "r.json") + "\nPASS: "), 1) << result.out;
  EXPECT_EQ(last_line(result.out), "PASS: 7,777 values compared, 0 differ, 28 blocks") << result.out;
  const auto report = Json::parse(read_text(scratch / "r.json"));
  EXPECT_EQ(report["ok"], true);
  const auto& totals = report["totals"];
  EXPECT_GT(totals["cycles"].integer(), 100000);
  EXPECT_GE(totals["efficiency"].number(), 0.90) << "seven blocks a step";
  EXPECT_LE(totals["ideal_cycles"].integer(), totals["cycles"].integer());
  EXPECT_EQ(totals["efficiency"].number(), totals["ideal_cycles"].number() / totals["cycles"].number());
}

TEST(Command, RunsUnderMpirunAndLeavesOutputAndReport) {
  for (const int ranks : {1, 2, 3, 4, 7}) {
    const ScratchDirectory scratch;
    const ProgramResult result =
        under_mpirun(ranks, STENCIL_COSIM,
                     {"run", "--accel", "software", "--output", scratch / "o.npy", "--report", scratch / "r.json"});
    ASSERT_EQ(result.status, 0) << result.err;
    EXPECT_EQ(count(result.out, "PASS: 7,777 values compared, 0 differ"), 1) << ranks;
    const NpyInfo info = inspect_npy(scratch / "o.npy");
    EXPECT_EQ(info.rows, 101);
    EXPECT_EQ(info.cols, 77);
    const auto report = Json::parse(read_text(scratch / "r.json"));
    EXPECT_EQ(report["ok"], true);
    EXPECT_EQ(report["machine"]["ranks"], ranks);
    EXPECT_EQ(report["machine"]["accel"], "software");
    EXPECT_TRUE(report["totals"]["efficiency"].is_null());
    EXPECT_EQ(scratch.entries().size(), 2u);
  }
}

TEST(Command, RunsEveryScheduleAndBlocking) {
  for (const char* schedule : {"sequential", "overlapped"}) {
    for (const char* blocking : {"overlapped-rows", "skewed"}) {
      const ScratchDirectory scratch;
      const ProgramResult result = under_mpirun(2, STENCIL_COSIM,
                                                {"run", "--accel", "software", "--schedule", schedule, "--blocking",
                                                 blocking, "--check", "block", "--report", scratch / "r.json"});
      ASSERT_EQ(result.status, 0) << result.err;
      const auto report = Json::parse(read_text(scratch / "r.json"));
      EXPECT_EQ(report["ok"], true);
      EXPECT_EQ(report["problem"]["schedule"], schedule);
      EXPECT_EQ(report["problem"]["blocking"], blocking);
    }
  }
}

TEST(Command, DealsStripsToTheRanks) {
  const ScratchDirectory scratch;
  const ProgramResult result = under_mpirun(
      3, STENCIL_COSIM, {"run", "--accel", "model", "--distribution", "cyclic", "--report", scratch / "r.json"});
  ASSERT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(
      count(result.out, "cyclic distribution: 13 strips of 8 rows, the last of 5,\n  dealt in turn: 4 or 5 per rank\n"),
      1)
      << result.out;
  const auto report = Json::parse(read_text(scratch / "r.json"));
  EXPECT_EQ(report["ok"], true);
  EXPECT_EQ(report["problem"]["distribution"], "cyclic");
  EXPECT_EQ(report["problem"]["block_rows"], 8);
  for (const auto& block : report["blocks"]) EXPECT_EQ(block["strip"].integer() % 3, block["rank"]);

  ASSERT_EQ(alone({"run", "--accel", "software", "--report", scratch / "b.json"}).status, 0);
  const auto blocked = Json::parse(read_text(scratch / "b.json"));
  EXPECT_EQ(blocked["problem"]["distribution"], "blocked");
  EXPECT_TRUE(blocked["problem"]["block_rows"].is_null());
  for (const auto& block : blocked["blocks"]) EXPECT_EQ(block["strip"], block["rank"]);
}

TEST(Command, WithoutCheckTheLastLineSaysSo) {
  const ScratchDirectory scratch;
  const ProgramResult result = alone({"run", "--accel", "software", "--check", "off", "--report", scratch / "r.json"});
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(last_line(result.out).rfind("NOT CHECKED: 0 values compared", 0), 0u);
  const auto report = Json::parse(read_text(scratch / "r.json"));
  EXPECT_TRUE(report["ok"].is_null());
  EXPECT_EQ(report["compared"], 0);
}

TEST(Command, AWrongBitIsStatusOneAndFullyNamed) {
  const ScratchDirectory scratch;
  const ProgramResult result = under_mpirun(
      2, STENCIL_FAULTY_COSIM, {"run", "--accel", "software", "--check", "block", "--report", scratch / "r.json"},
      {"FAULT=flip", "FAULT_RANK=1", "FAULT_AT=6"});
  EXPECT_EQ(result.status, 1) << result.err;
  EXPECT_EQ(count(result.out, "\nFAIL: "), 1) << result.out;
  const auto report = Json::parse(read_text(scratch / "r.json"));
  EXPECT_EQ(report["ok"], false);
  const auto& first = report["first_mismatch"];
  EXPECT_EQ(first["rank"], 1);
  EXPECT_EQ(first["step"], 1);
  EXPECT_EQ(first["block"], 2);
  EXPECT_EQ(first["sweep"], 4);
  EXPECT_EQ(first["ulp"], 1);
  EXPECT_NE(result.out.find("first difference: row " + std::to_string(first["row"].integer()) + ", col 38 (rank 1, "),
            std::string::npos)
      << result.out;
}

TEST(Command, AFullDiskIsARunThatFailed) {
  const ScratchDirectory scratch;
  // 32 MiB are enough for Open MPI's own files and too little for the result.
  const ProgramResult result =
      run_program({"bash", "-c",
                   "ulimit -f 32768; trap '' XFSZ; exec \"$0\" run --accel software --rows 2100 --cols 2100 "
                   "--iterations 1 --stw 1 --portion 300 --output \"$1\"",
                   STENCIL_COSIM, scratch / "o.npy"});
  EXPECT_EQ(result.status, 3);
  EXPECT_EQ(count(result.err, "stencil-cosim: rank 0: " + (scratch / "o.npy") + ": cannot write: File too large\n"), 1)
      << result.err;
  EXPECT_TRUE(scratch.entries().empty());
}

TEST(Command, WarnsOnceWhenAVariableDidNotReachAllRanks) {
  const ProgramResult result =
      run_program({STENCIL_MPIEXEC, "--oversubscribe", "-n", "1", "-x", "STENCIL_CONFIG=wide", STENCIL_COSIM, "run",
                   "--accel", "software", ":", "-n", "2", STENCIL_COSIM, "run", "--accel", "software"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(count(result.err,
                  "stencil-cosim: warning: STENCIL_CONFIG is 'wide' on rank 0 and something else on ranks 1, 2; "
                  "mpirun -x STENCIL_CONFIG sends it to all\n"),
            1)
      << result.err;
}

TEST(Command, NoProgressLineWithoutATerminal) {
  for (const ProgramResult& result :
       {alone({"run", "--accel", "software"}), under_mpirun(2, STENCIL_COSIM, {"run", "--accel", "software"})}) {
    EXPECT_EQ(result.err.find('\r'), std::string::npos);
    EXPECT_EQ(result.out.find("left"), std::string::npos);
  }
}

TEST(Command, AProgressLineOnATerminalThatIsErasedInTheEnd) {
  const int terminal = ::posix_openpt(O_RDWR);
  if (terminal < 0) GTEST_SKIP() << "this system gives no pseudo-terminals (/dev/pts)";
  ::close(terminal);
  const std::string small = std::string(STENCIL_COSIM) + " run --accel software";
  for (const std::string& command : {small, std::string(STENCIL_MPIEXEC) + " -n 2 --oversubscribe " + small}) {
    const ProgramResult result = run_program({"script", "-qec", command, "/dev/null"});
    EXPECT_EQ(result.status, 0) << result.out;
    EXPECT_GE(count(result.out, "\r\033[K"), 2) << result.out;
    EXPECT_GE(count(result.out, " gone"), 1) << result.out;
  }
}

// The word is coloured, and only where the user sees it: not in a file, nor where NO_COLOR or TERM says no.
TEST(Command, TheVerdictIsColouredOnATerminal) {
  const int terminal = ::posix_openpt(O_RDWR);
  if (terminal < 0) GTEST_SKIP() << "this system gives no pseudo-terminals (/dev/pts)";
  ::close(terminal);
  const std::string program = STENCIL_COSIM;
  const std::string green = "\033[1;32mPASS\033[0m: ";
  const auto watched = [](const std::string& command, const Words& environment) {
    return run_program({"script", "-qec", command, "/dev/null"}, environment).out;
  };
  for (const std::string& command :
       {program + " run --accel software", program + " cycles --accel model --blocks 3",
        std::string(STENCIL_MPIEXEC) + " -n 2 --oversubscribe " + program + " run --accel software"}) {
    const std::string seen = watched(command, {"TERM=xterm", "NO_COLOR="});
    EXPECT_EQ(count(seen, green), 1) << seen;
    EXPECT_EQ(count(seen, "\033[1;"), 1) << "nothing else is";
  }
  const std::string run = program + " run --accel software";
  EXPECT_EQ(count(watched(run, {"TERM=xterm", "NO_COLOR=1"}), "\033[1;"), 0);
  EXPECT_EQ(count(watched(run, {"TERM=dumb", "NO_COLOR="}), "\033[1;"), 0);
  EXPECT_EQ(count(watched(run + " | cat", {"TERM=xterm", "NO_COLOR="}), "\033[1;"), 0);
}

TEST(Command, AloneItSaysWhatToTypeFirst) {
  for (const ProgramResult& result : {alone({}), under_mpirun(2, STENCIL_COSIM, {})}) {
    EXPECT_EQ(result.status, 2);
    EXPECT_EQ(result.out, "");
    EXPECT_EQ(count(result.err, "Type first:\n  stencil-cosim run "), 1) << result.err;
    EXPECT_EQ(count(result.err, "\n  stencil-cosim cycles "), 1) << result.err;
  }
}

// The examples of --help that need mpirun; the others run in system_command_options_test.
TEST(Command, ExamplesUnderMpirunWork) {
  const std::string mpirun = "mpirun -n 2 --oversubscribe stencil-cosim ";
  int examples = 0;
  for (const char* subcommand : {"run", "cycles", "tune", "scale", "compare", "configs", "replay", "report", "history",
                                 "show", "kernel", "random"}) {
    std::istringstream help(alone({subcommand, "--help"}).out);
    for (std::string line; std::getline(help, line);) {
      if (line.rfind("  mpirun ", 0) != 0) continue;
      ASSERT_EQ(line.rfind("  " + mpirun, 0), 0u) << line;
      ++examples;
      const ScratchDirectory scratch;
      const ProgramResult result = run_program(
          {"bash", "-c", "cd \"$1\" && exec \"$2\" -n 2 --oversubscribe \"$3\" " + line.substr(2 + mpirun.size()), "-",
           scratch / ".", STENCIL_MPIEXEC, STENCIL_COSIM});
      EXPECT_EQ(result.status, 0) << line << "\n" << result.err;
      EXPECT_EQ(last_line(result.out).rfind("PASS: ", 0), 0u) << result.out;
    }
  }
  EXPECT_GE(examples, 1);
}

TEST(Command, HelpIsASubcommandToo) {
  EXPECT_EQ(alone({"help"}).out, alone({"--help"}).out);
  const ProgramResult run = alone({"help", "run"});
  EXPECT_EQ(run.status, 0);
  EXPECT_EQ(run.out, alone({"run", "--help"}).out);
  EXPECT_EQ(alone({"help", "run", "--help-all"}).out, alone({"run", "--help-all"}).out);
  const ProgramResult unknown = alone({"help", "rnu"});
  EXPECT_EQ(unknown.status, 2);
  EXPECT_EQ(count(unknown.err, "subcommand 'rnu' is not known, must be one of: "), 1) << unknown.err;
  EXPECT_EQ(count(unknown.err, "; did you mean run?\n"), 1) << unknown.err;
}

TEST(Command, WarnsOfAMisspeltVariableWhateverItDoes) {
  const std::string line =
      "stencil-cosim: warning: STENCIL_MODULE is not known and has no effect; did you mean STENCIL_MODULES?\n";
  for (const Words& words : {Words{"configs"}, Words{"run", "--accel", "software", "--quiet"}}) {
    const ProgramResult result = alone(words, {"STENCIL_MODULE=x", "STENCIL_NOT_OURS=1"});
    EXPECT_EQ(result.status, 0);
    EXPECT_EQ(result.err, line);
  }
  EXPECT_EQ(count(under_mpirun(2, STENCIL_COSIM, {"configs"}, {"STENCIL_MODULE=x"}).err, line), 1);
}

TEST(Command, HelpAndVersionAreOrdinaryOutput) {
  const ProgramResult help = under_mpirun(2, STENCIL_COSIM, {"run", "--help-all"});
  EXPECT_EQ(help.status, 0);
  EXPECT_EQ(count(help.out, "Usage: stencil-cosim run"), 1);
  for (const char* option :
       {"--rows",     "--cols",     "--iterations",   "--stw",        "--portion",      "--accel",      "--config",
        "--kernel",   "--seed",     "--input",        "--rhs",        "--output",       "--dump-input", "--report",
        "--check",    "--dx",       "--dy",           "--beta",       "--link-latency", "--link-bytes", "--burst",
        "--schedule", "--blocking", "--distribution", "--strip-rows", "--grid",         "--tiles",      "--sweeps",
        "--rounds",   "--history",  "--row-cuts",     "--col-cuts",   "Exit status: 0"}) {
    EXPECT_GE(count(help.out, option), 1) << option;
  }
  EXPECT_EQ(alone({"--version"}).out, "stencil-cosim 0.1.0\n");
}

}  // namespace
}  // namespace stencil
