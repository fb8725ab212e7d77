// RTL that takes a cycle more for each action of one kind: `compare` finds it, and names class, cause and action.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "sim/app/json/json.hpp"
#include "tests/system/variants/run_variant.hpp"

namespace stencil {
namespace {

using test::run_words;
using testing_support::ProgramResult;
using testing_support::read_text;
using testing_support::ScratchDirectory;

// The expected explanation of each, written before any comparison was made; empty: it costs no block a cycle.
struct Mutant {
  std::string name;
  std::string sweeps;  // first explanation for Jacobi blocks; empty: all are equal
  std::string tiles;   // for tiles
};

const std::vector<Mutant> mutants = {
    {"row-bubble", "compute: 1 cycle more per row of a pass (a bubble per row)", ""},
    {"pass-gap", "stall: 1 cycle more per change of passes (pass gap)", ""},
    {"drain-bubble", "fill: 1 cycle more per command (drain)", ""},
    {"late-verdict", "store: 1 cycle more per block (start of a store, or wait before a command)",
     "store: 1 cycle more per block (start of a store, or wait before a command)"},
    {"tile-pass-gap", "", "fill: 1 cycle more per pass (pass overhead)"},
    {"load-burst-gap", "load: 1 cycle more per load burst after another (burst overhead)",
     "load: 1 cycle more per load burst after another (burst overhead)"},
    {"store-burst-gap", "store: 1 cycle more per store burst (burst overhead)",
     "store: 1 cycle more per store burst (burst overhead)"},
    {"load-bubble-16", "load: 1 cycle more in every 16 beats (a bubble every 16 beats)",
     "load: 1 cycle more in every 16 beats (a bubble every 16 beats)"},
    {"paced-writes", "load: 1 cycle more per beat (a bubble per beat)",
     "load: 1 cycle more per beat (a bubble per beat)"},
    {"response-late", "load: 1 cycle more per block (start of a load, or wait before a command)",
     "load: 1 cycle more per block (start of a load, or wait before a command)"},
    {"register-late", "idle: 6 cycles more per block (register latency or wait before a command)",
     "idle: 4 cycles more per block (register latency or wait before a command)"},
    {"change-late", "", ""},
};

class Timing : public ::testing::Test {
 protected:
  // Runs the workload on a variant; returns the path of its output.
  std::string record(const std::string& kind, const std::string& variant) {
    const std::string file = scratch_ / (kind + variant + ".json");
    const std::vector<std::string> words =
        kind == "sweeps"
            ? std::vector<std::string>{VARIANT_COSIM, "cycles",
                                       "--configs",   "varied",
                                       "--schedules", "sequential,overlapped",
                                       "--blockings", "overlapped-rows,skewed",
                                       "--cols",      "30,77",
                                       "--portions",  "8,11",
                                       "--niters",    "1,2,5",
                                       "--blocks",    "1,4",
                                       "--format",    "json",
                                       "--output",    file}
            : std::vector<std::string>{VARIANT_COSIM, "run", "--config", "varied", "--kernel", "gauss-seidel",
                                       "--rows",      "60",  "--cols",   "70",     "--tiles",  "3x2",
                                       "--rounds",    "2",   "--sweeps", "5",      "--report", file};
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

  // The first explanation, without the number of its classes; empty if there is none.
  static std::string blamed(const Json& comparison) {
    if (comparison["explanations"].size() == 0) return {};
    const std::string& first = comparison["explanations"][0]["sentence"].text();
    return first.substr(0, first.rfind(", in "));
  }

  void expect_blamed(const std::string& kind, const std::string& base, const Mutant& mutant,
                     const std::string& sentence) {
    SCOPED_TRACE(kind + " of " + mutant.name);
    const std::string now = record(kind, mutant.name);
    const Json slower = compare(base, now, sentence.empty() ? 0 : 1);
    EXPECT_EQ(blamed(slower), sentence);
    if (sentence.empty()) {
      EXPECT_EQ(slower["classes"].size(), 0u);
      return;
    }
    EXPECT_EQ(slower["said"][0]["text"].text(), "plusargs was none, is +variant=" + mutant.name);
    for (const Json& one : slower["classes"]) {
      EXPECT_NE(one["sentence"].text().find(one["label"].text()), std::string::npos);
      EXPECT_GT(one["causes"].members().size(), 0u) << one["sentence"].text();
    }
    // The comparison in the other direction finds one cycle fewer of the same.
    std::string fewer = sentence;
    fewer.replace(fewer.find("more"), 4, "fewer");
    EXPECT_EQ(blamed(compare(now, base, 1)), fewer);
  }

  ScratchDirectory scratch_;
};

TEST_F(Timing, MutantsOfSweepsAreNamed) {
  const std::string base = record("sweeps", "");
  for (const Mutant& mutant : mutants)
    if (testing_support::unplaced(mutant.name).empty()) expect_blamed("sweeps", base, mutant, mutant.sweeps);
}

TEST_F(Timing, MutantsOfTilesAreNamed) {
  const std::string base = record("tiles", "");
  for (const Mutant& mutant : mutants)
    if (testing_support::unplaced(mutant.name).empty()) expect_blamed("tiles", base, mutant, mutant.tiles);
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
