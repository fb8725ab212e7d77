// `stencil-cosim compare` as scripts use it: its output, files and status, and its refusals.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <filesystem>

#include "sim/app/json/json.hpp"
#include "tests/system/command.hpp"

namespace stencil {
namespace {

class CompareCommand : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(cycles("0", base_).status, 0);
    ASSERT_EQ(cycles("3", slower_).status, 0);
  }
  // On the model, with a link that starts each transfer this many cycles later.
  ProgramResult cycles(const std::string& latency, const std::string& output) const {
    return alone({"cycles", "--accel", "model", "--configs", "small", "--schedules", "sequential,overlapped",
                  "--blocks", "1,3", "--link-latency", latency, "--format", "json", "--output", output});
  }
  ProgramResult compare(Words options) const {
    options.insert(options.begin(), "compare");
    return alone(options);
  }
  void expect_refused(const Words& options, const std::string& line) const {
    const ProgramResult result = compare(options);
    EXPECT_EQ(result.status, 2) << result.out;
    EXPECT_EQ(result.out, "");
    EXPECT_EQ(result.err, "stencil-cosim: " + line + "\n");
  }

  ScratchDirectory scratch_;
  const std::string base_ = scratch_ / "base.json", slower_ = scratch_ / "slower.json";
};

TEST_F(CompareCommand, TheSameIsEqualOnAnyNumberOfRanks) {
  const ProgramResult result = compare({base_, base_});
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(result.out, "EQUAL: 8 classes compared: 8 equal\n");
  const ProgramResult ranks = under_mpirun(2, STENCIL_COSIM, {"compare", base_, base_});
  EXPECT_EQ(ranks.status, 0) << ranks.err;
  EXPECT_EQ(ranks.out, result.out);
}

TEST_F(CompareCommand, AnotherLinkIsRefusedUnlessAllowedAndThenExplained) {
  expect_refused({base_, slower_}, base_ + " and " + slower_ +
                                       " cannot be compared: link_latency_cycles was 0, is 3; --allow link compares "
                                       "them all the same");
  const std::string json = scratch_ / "c.json", page = scratch_ / "c.md";
  const ProgramResult result = compare({base_, slower_, "--allow", "link", "--json", json, "--markdown", page});
  EXPECT_EQ(result.status, 1) << result.err;
  EXPECT_EQ(result.out.rfind("link_latency_cycles was 0, is 3\n", 0), 0u) << result.out;
  EXPECT_EQ(last_line(result.out).rfind("CHANGED: 8 classes compared: ", 0), 0u) << result.out;
  const Json all = Json::parse(read_text(json));
  EXPECT_EQ(all["schema"], "stencil-cosim/comparison/1");
  EXPECT_EQ(all["equal"], false);
  EXPECT_EQ(read_text(page).rfind("**changed**: 8 classes compared", 0), 0u) << read_text(page);
  const ProgramResult ranks = under_mpirun(2, STENCIL_COSIM, {"compare", base_, slower_, "--allow", "link"});
  EXPECT_EQ(ranks.status, 1);
  EXPECT_EQ(count(ranks.out, "CHANGED"), 1);
}

TEST_F(CompareCommand, AcceptWritesABaselineThatIsEqualFromThenOn) {
  const std::string baseline = scratch_ / "baseline.jsonl";
  expect_refused({baseline, base_}, baseline + ": cannot be opened: No such file or directory");
  const ProgramResult accepted = compare({baseline, base_, "--accept"});
  EXPECT_EQ(accepted.status, 0);
  EXPECT_NE(accepted.out.find("\naccepted: " + baseline + "\nCHANGED: "), std::string::npos) << accepted.out;
  EXPECT_EQ(compare({baseline, base_}).out, "EQUAL: 8 classes compared: 8 equal\n");
  const std::string before = read_text(baseline);
  EXPECT_EQ(compare({baseline, slower_, "--accept"}).status, 2) << "of another link";
  EXPECT_EQ(read_text(baseline), before);
  EXPECT_EQ(compare({baseline, slower_, "--accept", "--allow", "link"}).status, 0);
  EXPECT_EQ(compare({baseline, slower_}).status, 0);
}

TEST_F(CompareCommand, WhatIsWrongIsNotAccepted) {
  std::string text = read_text(base_);
  const std::string right = "\"ok\": true";
  ASSERT_NE(text.find(right), std::string::npos);
  text.replace(text.find(right), right.size(), "\"ok\": false");
  const std::string wrong = scratch_ / "wrong.json", baseline = scratch_ / "baseline.jsonl";
  write_text(wrong, text);
  const ProgramResult result = compare({baseline, wrong, "--accept"});
  EXPECT_EQ(result.status, 1);
  EXPECT_NE(result.out.find("\nnot accepted: values are wrong\nCHANGED: "), std::string::npos) << result.out;
  EXPECT_FALSE(std::filesystem::exists(baseline));
  EXPECT_EQ(compare({base_, wrong}).status, 1) << "though every cycle is the same";
}

TEST_F(CompareCommand, BadInputIsOneLineAndNothingIsWritten) {
  const std::string cut = scratch_ / "cut.json", none = scratch_ / "none/c.json", kept = scratch_ / "kept.json";
  write_text(cut, read_text(base_).substr(0, 300));
  write_text(kept, "kept");
  const ProgramResult result = compare({cut, base_, "--json", kept});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(count(result.err, "\n"), 1) << result.err;
  EXPECT_EQ(result.err.rfind("stencil-cosim: " + cut + ": ", 0), 0u) << result.err;
  EXPECT_EQ(read_text(kept), "kept");
  expect_refused({base_, base_, "--allow", "links"},
                 "--allow is 'links', must be of: link, seed, problem, ranks, accel, config, schedule, blocking, "
                 "distribution; did you mean link?");
  EXPECT_EQ(compare({base_, base_, "--json", none}).status, 2);
  EXPECT_EQ(compare({none, base_, "--accept"}).status, 2);
  EXPECT_EQ(compare({base_}).status, 2);
}

}  // namespace
}  // namespace stencil
