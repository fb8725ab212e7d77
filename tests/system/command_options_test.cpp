// No option is ignored in silence: each has its effect or its refusal, and none is missing from the table.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "sim/app/json/json.hpp"
#include "tests/system/command.hpp"
#include "tests/system/command_options.hpp"

namespace stencil {
namespace {

// What one run left.
struct Outcome {
  int status = 0;
  std::string out;
  std::string err;
  std::string result;  // report and field, without what only repeats the options
  std::set<std::string> files;
};

class OptionCases {
 public:
  OptionCases() {
    make_problem({"--rows", "40", "--cols", "12"}, "P", "F.npy", "R.npy");
    make_problem({"--kernel", "gauss-seidel", "--rows", "40", "--cols", "40"}, "Q", "G.npy", "");
  }

  const Outcome& base(const OptionCase& one) {
    const std::string key = one.subcommand + " " + ::testing::PrintToString(one.base);
    const auto found = bases_.find(key);
    if (found != bases_.end()) return found->second;
    return bases_.emplace(key, run(one.subcommand, one.base)).first->second;
  }
  Outcome with_option(const OptionCase& one) {
    Words words = one.base;
    words.insert(words.end(), one.option.begin(), one.option.end());
    return run(one.subcommand, words);
  }

 private:
  void make_problem(const Words& shape, const std::string& prefix, const std::string& f, const std::string& r) {
    Words words{"run", "--accel", "software", "--seed", "77", "--check", "off", "--dump-input", scratch_ / prefix};
    words.insert(words.end(), shape.begin(), shape.end());
    const ProgramResult made = alone(words);
    ASSERT_EQ(made.status, 0) << made.err;
    std::filesystem::rename(scratch_ / (prefix + "_f.npy"), scratch_ / f);
    if (!r.empty()) std::filesystem::rename(scratch_ / (prefix + "_r.npy"), scratch_ / r);
  }

  static bool has(const Words& words, const char* word) {
    return std::find(words.begin(), words.end(), word) != words.end();
  }

  Outcome run(const std::string& subcommand, Words words) {
    for (std::string& word : words) {
      const std::size_t at = word.find("{scratch}");
      if (at != std::string::npos) word.replace(at, 9, scratch_ / ".");
    }
    const std::set<std::string> before = entries();
    words.insert(words.begin(), subcommand);
    if (!has(words, "--report")) words.insert(words.end(), {"--report", scratch_ / "run.json"});
    if (!has(words, "--output")) words.insert(words.end(), {"--output", scratch_ / "out.npy"});
    const ProgramResult ran = alone(words);
    Outcome outcome{ran.status, ran.out, ran.err, {}, {}};
    if (std::filesystem::exists(scratch_ / "run.json")) {
      const Json report = Json::parse(read_text(scratch_ / "run.json"));
      for (const char* field : {"ok", "compared", "classes", "blocks", "stages", "gauss_seidel", "totals"}) {
        outcome.result += report[field].dump();
      }
    }
    if (std::filesystem::exists(scratch_ / "out.npy")) outcome.result += read_text(scratch_ / "out.npy");
    for (const std::string& name : entries()) {
      if (before.count(name) != 0) continue;
      outcome.files.insert(name);
      std::filesystem::remove(scratch_ / name);
    }
    return outcome;
  }

  std::set<std::string> entries() const {
    const Words names = scratch_.entries();
    return {names.begin(), names.end()};
  }

  ScratchDirectory scratch_;
  std::map<std::string, Outcome> bases_;
};

TEST(CommandOptions, HaveAnEffectOrARefusal) {
  OptionCases cases;
  for (const OptionCase& one : option_cases()) {
    SCOPED_TRACE(one.subcommand + " " + ::testing::PrintToString(one.option) + " with " +
                 ::testing::PrintToString(one.base));
    const Outcome& base = cases.base(one);
    EXPECT_EQ(base.status, 0) << base.err;
    const Outcome with = cases.with_option(one);
    if (one.shows == OptionCase::Shows::refusal) {
      EXPECT_EQ(with.status, 2) << with.out;
      EXPECT_EQ(with.err.rfind("stencil-cosim: " + one.expected, 0), 0u) << with.err;
      EXPECT_EQ(count(with.err, "\n"), 1) << with.err;
      EXPECT_EQ(with.files, std::set<std::string>{});
      continue;
    }
    EXPECT_EQ(with.status, 0) << with.err;
    switch (one.shows) {
      case OptionCase::Shows::result:
        EXPECT_NE(with.result, base.result);
        break;
      case OptionCase::Shows::text:
        EXPECT_EQ(count(base.out, one.expected), 0);
        EXPECT_NE(count(with.out, one.expected), 0) << with.out;
        break;
      default:
        EXPECT_EQ(base.files.count(one.expected), 0u);
        EXPECT_EQ(with.files.count(one.expected), 1u);
    }
  }
}

// What --help lists, and no more.
TEST(CommandOptions, AreAllInTheTable) {
  std::map<std::string, std::set<std::string>> named;
  for (const OptionCase& one : option_cases()) named[one.subcommand].insert(one.option.front());
  for (const auto& [subcommand, options] : named) {
    const ProgramResult help = alone({subcommand, "--help"});
    std::set<std::string> listed;
    const std::regex line("\n +(?:-[a-z],)?(--[a-z-]+)");
    for (std::sregex_iterator at(help.out.begin(), help.out.end(), line), end; at != end; ++at) {
      if ((*at)[1] != "--help") listed.insert((*at)[1]);
    }
    EXPECT_GT(listed.size(), 5u) << help.out;
    EXPECT_EQ(options, listed) << subcommand;
  }
}

}  // namespace
}  // namespace stencil
