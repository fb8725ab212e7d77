// Refusals of the command: one clear line, a status, no file left, the same on every rank.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "host/io/npy.hpp"
#include "tests/sim/app/kernel_names.hpp"
#include "tests/system/command.hpp"

namespace stencil {
namespace {

TEST(CommandRefusals, BadUsageIsOneLineAndStatusTwo) {
  const std::string see = " (stencil-cosim run --help-all lists the options)";
  const std::vector<BadCase> cases{
      {{"walk"},
       "subcommand 'walk' is not known, must be one of: run, cycles, tune, scale, compare, configs, replay, report, "
       "history, show, kernel, random, check-dut"},
      {{"rnu"},
       "subcommand 'rnu' is not known, must be one of: run, cycles, tune, scale, compare, configs, replay, report, "
       "history, show, kernel, random, check-dut; did you mean run?"},
      {{"--versoin"}, "--versoin is not known; did you mean --version? (stencil-cosim --help lists the options)"},
      {{"run", "--rowz"}, "--rowz is not known; did you mean --rows?" + see},
      {{"run", "--portoin", "15"}, "--portoin is not known; did you mean --portion?" + see},
      {{"run", "--speed", "15"}, "--speed is not known; did you mean --seed?" + see},
      {{"run", "--turbo"}, "--turbo is not known" + see},
      {{"run", "7"}, "'7' is one word too many" + see},
      {{"run", "--rows"}, "--rows needs a value, N" + see},
      {{"run", "--rows", "5", "--rows", "6"}, "--rows is given more than once" + see},
      {{"run", "--strip-rows", "5", "--block-rows", "5"}, "--strip-rows or --block-rows is given more than once" + see},
      {{"run", "--rows", "2"}, "--rows is 2, must be 3 .. 1099511627776"},
      {{"run", "--rows", "1e3"}, "--rows is '1e3', must be an integer 3 .. 1099511627776"},
      {{"run", "--rows", "99999999999999999999"},
       "--rows is '99999999999999999999', must be an integer 3 .. 1099511627776"},
      {{"run", "--cols", "0"}, "--cols is 0, must be 3 .. 268435456"},
      {{"run", "--iterations", "0"}, "--iterations is 0, must be 1 .. 1099511627776"},
      {{"run", "--stw", "0"}, "--stw is 0, must be 1 .. 1073741824"},
      {{"run", "--stw", "6"}, "--stw is 6, must be 1 .. 5 (a third of --portion 15)"},
      {{"run", "--blocking", "skewed", "--stw", "16"}, "--stw is 16, must be 1 .. 15 (--portion 15, skewed blocks)"},
      {{"run", "--schedule", "late"}, "--schedule is 'late', must be one of: sequential, overlapped, joined, resident"},
      {{"run", "--blocking", "rows"}, "--blocking is 'rows', must be one of: overlapped-rows, skewed"},
      {{"run", "--distribution", "ring"}, "--distribution is 'ring', must be one of: blocked, cyclic"},
      {{"run", "--strip-rows", "5"},
       "--strip-rows is 5, must not be given with --distribution blocked, where every rank has one strip; "
       "--distribution cyclic takes it"},
      {{"run", "--distribution", "cyclic", "--block-rows", "0"}, "--strip-rows is 0, must be 1 .. 1099511627776"},
      {{"run", "--distribution", "cyclic", "--strip-rows", "4"},
       "--strip-rows is 4, must be 5 .. 101 (--stw, which a halo needs, and --rows)"},
      {{"run", "--distribution", "cyclic", "--strip-rows", "102"},
       "--strip-rows is 102, must be 5 .. 101 (--stw, which a halo needs, and --rows)"},
      {{"run", "--portion", "2"}, "--portion is 2, must be 3 .. 4294967296"},
      {{"run", "--seed", "-1"}, "--seed is '-1', must be an integer 0 .. 18446744073709551615"},
      {{"run", "--beta", "inf"}, "--beta is 'inf', must be a finite number"},
      {{"run", "--dx", "0"}, "--dx is 0, must be a finite number other than 0"},
      {{"run", "--dy", "fine"}, "--dy is 'fine', must be a finite number"},
      {{"run", "--burst", "0"}, "--burst is 0, must be 1 .. 256"},
      {{"run", "--link-bytes", "-1"}, "--link-bytes is -1, must be 0 .. 4096"},
      {{"run", "--link-stalls", "-1"}, "--link-stalls is -1, must be 0 .. 1000000000"},
      {{"cycles", "--link-stalls", "-1"}, "--link-stalls is -1, must be 0 .. 1000000000"},
      {{"tune", "--link-stalls", "7"}, "--link-stalls is not known (stencil-cosim tune --help-all lists the options)"},
      {{"scale", "--link-stalls", "7"},
       "--link-stalls is not known (stencil-cosim scale --help-all lists the options)"},
      {{"run", "--link-latency", "-1"}, "--link-latency is -1, must be 0 .. 1000000000"},
      {{"run", "--check", "maybe"}, "--check is 'maybe', must be one of: final, block, off"},
      {{"run", "--place", "sweep=gpu"},
       "--place is 'sweep=gpu': sweep is 'gpu', must be one of: cpu, accel, split; did you mean cpu?"},
      {{"run", "--place", "sweep=split", "--share", "1.5"}, "--share is 1.5, must be 0 .. 1, or dynamic"},
      {{"run", "--place", "sweep=split", "--share", "half"}, "--share is 'half', must be a finite number"},
      {{"run", "--place", "sweep=split", "--host-rate", "0"}, "--host-rate is 0, must be above 0"},
      {{"run", "--share", "0.5"},
       "--share and --host-rate must come with --place sweep=split: only there rows are divided"},
      {{"run", "--kernel", "sor"}, "--kernel is 'sor', " + test::one_of_all_kernels()},
      {{"run", "--output", ""}, "--output is '', must be a file name"},
      {{"run", "--accel", "software", "--output", "/dev"},
       "/dev: cannot be written, it exists and is not a regular file"},
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

TEST(CommandRefusals, WhatABuildDoesNotHaveIsRefused) {
  ProgramResult result = alone({"run", "--accel", "abacus"});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.err,
            "stencil-cosim: accelerator 'abacus' is not known, must be one of: software, shuffled, model, rtl\n");
  EXPECT_EQ(
      alone({"run", "--accel", "rtx"}).err,
      "stencil-cosim: accelerator 'rtx' is not known, must be one of: software, shuffled, model, rtl; did you mean "
      "rtl?\n");
  const std::string wide = alone({"run", "--accel", "software", "--config", "wdie"}).err;
  EXPECT_EQ(wide.substr(wide.find(';')), "; did you mean wide?\n");
  result = alone({"run", "--accel", "software", "--config", "nope"});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.err.rfind("stencil-cosim: configuration 'nope' is not known, must be one of: ", 0), 0u);
}

TEST(CommandRefusals, BadInputOnSeveralRanksIsOneLineAndLeavesNothing) {
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
       "portion + 2*stw = 113 rows of 9000 columns, must be <= 111 rows (the device holds 1000000 words per buffer)"},
      {{"--rows", "9000", "--cols", "9000", "--portion", "80", "--stw", "32", "--blocking", "skewed"},
       "portion + stw = 112 rows of 9000 columns, must be <= 111 rows (the device holds 1000000 words per buffer)"},
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

TEST(CommandRefusals, RanksWithOtherArgumentsAreRefused) {
  const ProgramResult result =
      run_program({STENCIL_MPIEXEC, "--oversubscribe", "-n", "1", STENCIL_COSIM, "run", "--accel", "software", ":",
                   "-n", "1", STENCIL_COSIM, "run", "--accel", "software", "--rows", "50"});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(count(result.err,
                  "stencil-cosim: rank 1: started with other arguments than rank 0, must be the same on all ranks\n"),
            1)
      << result.err;
}

TEST(CommandRefusals, AnImpossibleAmountOfMemoryIsRefused) {
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

}  // namespace
}  // namespace stencil
