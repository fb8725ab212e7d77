// Standard output of the programs themselves: a full disk, a closed descriptor, a closed pipe, and a result on it.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>

#include "sim/app/json/json.hpp"
#include "tests/system/command.hpp"

namespace stencil {
namespace {

ProgramResult in_shell(const std::string& command) {
  return run_program({"bash", "-c", command, STENCIL_COSIM, STENCIL_FP64_VECTORS});
}

TEST(StandardOutput, WhereItIsFullOrClosedIsStatusThree) {
  const std::string vectors = "echo 3FF0000000000000 3FF0000000000000 4000000000000000 00 | \"$1\" add";
  for (const std::string& command : {std::string("\"$0\" run --accel software"), std::string("\"$0\" --print-man"),
                                     std::string("\"$1\" --help"), vectors}) {
    const std::string program = command.find("$1") == std::string::npos ? "stencil-cosim" : "fp64_vectors";
    ProgramResult result = in_shell(command + " > /dev/full");
    EXPECT_EQ(result.status, 3) << command;
    EXPECT_EQ(result.err, program + ": standard output: cannot write: No space left on device\n");
    result = in_shell(command + " >&-");
    EXPECT_EQ(result.status, 3) << command;
    EXPECT_EQ(result.err, program + ": standard output: cannot write: Bad file descriptor\n");
  }
}

// No other file gets the number of standard output; where nothing is printed, nothing is missing.
TEST(StandardOutput, MayBeClosedWhereNothingIsPrinted) {
  const ScratchDirectory scratch;
  const ProgramResult made = in_shell("\"$0\" cycles --accel model --output " + (scratch / "c.txt") + " >&- 2>&- <&-");
  EXPECT_EQ(made.status, 0);
  EXPECT_NE(read_text(scratch / "c.txt").find("\nPASS: "), std::string::npos);
  EXPECT_EQ(in_shell("\"$0\" run --accel software --report - >&-").err,
            "stencil-cosim: standard output: cannot be written: it is open for reading only\n");
}

// As other programs: by the signal and without a word; where the caller ignores that, as on a full disk.
TEST(StandardOutput, AClosedPipeEndsTheProgram) {
  const std::string command = "exec 3> >(true); wait $!; \"$0\" --help >&3";  // its reader is gone
  ProgramResult result = in_shell(command);
  EXPECT_EQ(result.status, 128 + 13);
  EXPECT_EQ(result.err, "");
  result = in_shell("trap '' PIPE; " + command);
  EXPECT_EQ(result.status, 3);
  EXPECT_EQ(result.err, "stencil-cosim: standard output: cannot write: Broken pipe\n");
}

TEST(StandardOutput, HasTheReportAloneAlsoUnderMpirun) {
  const Words words{"run", "--accel", "software", "--report", "-"};
  for (const int ranks : {1, 2}) {
    const ProgramResult result = ranks == 1 ? alone(words) : under_mpirun(ranks, STENCIL_COSIM, words);
    EXPECT_EQ(result.status, 0) << result.err;
    EXPECT_TRUE(Json::parse(result.out)["ok"].boolean());
    EXPECT_NE(result.err.find("\nPASS: "), std::string::npos) << result.err;
  }
}

// What was there before, the table, the report and the verdict, in their order.
TEST(StandardOutput, KeepsALogThatTheReportGoesTo) {
  const ScratchDirectory scratch;
  const std::string log = scratch / "log";
  EXPECT_EQ(in_shell("(echo before; \"$0\" run --accel software --report /dev/stdout; echo after) > " + log).status, 0);
  const std::string text = read_text(log);
  std::size_t at = 0;
  for (const char* part : {"before\n", "problem 101 x 77", "report: /dev/stdout\n", "{\n",
                           "}\nnot covered: no RTL was simulated", "\nPASS: ", "\nafter\n"}) {
    const std::size_t found = text.find(part, at);
    ASSERT_NE(found, std::string::npos) << part << " in\n" << text;
    at = found;
  }
  EXPECT_EQ(scratch.entries(), Words{"log"});
}

}  // namespace
}  // namespace stencil
