// RTL that takes a cycle more for each action of one kind: `compare` finds it, and names class, cause and action.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <initializer_list>
#include <regex>
#include <string>
#include <vector>

#include "sim/app/json/json.hpp"
#include "tests/system/variants/run_variant.hpp"
#include "tests/system/variants/timing_mutants.hpp"

namespace stencil {
namespace {

using test::run_words;
using testing_support::ProgramResult;
using testing_support::read_text;
using testing_support::ScratchDirectory;

class Timing : public ::testing::Test {
 protected:
  // Runs the workload on a variant; returns the path of its output.
  std::string record(const std::string& kind, const std::string& variant) {
    const std::string file = scratch_ / (kind + variant + ".json");
    std::vector<std::string> words{VARIANT_COSIM};
    const auto add = [&](std::initializer_list<const char*> more) {
      words.insert(words.end(), more.begin(), more.end());
    };
    if (kind == "sweeps") {
      add({"cycles", "--configs", "varied", "--schedules", "sequential,overlapped", "--blockings",
           "overlapped-rows,skewed", "--cols", "30,77", "--portions", "8,11", "--niters", "1,2,4,5,8", "--blocks",
           "1,4", "--format", "json", "--output", file.c_str()});
    } else if (kind == "tiles") {
      add({"run", "--config", "varied", "--kernel", "gauss-seidel", "--fuse", "off", "--rows", "108", "--cols", "70",
           "--tiles", "3x2", "--rounds", "2", "--sweeps", "5", "--report", file.c_str()});
    } else {
      add({"run", "--config", "varied", "--place", "exchange=accel,sweep=accel,norm=accel", "--rows", "30", "--cols",
           "40", "--portion", "20", "--iterations", "10", "--report", file.c_str()});
    }
    const ProgramResult result = run_words(variant, words);
    EXPECT_EQ(result.status, 0) << variant << ": " << result.err;
    return file;
  }

  Json compare(const std::string& base, const std::string& now, int status) {
    const std::string file = scratch_ / "comparison.json";
    const ProgramResult result = run_words("", {VARIANT_COSIM, "compare", base, now, "--json", file});
    EXPECT_EQ(result.status, status) << result.out << result.err;
    return Json::parse(read_text(file));
  }

  // The first explanation must match, and each other one that is certain.
  static void expect_cause(const Json& comparison, const std::string& cause) {
    const std::regex expected(cause);
    const Json& explanations = comparison["explanations"];
    ASSERT_GT(explanations.size(), 0u);
    for (std::size_t i = 0; i < explanations.size(); ++i) {
      const std::string& sentence = explanations[i]["sentence"].text();
      if (i != 0 && !explanations[i]["certain"].boolean()) continue;
      EXPECT_TRUE(std::regex_search(sentence, expected)) << sentence << "\nexpected: " << cause;
    }
  }

  // share: of `shares`, which run at the same time: the recording without a mutant costs as much as one of them.
  template <std::size_t Size>
  void expect_causes(const std::string& kind, const test::TimingMutant (&mutants)[Size], std::size_t share = 0,
                     std::size_t shares = 1) {
    const std::string base = record(kind, "");
    for (std::size_t number = share; number < Size; number += shares) {
      const test::TimingMutant& mutant = mutants[number];
      if (!testing_support::unplaced(mutant.name).empty()) continue;
      SCOPED_TRACE(kind + " of " + mutant.name);
      const std::string now = record(kind, mutant.name);
      const Json slower = compare(base, now, 1);
      expect_cause(slower, mutant.cause);
      EXPECT_EQ(slower["said"][0]["text"].text(), std::string("plusargs was none, is +variant=") + mutant.name);
      for (const Json& one : slower["classes"]) {
        EXPECT_NE(one["sentence"].text().find(one["label"].text()), std::string::npos);
        EXPECT_GT(one["causes"].members().size(), 0u) << one["sentence"].text();
      }
      // The comparison in the other direction finds as many cycles fewer of the same.
      const std::string fewer = std::regex_replace(std::string(mutant.cause), std::regex("(cycles?) more"), "$1 fewer");
      if (fewer != mutant.cause) expect_cause(compare(now, base, 1), fewer);
    }
  }

  ScratchDirectory scratch_;
};

constexpr std::size_t sweep_shares = 4;
class TimingOfSweeps : public Timing, public ::testing::WithParamInterface<std::size_t> {};
TEST_P(TimingOfSweeps, MutantsAreNamed) {
  expect_causes("sweeps", test::sweep_mutants, GetParam(), sweep_shares);
}
INSTANTIATE_TEST_SUITE_P(Shares, TimingOfSweeps, ::testing::Range(std::size_t{0}, sweep_shares));

TEST_F(Timing, MutantsOfTilesAreNamed) {
  expect_causes("tiles", test::tile_mutants);
}

TEST_F(Timing, MutantsOfStagesAreNamed) {
  expect_causes("stages", test::stage_mutants);
}

// Unchanged cycles do not make wrong bits right.
TEST_F(Timing, WrongBitsAreNotEqual) {
  STENCIL_NEEDS_PLANT("wrong-sign");
  const std::vector<std::string> words = {VARIANT_COSIM, "cycles", "--configs", "varied",
                                          "--format",    "json",   "--output"};
  std::vector<std::string> right = words, wrong = words;
  right.push_back(scratch_ / "right.json");
  wrong.push_back(scratch_ / "wrong.json");
  EXPECT_EQ(run_words("", right).status, 0);
  EXPECT_EQ(run_words("wrong-sign", wrong).status, 1);
  const Json found = compare(right.back(), wrong.back(), 1);
  EXPECT_EQ(found["trouble"], "values are wrong");
  EXPECT_EQ(found["classes"].size(), 0u);
}

}  // namespace
}  // namespace stencil
