// Help of each subcommand: options as in the table, lines that fit a screen, examples that work; texts of the build.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "tests/system/options/command_options.hpp"
#include "tests/system/options/option_files.hpp"

namespace stencil {
namespace {

Words lines_of(const std::string& text) {
  Words lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

// As `stencil-cosim --help` lists them.
Words subcommands() {
  Words names;
  const std::string help = in_this_process({"--help"}).out;
  const std::regex entry("\n  ([a-z][a-z-]*)  ");
  for (std::sregex_iterator at(help.begin(), help.end(), entry), end; at != end; ++at) names.push_back((*at)[1]);
  EXPECT_GE(names.size(), 7u) << help;
  return names;
}

// The options in --help-all of every subcommand are exactly those in the table.
TEST(CommandOptions, AreAllInTheTable) {
  std::map<std::string, std::set<std::string>> named;
  for (const std::string& subcommand : subcommands()) {
    // They start programs of their own: system:random, tests/rtl/check_dut.
    if (subcommand != "random" && subcommand != "check-dut") named[subcommand];
  }
  for (const OptionCase& one : option_cases()) named[one.subcommand].insert(one.option.front());
  for (const auto& [subcommand, options] : named) {
    const ProgramResult help = in_this_process({subcommand, "--help-all"});
    std::set<std::string> listed;
    const std::regex line("\n  (?:-[a-z], )?(--[a-z-]+)");
    for (std::sregex_iterator at(help.out.begin(), help.out.end(), line), end; at != end; ++at) listed.insert((*at)[1]);
    EXPECT_EQ(options.empty(), listed.empty()) << help.out;
    EXPECT_EQ(options, listed) << subcommand;
  }
}

// A terminal has 24 lines of 80 columns, and one of them is the prompt.
TEST(CommandHelp, FitsTheScreenGroupByGroup) {
  EXPECT_LE(lines_of(in_this_process({"--help"}).out).size(), 24u);
  for (const std::string& subcommand : subcommands()) {
    for (const char* how : {"--help", "--help-all"}) {
      std::size_t group = 0;
      for (const std::string& line : lines_of(in_this_process({subcommand, how}).out)) {
        EXPECT_LE(line.size(), 80u) << line;
        group = line.empty() ? 0 : group + 1;
        EXPECT_LE(group, 22u) << subcommand << " " << how << ": " << line;
      }
    }
  }
  const std::string some = in_this_process({"run", "--help"}).out;
  const std::string all = in_this_process({"run", "--help-all"}).out;
  EXPECT_LT(some.size(), all.size());
  EXPECT_NE(some.find("\nstencil-cosim run --help-all lists the other options too.\n"), std::string::npos);
  EXPECT_EQ(all.find("lists the other options"), std::string::npos);
  EXPECT_EQ(all.find("--block-rows"), std::string::npos) << "a former name";
}

// Every example of --help is a command line that works; those under mpirun are in command_test.cpp.
TEST(CommandHelp, ExamplesWork) {
  const ScratchDirectory scratch;
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(scratch / ".");
  write_text("history.jsonl", history_line);
  write_text("heat.stencil", kernel_text);
  write_text("cluster.json", network_text);
  for (const char* report : {"before.json", "after.json", "run.json"}) {
    EXPECT_EQ(in_this_process({"run", "--accel", "model", "--config", "small", "--report", report}).status, 0);
  }
  const Words capture{"run",       "--accel", "model",     "--config",    "small",
                      "--capture", "0:0:0",   "--capsule", "call.capsule"};
  EXPECT_EQ(in_this_process(capture).status, 0);
  const std::string name = "stencil-cosim";
  std::size_t commands_with_examples = 0;
  Words pages = subcommands();
  pages.insert(pages.begin(), "");
  for (const std::string& page : pages) {
    const Words lines = lines_of(in_this_process(page.empty() ? Words{"--help"} : Words{page, "--help"}).out);
    const auto examples = std::find(lines.begin(), lines.end(), "Examples:");
    if (examples != lines.end()) ++commands_with_examples;
    if (page == "random" || page == "check-dut") continue;  // as above
    for (auto line = examples; line < lines.end(); ++line) {
      if (line->rfind("  " + name + " ", 0) != 0) continue;
      Words words;
      std::istringstream rest(line->substr(2 + name.size()));
      for (std::string word; rest >> word;) words.push_back(word);
      const ProgramResult ran = in_this_process(words);
      EXPECT_EQ(ran.status, 0) << *line << "\n" << ran.err;
      EXPECT_EQ(ran.err, "") << *line;
    }
  }
  EXPECT_EQ(commands_with_examples, pages.size());
  std::filesystem::current_path(before);
}

// What the build makes before MPI_Init; of what the texts hold: sim_cli_test.
TEST(CommandTexts, ArePrintedForTheBuild) {
  const auto printed = [](Words words) {
    words.insert(words.begin(), "stencil-cosim");
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    ::testing::internal::CaptureStdout();
    ::testing::internal::CaptureStderr();
    const auto status = print_made_text(static_cast<int>(words.size()), argv.data());
    std::fflush(stdout);
    return ProgramResult{status.value_or(-1), ::testing::internal::GetCapturedStdout(),
                         ::testing::internal::GetCapturedStderr()};
  };
  EXPECT_EQ(printed({"--print-man"}).out.rfind(".TH STENCIL\\-COSIM 1 ", 0), 0u);
  EXPECT_EQ(printed({"--print-completion", "bash"}).out.rfind("# Completion of stencil-cosim for bash", 0), 0u);
  const ProgramResult unknown = printed({"--print-completion", "bsh"});
  EXPECT_EQ(unknown.status, 2);
  EXPECT_EQ(unknown.err, "stencil-cosim: --print-completion is 'bsh', must be one of: bash; did you mean bash?\n");
  for (const Words& other : {Words{}, Words{"run"}, Words{"--print-man", "x"}, Words{"--print-completion"}}) {
    EXPECT_EQ(printed(other).status, -1);
  }
}

}  // namespace
}  // namespace stencil
