// The built command as a user runs it: status, text, and what it leaves on the disk.
// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <nlohmann/json.hpp>
#include <vector>

#include "host/io/npy.hpp"
#include "tests/support/run_program.hpp"

namespace stencil {
namespace {

using testing_support::ProgramResult;
using testing_support::read_text;
using testing_support::run_program;
using testing_support::ScratchDirectory;
using testing_support::write_text;
using Words = std::vector<std::string>;

ProgramResult alone(const Words& options, const Words& environment = {}) {
  Words words{STENCIL_COSIM};
  words.insert(words.end(), options.begin(), options.end());
  return run_program(words, environment);
}

ProgramResult under_mpirun(int ranks, const std::string& program, const Words& options, const Words& environment = {}) {
  Words words{STENCIL_MPIEXEC, "-n", std::to_string(ranks), "--oversubscribe", program};
  words.insert(words.end(), options.begin(), options.end());
  return run_program(words, environment);
}

std::string last_line(const std::string& text) {
  const std::size_t end = text.find_last_not_of('\n');
  const std::size_t begin = text.rfind('\n', end);
  return text.substr(begin + 1, end - begin);
}

int count(const std::string& text, const std::string& part) {
  int found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

TEST(Command, ASmallRunSaysWhatWasProved) {
  const ProgramResult result = alone({"run", "--accel", "software"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(result.out.rfind("accelerator software, configuration default: ", 0), 0u);
  EXPECT_EQ(last_line(result.out),
            "PASS: 7777 values compared, 0 differ, 28 blocks, no device cycles (software accelerator)");
  EXPECT_EQ(result.err, "");
}

TEST(Command, WithoutOptionsTheRtlRunsAndItsCyclesAreCounted) {
  const ScratchDirectory scratch;
  const ProgramResult result = alone({"run", "--report", scratch / "r.json"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(result.out.rfind("accelerator rtl, configuration default: ", 0), 0u);
  EXPECT_EQ(count(result.out, "\nestimate: "), 1);
  EXPECT_EQ(last_line(result.out).rfind("PASS: 7777 values compared, 0 differ, 28 blocks, ", 0), 0u) << result.out;
  const auto report = nlohmann::json::parse(read_text(scratch / "r.json"));
  EXPECT_EQ(report["ok"], true);
  const auto& totals = report["totals"];
  EXPECT_GT(totals["cycles"], 100000);
  EXPECT_GE(totals["efficiency"].get<double>(), 0.90) << "seven blocks a step";
  EXPECT_LE(totals["ideal_cycles"], totals["cycles"]);
  EXPECT_EQ(totals["efficiency"].get<double>(), totals["ideal_cycles"].get<double>() / totals["cycles"].get<double>());
}

TEST(Command, RunsUnderMpirunAndLeavesOutputAndReport) {
  for (const int ranks : {1, 2, 3, 4, 7}) {
    const ScratchDirectory scratch;
    const ProgramResult result =
        under_mpirun(ranks, STENCIL_COSIM,
                     {"run", "--accel", "software", "--output", scratch / "o.npy", "--report", scratch / "r.json"});
    ASSERT_EQ(result.status, 0) << result.err;
    EXPECT_EQ(count(result.out, "PASS: 7777 values compared, 0 differ"), 1) << ranks;
    const NpyInfo info = inspect_npy(scratch / "o.npy");
    EXPECT_EQ(info.rows, 101);
    EXPECT_EQ(info.cols, 77);
    const auto report = nlohmann::json::parse(read_text(scratch / "r.json"));
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
      const auto report = nlohmann::json::parse(read_text(scratch / "r.json"));
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
      count(result.out, "cyclic distribution: 13 strips of 8 rows, the last of 5, dealt in turn: 4 or 5 a rank\n"), 1)
      << result.out;
  const auto report = nlohmann::json::parse(read_text(scratch / "r.json"));
  EXPECT_EQ(report["ok"], true);
  EXPECT_EQ(report["problem"]["distribution"], "cyclic");
  EXPECT_EQ(report["problem"]["block_rows"], 8);
  for (const auto& block : report["blocks"]) EXPECT_EQ(block["strip"].get<int>() % 3, block["rank"]);

  ASSERT_EQ(alone({"run", "--accel", "software", "--report", scratch / "b.json"}).status, 0);
  const auto blocked = nlohmann::json::parse(read_text(scratch / "b.json"));
  EXPECT_EQ(blocked["problem"]["distribution"], "blocked");
  EXPECT_TRUE(blocked["problem"]["block_rows"].is_null());
  for (const auto& block : blocked["blocks"]) EXPECT_EQ(block["strip"], block["rank"]);
}

TEST(Command, WithoutCheckTheLastLineSaysSo) {
  const ScratchDirectory scratch;
  const ProgramResult result = alone({"run", "--accel", "software", "--check", "off", "--report", scratch / "r.json"});
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(last_line(result.out).rfind("NOT CHECKED: 0 values compared", 0), 0u);
  const auto report = nlohmann::json::parse(read_text(scratch / "r.json"));
  EXPECT_TRUE(report["ok"].is_null());
  EXPECT_EQ(report["compared"], 0);
}

struct BadCase {
  Words options;
  std::string line;
};

TEST(Command, BadUsageIsOneLineAndStatusTwo) {
  const std::string see = " (stencil-cosim run --help lists the options)";
  const std::vector<BadCase> cases{
      {{}, "A subcommand is required (stencil-cosim --help lists the options)"},
      {{"walk"}, "subcommand 'walk' is not known, must be one of: run, cycles, tune, configs"},
      {{"run", "--rowz"}, "The following argument was not expected: --rowz" + see},
      {{"run", "7"}, "The following argument was not expected: 7" + see},
      {{"run", "--rows"}, "--rows: 1 required N missing" + see},
      {{"run", "--rows", "2"}, "--rows is 2, must be 3 .. 1099511627776"},
      {{"run", "--rows", "1e3"}, "--rows is '1e3', must be an integer 3 .. 1099511627776"},
      {{"run", "--rows", "99999999999999999999"},
       "--rows is '99999999999999999999', must be an integer 3 .. 1099511627776"},
      {{"run", "--cols", "0"}, "--cols is 0, must be 3 .. 268435456"},
      {{"run", "--iterations", "0"}, "--iterations is 0, must be 1 .. 1099511627776"},
      {{"run", "--stw", "0"}, "--stw is 0, must be 1 .. 1073741824"},
      {{"run", "--stw", "6"}, "--stw is 6, must be 1 .. 5 (a third of --portion 15)"},
      {{"run", "--blocking", "skewed", "--stw", "16"}, "--stw is 16, must be 1 .. 15 (--portion 15, skewed blocks)"},
      {{"run", "--schedule", "late"}, "--schedule is 'late', must be one of: sequential, overlapped"},
      {{"run", "--blocking", "rows"}, "--blocking is 'rows', must be one of: overlapped-rows, skewed"},
      {{"run", "--distribution", "ring"}, "--distribution is 'ring', must be one of: blocked, cyclic"},
      {{"run", "--block-rows", "5"},
       "--block-rows is 5, must not be given with --distribution blocked, where every rank has one strip; "
       "--distribution cyclic takes it"},
      {{"run", "--distribution", "cyclic", "--block-rows", "0"}, "--block-rows is 0, must be 1 .. 1099511627776"},
      {{"run", "--distribution", "cyclic", "--block-rows", "4"},
       "--block-rows is 4, must be 5 .. 101 (--stw, which a shadow needs, and --rows)"},
      {{"run", "--distribution", "cyclic", "--block-rows", "102"},
       "--block-rows is 102, must be 5 .. 101 (--stw, which a shadow needs, and --rows)"},
      {{"run", "--portion", "2"}, "--portion is 2, must be 3 .. 4294967296"},
      {{"run", "--seed", "-1"}, "--seed is '-1', must be an integer 0 .. 18446744073709551615"},
      {{"run", "--beta", "inf"}, "--beta is 'inf', must be a finite number"},
      {{"run", "--dx", "0"}, "--dx is 0, must be a finite number other than 0"},
      {{"run", "--dy", "fine"}, "--dy is 'fine', must be a finite number"},
      {{"run", "--burst", "0"}, "--burst is 0, must be 1 .. 256"},
      {{"run", "--link-bytes", "-1"}, "--link-bytes is -1, must be 0 .. 4096"},
      {{"run", "--link-latency", "-1"}, "--link-latency is -1, must be 0 .. 1000000000"},
      {{"run", "--check", "maybe"}, "--check is 'maybe', must be one of: final, block, off"},
      {{"run", "--kernel", "gauss-seidel"},
       "--kernel is 'gauss-seidel', which is not in this build yet, must be one of: jacobi"},
      {{"run", "--output", ""}, "--output is '', must be a file name"},
      {{"run", "--accel", "software", "--output", "/dev/null"},
       "/dev/null: cannot be written, it exists and is not a regular file"},
      {{"run", "--accel", "software", "--report", "/no/such/r.json"},
       "/no/such/r.json: cannot create a file there: No such file or directory"},
      {{"run", "--accel", "software", "--input", "/no/such/f.npy"},
       "/no/such/f.npy: cannot be opened: No such file or directory"},
  };
  for (const BadCase& bad : cases) {
    const ProgramResult result = alone(bad.options);
    EXPECT_EQ(result.status, 2) << bad.line;
    EXPECT_EQ(result.err, "stencil-cosim: " + bad.line + "\n");
    EXPECT_EQ(count(result.out, "PASS"), 0);
  }
}

TEST(Command, WhatABuildDoesNotHaveIsRefused) {
  ProgramResult result = alone({"run", "--accel", "abacus"});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.err, "stencil-cosim: accelerator 'abacus' is not known, must be one of: software, model, rtl\n");
  result = alone({"run", "--accel", "software", "--config", "nope"});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.err.rfind("stencil-cosim: configuration 'nope' is not known, must be one of: ", 0), 0u);
}

TEST(Command, BadInputOnSeveralRanksIsOneLineAndLeavesNothing) {
  const ScratchDirectory scratch;
  write_text(scratch / "short.npy",
             std::string("\x93NUMPY\1\0\x3c\0", 10) + "{'descr': '<f8', 'fortran_order': False, 'shape': (40, 7), }");
  const std::string out = scratch / "out.npy";
  const std::vector<BadCase> cases{
      {{"--input", scratch / "short.npy"},
       (scratch / "short.npy") + ": cut short, 70 bytes where shape (40, 7) needs exactly 2310"},
      {{"--rows", "12"},
       "--rows is 12 over 3 ranks: rank 2 would own 4 rows, fewer than --stw 5; must be at least 15 rows, or at most "
       "2 ranks"},
      {{"--rows", "9000", "--cols", "9000", "--portion", "111", "--stw", "1"},
       "portion + 2*stw = 113 rows of 9000 columns, must be <= 111 rows (the device holds 1000000 words a buffer)"},
      {{"--rows", "9000", "--cols", "9000", "--portion", "80", "--stw", "32", "--blocking", "skewed"},
       "portion + stw = 112 rows of 9000 columns, must be <= 111 rows (the device holds 1000000 words a buffer)"},
      {{"--cols", "10001"}, "cols = 10001, must be 1 .. 10000 (the device's longest row)"},
  };
  for (const BadCase& bad : cases) {
    Words words{"run", "--accel", "software", "--output", out, "--report", scratch / "r.json"};
    words.insert(words.end(), bad.options.begin(), bad.options.end());
    const ProgramResult result = under_mpirun(3, STENCIL_COSIM, words);
    EXPECT_EQ(result.status, 2) << result.err;
    EXPECT_EQ(count(result.err, "stencil-cosim: "), 1) << result.err;
    EXPECT_NE(result.err.find("stencil-cosim: " + bad.line + "\n"), std::string::npos) << result.err;
    EXPECT_EQ(scratch.entries(), Words{"short.npy"});
  }
}

TEST(Command, RanksWithOtherArgumentsAreRefused) {
  const ProgramResult result =
      run_program({STENCIL_MPIEXEC, "--oversubscribe", "-n", "1", STENCIL_COSIM, "run", "--accel", "software", ":",
                   "-n", "1", STENCIL_COSIM, "run", "--accel", "software", "--rows", "50"});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(count(result.err,
                  "stencil-cosim: rank 1: started with other arguments than rank 0, must be the same on all ranks\n"),
            1)
      << result.err;
}

TEST(Command, AWrongBitIsStatusOneAndFullyNamed) {
  const ScratchDirectory scratch;
  const ProgramResult result = under_mpirun(
      2, STENCIL_FAULTY_COSIM, {"run", "--accel", "software", "--check", "block", "--report", scratch / "r.json"},
      {"FAULT=flip", "FAULT_RANK=1", "FAULT_AT=6"});
  EXPECT_EQ(result.status, 1) << result.err;
  EXPECT_EQ(count(result.out, "\nFAIL: "), 1) << result.out;
  const auto report = nlohmann::json::parse(read_text(scratch / "r.json"));
  EXPECT_EQ(report["ok"], false);
  const auto& first = report["first_mismatch"];
  EXPECT_EQ(first["rank"], 1);
  EXPECT_EQ(first["step"], 1);
  EXPECT_EQ(first["block"], 2);
  EXPECT_EQ(first["sweep"], 4);
  EXPECT_EQ(first["ulp"], 1);
  EXPECT_NE(result.out.find("first difference: row " + std::to_string(first["row"].get<int>()) + ", col 38 (rank 1, "),
            std::string::npos)
      << result.out;
}

TEST(Command, ADeviceThatFailsEndsAllRanksWithStatusThree) {
  const ScratchDirectory scratch;
  const ProgramResult result =
      under_mpirun(3, STENCIL_FAULTY_COSIM,
                   {"run", "--accel", "software", "--output", scratch / "o.npy", "--report", scratch / "r.json"},
                   {"FAULT=fail", "FAULT_RANK=1", "FAULT_AT=3"});
  EXPECT_EQ(result.status, 3);
  EXPECT_EQ(count(result.err, "stencil-cosim: rank 1: test device: no answer to start within 1000 cycles\n"), 1)
      << result.err;
  EXPECT_EQ(count(result.err, "stencil-cosim: "), 1);
  EXPECT_TRUE(scratch.entries().empty());
}

TEST(Command, CyclesThatBelongToNoBlockAreAnError) {
  const ProgramResult result =
      under_mpirun(1, STENCIL_FAULTY_COSIM, {"run", "--accel", "software"}, {"FAULT=miscount"});
  EXPECT_EQ(result.status, 3);
  EXPECT_EQ(count(result.err, "stencil-cosim: rank 0: ledger: the blocks add up to "), 1) << result.err;
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
    EXPECT_GE(count(result.out, " % done, "), 1) << result.out;
  }
}

TEST(Command, AnImpossibleAmountOfMemoryIsRefused) {
#ifdef __SANITIZE_ADDRESS__
  GTEST_SKIP() << "AddressSanitizer ends the process where operator new would throw";
#endif
  const ProgramResult result =
      under_mpirun(2, STENCIL_COSIM, {"run", "--accel", "software", "--rows", "1000000000000", "--cols", "100"});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(count(result.err,
                  "stencil-cosim: out of memory: the problem does not fit; use a smaller one or more "
                  "ranks\n"),
            1)
      << result.err;
}

TEST(Command, HelpAndVersionAreOrdinaryOutput) {
  const ProgramResult help = under_mpirun(2, STENCIL_COSIM, {"run", "--help"});
  EXPECT_EQ(help.status, 0);
  EXPECT_EQ(count(help.out, "Usage: stencil-cosim run"), 1);
  for (const char* option :
       {"--rows",     "--cols",     "--iterations",   "--stw",        "--portion",      "--accel",      "--config",
        "--kernel",   "--seed",     "--input",        "--rhs",        "--output",       "--dump-input", "--report",
        "--check",    "--dx",       "--dy",           "--beta",       "--link-latency", "--link-bytes", "--burst",
        "--schedule", "--blocking", "--distribution", "--block-rows", "Exit status: 0"}) {
    EXPECT_GE(count(help.out, option), 1) << option;
  }
  EXPECT_EQ(alone({"--version"}).out, "stencil-cosim 0.1.0\n");
}

}  // namespace
}  // namespace stencil
