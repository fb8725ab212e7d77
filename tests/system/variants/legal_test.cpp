// RTL that keeps the contract and is not ours passes bit for bit, however slow it is, and its cycles are shown beside
// the predicted ones.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "sim/app/json/json.hpp"
#include "tests/support/scratch_directory.hpp"
#include "tests/system/variants/run_variant.hpp"

namespace stencil::legal_test {
namespace {

using testing_support::ProgramResult;
using testing_support::read_text;
using testing_support::ScratchDirectory;
using Words = std::vector<std::string>;

struct Work {
  const char* name;
  Words options;
  bool jacobi;
};

const std::vector<Work>& works() {
  static const std::vector<Work> all = {
      {"overlapped rows", {}, true},
      {"skewed", {"--blocking", "skewed", "--schedule", "sequential", "--link-latency", "700"}, true},
      {"tiles", {"--kernel", "gauss-seidel", "--sweeps", "2", "--rounds", "1"}, false}};
  return all;
}

struct Case {
  const char* variant;
  bool slower_sweeps;  // slower than our RTL
  bool slower_tiles;
  const char* line = nullptr;  // expected in the output
  bool jacobi = true;          // the device's kernels
  bool tiles = true;
};

std::ostream& operator<<(std::ostream& out, const Case& test) {
  return out << (*test.variant ? test.variant : "none");
}

class Legal : public ::testing::TestWithParam<Case> {};

TEST_P(Legal, PassesBitForBitWithEveryKernelOnOneRankAndOnThree) {
  const Case& variant = GetParam();
  STENCIL_NEEDS_PLANT(variant.variant);
  for (const Work& work : works()) {
    if (!(work.jacobi ? variant.jacobi : variant.tiles)) continue;
    for (const int ranks : {1, 3}) {
      SCOPED_TRACE(::testing::Message() << work.name << ", " << ranks << " ranks");
      const ScratchDirectory scratch;
      Words options = work.options;
      options.insert(options.end(), {"--report", scratch / "r.json"});
      const ProgramResult result = test::run_variant(variant.variant, ranks, options);
      ASSERT_EQ(result.status, 0) << result.out << result.err;
      EXPECT_NE(result.out.find("PASS: 1,200 values compared, 0 differ"), std::string::npos) << result.out;
      EXPECT_EQ(result.err, "");
      if (variant.line) {
        EXPECT_NE(result.out.find(variant.line), std::string::npos) << result.out;
      }
      const auto report = Json::parse(read_text(scratch / "r.json"));
      EXPECT_EQ(report["ok"], true);
      const std::int64_t measured = report["totals"]["cycles_all_ranks"].integer();
      std::int64_t model = 0;
      for (const Json& block : report["blocks"]) model += block["model_cycles"].integer();
      const bool slower = work.jacobi ? variant.slower_sweeps : variant.slower_tiles;
      if (slower) {
        EXPECT_GT(measured, model);
      } else {
        EXPECT_EQ(measured, model);
      }
    }
  }
}

TEST_P(Legal, KeepsTheRulesOfItsPorts) {
  STENCIL_NEEDS_PLANT(GetParam().variant);
  for (const Work& work : works()) {
    if (!(work.jacobi ? GetParam().jacobi : GetParam().tiles)) continue;
    SCOPED_TRACE(work.name);
    Words options = work.options;
    options.insert(options.end(), {"--paranoid", "--link-bytes", "5"});
    const ProgramResult result = test::run_variant(GetParam().variant, 1, options);
    EXPECT_EQ(result.status, 0) << result.out << result.err;
    EXPECT_EQ(result.err, "");
  }
}

INSTANTIATE_TEST_SUITE_P(Variants, Legal,
                         ::testing::Values(
                             // The model of all variants has one adder stage more than ours, and its registers say so.
                             Case{"", false, false}, Case{"paced-writes", true, true},
                             Case{"late-responses", true, true}, Case{"late-reads", true, true},
                             Case{"late-registers", true, true}, Case{"bubble-a-row", true, true},
                             Case{"late-done", true, true}, Case{"everything-20-times", true, true},
                             Case{"version-3", false, false, "contract version 3: the device gives no bounds"},
                             Case{"short-queue", false, false}, Case{"jacobi-only", false, false, nullptr, true, false},
                             Case{"tiles-only", false, false, nullptr, false, true}),
                         [](const auto& test) {
                           return *test.param.variant ? test::test_name(test.param.variant) : "none";
                         });

}  // namespace
}  // namespace stencil::legal_test
