// Each fault put into the RTL is found, named and ends in the documented exit status.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "sim/json/json.hpp"
#include "tests/support/run_program.hpp"
#include "tests/support/scratch_directory.hpp"

namespace stencil {
namespace {

using testing_support::ProgramResult;
using testing_support::read_text;
using testing_support::run_program;
using testing_support::ScratchDirectory;
using Words = std::vector<std::string>;

struct Case {
  const char* mutant;
  int status;
  const char* text;  // on stderr, or in the last line of stdout for a difference
};

std::ostream& operator<<(std::ostream& out, const Case& test) {
  return out << test.mutant;
}

std::string variant(const std::string& name) {
  return "STENCIL_PLUSARGS=+variant=" + name;
}

class Mutant : public ::testing::TestWithParam<Case> {};

TEST_P(Mutant, IsFoundOnEveryRankCount) {
  for (const int ranks : {1, 2}) {
    const ScratchDirectory scratch;
    const ProgramResult result = run_program(
        {STENCIL_MPIEXEC, "-n", std::to_string(ranks), "--oversubscribe", VARIANT_COSIM, "run", "--config", "varied",
         "--rows", "40", "--cols", "30", "--output", scratch / "o.npy", "--report", scratch / "r.json"},
        {variant(GetParam().mutant)});
    EXPECT_EQ(result.status, GetParam().status) << result.out << result.err;
    const std::string& where = GetParam().status == 1 ? result.out : result.err;
    EXPECT_NE(where.find(GetParam().text), std::string::npos) << result.out << result.err;
    if (GetParam().status == 1) {
      const auto report = Json::parse(read_text(scratch / "r.json"));
      EXPECT_EQ(report["ok"], false);
      EXPECT_GT(report["mismatches"].integer(), 0);
      EXPECT_FALSE(report["first_mismatch"].is_null());
      EXPECT_EQ(report["machine"]["config"], std::string("varied +variant=") + GetParam().mutant);
    } else {
      EXPECT_EQ(scratch.entries(), std::vector<std::string>{"r.json"}) << "no result, and what was known";
      const auto report = Json::parse(read_text(scratch / "r.json"));
      EXPECT_EQ(report["ok"], false);
      EXPECT_EQ(report["error"]["status"], 3);
      EXPECT_NE(report["error"]["text"].text().find(GetParam().text), std::string::npos);
      // Only what all ranks know of ends without MPI_Abort's text.
      const bool all_know = ranks == 1 || GetParam().mutant == std::string("miscounts");
      if (all_know) {
        EXPECT_EQ(result.err.find("MPI_ABORT"), std::string::npos) << result.err;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Faults, Mutant,
                         ::testing::Values(Case{"wrong-sign", 1, "FAIL"}, Case{"never-ready", 3, "WREADY at word 0"},
                                           Case{"never-done", 3, "commands not finished: "},
                                           Case{"always-refused", 3, "response 2 instead of OKAY"},
                                           Case{"miscounts", 3, "CYCLES_COMPUTE"}),
                         [](const auto& test) {
                           std::string name = test.param.mutant;
                           for (char& c : name)
                             if (c == '-') c = '_';
                           return name;
                         });

// A fault that only shows where a pass reads what the pass before has just delivered: 3 rows of 59 columns,
// two passes of two sweeps, 2*(59+29) = 3*59 - 1.
TEST(Mutant, MissingForwardingIsSeenWherePassesTouch) {
  const auto run = [](const char* rows) {
    return run_program({VARIANT_COSIM, "run", "--config", "varied", "--rows", rows, "--cols", "59", "--iterations", "4",
                        "--stw", "4", "--portion", "15"},
                       {variant("no-forwarding")});
  };
  EXPECT_EQ(run("3").status, 1);
  EXPECT_EQ(run("12").status, 0);
}

// Without a variant the same model is right, and its cycles are those of the tree it was made from.
TEST(Variants, SleepUntilOneIsAskedFor) {
  const ProgramResult result = run_program(
      {VARIANT_COSIM, "cycles", "--configs", "varied", "--cols", "30", "--portions", "15", "--niters", "4"});
  EXPECT_EQ(result.status, 0) << result.out << result.err;
}

TEST(Variants, OneThatIsNotThereEndsTheRunAndIsTold) {
  for (const char* name : {"wrong", "wrong-sign2", "miscount"}) {
    const ProgramResult result = run_program({VARIANT_COSIM, "run", "--config", "varied"}, {variant(name)});
    EXPECT_EQ(result.status, 3);
    EXPECT_NE(result.out.find(std::string("variant ") + name + " is not known, must be one of: wrong-sign, "),
              std::string::npos)
        << result.out;
    EXPECT_NE(result.err.find("the RTL ended the simulation"), std::string::npos) << result.err;
  }
}

}  // namespace
}  // namespace stencil
