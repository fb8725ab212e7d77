// Each fault planted in the RTL is found, named and ends in the documented exit status.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "sim/app/json/json.hpp"
#include "tests/support/scratch_directory.hpp"
#include "tests/system/variants/run_variant.hpp"

namespace stencil::wrong_test {
namespace {

using testing_support::ProgramResult;
using testing_support::read_text;
using testing_support::ScratchDirectory;

struct Case {
  const char* mutant;
  int status;
  const char* text;      // expected on stderr, or for a difference in the last line of stdout
  bool of_calls = true;  // the failure comes of calls, which can be kept
};

std::ostream& operator<<(std::ostream& out, const Case& test) {
  return out << test.mutant;
}

class Mutant : public ::testing::TestWithParam<Case> {};

TEST_P(Mutant, IsFoundOnEveryRankCount) {
  STENCIL_NEEDS_PLANT(GetParam().mutant);
  for (const int ranks : {1, 2}) {
    const ScratchDirectory scratch;
    const ProgramResult result =
        test::run_variant(GetParam().mutant, ranks, {"--output", scratch / "o.npy", "--report", scratch / "r.json"});
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
      std::vector<std::string> files = scratch.entries();
      files.erase(std::remove(files.begin(), files.end(), "r.json.dot"), files.end());  // the graph of a hang
      std::vector<std::string> left{"r.json"};
      if (GetParam().of_calls) left.insert(left.begin(), "r.capsule");
      EXPECT_EQ(files, left) << "no result, a report up to the error, and the calls that fail";
      const auto report = Json::parse(read_text(scratch / "r.json"));
      EXPECT_EQ(report["ok"], false);
      EXPECT_EQ(report["error"]["status"], 3);
      EXPECT_NE(report["error"]["text"].text().find(GetParam().text), std::string::npos);
      EXPECT_EQ(result.err.find("MPI_ABORT"), std::string::npos) << result.err;
      EXPECT_EQ(result.err.find("mpirun"), std::string::npos) << result.err;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Faults, Mutant,
                         ::testing::Values(Case{"wrong-sign", 1, "FAIL"}, Case{"never-ready", 3, "WREADY at word 0"},
                                           Case{"never-done", 3, "commands not finished: "},
                                           Case{"always-refused", 3, "response 2 instead of OKAY"},
                                           Case{"miscounts", 3, "CYCLES_COMPUTE", false}),
                         [](const auto& test) { return test::test_name(test.param.mutant); });

struct Breach {
  const char* variant;
  const char* rule;
  const char* where;
};

class Ports : public ::testing::TestWithParam<Breach> {};

// A link of half the width, so that the bench lets beats wait.
TEST_P(Ports, ABreachThatHurtsNoBitIsToldByAParanoidRun) {
  const std::vector<std::string> link{"--link-bytes", "4"};
  EXPECT_EQ(test::run_variant(GetParam().variant, 1, link).status, 0);
  for (const int ranks : {1, 2}) {
    const ProgramResult result = test::run_variant(GetParam().variant, ranks, {"--link-bytes", "4", "--paranoid"});
    EXPECT_EQ(result.status, 3) << result.out << result.err;
    EXPECT_NE(
        result.err.find(std::string("protocol error on ") + GetParam().where + ", driven by the device, at cycle "),
        std::string::npos)
        << result.err;
    EXPECT_NE(result.err.find(std::string("breaks rule ") + GetParam().rule + " (ARM IHI 0022E, "), std::string::npos)
        << result.err;
  }
}

INSTANTIATE_TEST_SUITE_P(Rules, Ports,
                         ::testing::Values(Breach{"rvalid-drops", "valid-held", "s_axi R"},
                                           Breach{"rdata-moves", "payload-stable", "s_axi R"},
                                           Breach{"bid-wrong", "response-id", "s_axi B"},
                                           Breach{"rid-wrong", "response-id", "s_axi R"},
                                           Breach{"bvalid-in-reset", "reset-valid", "s_axi B"}),
                         [](const auto& test) { return test::test_name(test.param.variant); });

// A fault that shows only where a pass reads results that the previous pass has just delivered. Two passes of two
// sweeps: with 3 rows of 59 columns the second one stalls, since 2*(59 + 32) > 3*59, and then reads each result as it
// leaves; with 12 rows it does not.
TEST(Mutant, MissingForwardingIsSeenWherePassesTouch) {
  STENCIL_NEEDS_PLANT("no-forwarding");
  const auto run = [](const char* rows) {
    return test::run_words("no-forwarding", {VARIANT_COSIM, "run", "--config", "varied", "--rows", rows, "--cols", "59",
                                             "--iterations", "4", "--stw", "4", "--portion", "15"});
  };
  EXPECT_EQ(run("3").status, 1);
  EXPECT_EQ(run("12").status, 0);
}

// Only the change is wrong: the values alone would pass.
TEST(Mutant, AWrongChangeFailsTheRunThatAsksForIt) {
  STENCIL_NEEDS_PLANT("change-low");
  const ScratchDirectory scratch;
  for (const int ranks : {1, 2}) {
    EXPECT_EQ(test::run_variant("change-low", ranks, {}).status, 0);
    EXPECT_EQ(test::run_variant("change-low", ranks, {"--place", "sweep=accel,norm=cpu"}).status, 0);
    const ProgramResult wrong = test::run_variant(
        "change-low", ranks,
        {"--place", "sweep=accel,norm=accel", "--report", scratch / "r.json", "--junit", scratch / "j.xml"});
    EXPECT_EQ(wrong.status, 1) << wrong.err;
    EXPECT_NE(wrong.out.find("\nlargest change of step "), std::string::npos) << wrong.out;
    const Json report = Json::parse(read_text(scratch / "r.json"));
    EXPECT_EQ(report["ok"], false);
    EXPECT_EQ(report["compared"], 1200 + 4);
    EXPECT_EQ(report["changes"]["compared"], 4);
    EXPECT_EQ(report["changes"]["mismatches"], report["mismatches"]);
    EXPECT_NE(report["changes"]["first"]["got"], report["changes"]["first"]["expected"]);
    EXPECT_NE(read_text(scratch / "j.xml").find("<testcase classname=\"stencil-cosim.result\" name=\"changes\""),
              std::string::npos);
  }
}

// Without a variant the same model is right, and its cycles are those of the tree it was made from.
TEST(Variants, SleepUntilOneIsAskedFor) {
  const ProgramResult result = test::run_words("", {VARIANT_COSIM, "cycles", "--configs", "varied", "--cols", "30",
                                                    "--portions", "15", "--niters", "4", "--expect-model"});
  EXPECT_EQ(result.status, 0) << result.out << result.err;
}

TEST(Variants, OneThatIsNotThereEndsTheRunAndIsTold) {
  for (const char* name : {"wrong", "wrong-sign2", "miscount"}) {
    const ProgramResult result = test::run_words(name, {VARIANT_COSIM, "run", "--config", "varied"});
    EXPECT_EQ(result.status, 3);
    EXPECT_NE(result.out.find(std::string("variant ") + name + " is not known, must be one of: wrong-sign, "),
              std::string::npos)
        << result.out;
    EXPECT_NE(result.err.find("the RTL ended the simulation"), std::string::npos) << result.err;
  }
}

}  // namespace
}  // namespace stencil::wrong_test
