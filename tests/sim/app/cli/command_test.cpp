// The options of a small program: the text of --help, accepted words and refused ones.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/cli/command.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

#include "tests/support/refusal.hpp"

namespace stencil {
namespace {

using Words = std::vector<std::string>;

// A program with one subcommand that has one option of each kind.
struct Program {
  Command command{"tool", "Does it"};
  std::string level, word;
  std::string file = "a.txt";
  bool quick = false;
  int checks = 0;
  Command& make;

  Program() : make(command.add_subcommand("make", "Makes it")) {
    command.set_version("tool 7");
    make.set_footer("The end.");
    make.begin_group("Levels");
    make.add_option("--level", "N", "how high", "1", [this](const std::string& text) { level = text; });
    make.add_option("--none", "X", "no default", "", [](const std::string& text) { throw ArgumentError(text); });
    make.begin_group("Rest");
    make.add_flag("--quick", quick, "in a hurry");
    make.add_required_text("word", word, "what to say");
    make.add_text("--file", file, "where from");
    make.when_parsed([this] { ++checks; });
  }

  std::string error(const Words& words) {
    const auto end = command.parse(words);
    return end ? (end->asked ? "asked" : end->error) : "accepted";
  }
};

TEST(Command, HelpNamesEveryOption) {
  Program program;
  const auto end = program.command.parse({"make", "--help"});
  ASSERT_TRUE(end);
  EXPECT_TRUE(end->asked);
  EXPECT_EQ(end->out, R"(Makes it
Usage: tool make [OPTIONS] word

Positionals:
  word TEXT REQUIRED          what to say

Options:
  -h,--help                   Print this help message and exit


Levels:
  --level N                   how high; default 1
  --none X                    no default


Rest:
  --quick                     in a hurry
  --file TEXT=a.txt           where from

The end.
)");
}

TEST(Command, TakesWhatIsGiven) {
  Program program;
  EXPECT_FALSE(program.command.parse({"make", "--level", "5", "--quick", "hello"}));
  EXPECT_EQ(program.level, "5");
  EXPECT_EQ(program.word, "hello");
  EXPECT_EQ(program.file, "a.txt");
  EXPECT_TRUE(program.quick);
  EXPECT_EQ(program.checks, 1);
  EXPECT_TRUE(program.make.was_given());
  EXPECT_TRUE(program.make.was_given("--level"));
  EXPECT_TRUE(program.make.was_given("--quick"));
  EXPECT_FALSE(program.make.was_given("--file"));
  EXPECT_TRUE(program.make.is_flag("--quick"));
  EXPECT_FALSE(program.make.is_flag("--level"));
  EXPECT_EQ(program.make.text_of("--level"), "5");
  EXPECT_EQ(program.command.subcommands(), Words{"make"});
}

TEST(Command, TakesTheWordsOfMain) {
  Program program;
  const char* const words[] = {"./path/to/it", "make", "hello", "--file=b"};
  EXPECT_FALSE(program.command.parse(4, words));
  EXPECT_EQ(program.word, "hello");
  EXPECT_EQ(program.file, "b");
}

TEST(Command, AnswersAndErrorsAreToldApart) {
  Program program;
  const auto version = program.command.parse({"--version"});
  ASSERT_TRUE(version);
  EXPECT_TRUE(version->asked);
  EXPECT_EQ(version->out, "tool 7\n");
  EXPECT_EQ(program.error({}), "A subcommand is required");
  EXPECT_EQ(program.error({"make"}), "word is required");
  EXPECT_EQ(program.error({"make", "a", "b"}), "The following argument was not expected: b");
  EXPECT_EQ(program.error({"make", "a", "--slow"}), "The following argument was not expected: --slow");
  EXPECT_EQ(program.error({"make", "a", "--level"}), "--level: 1 required N missing");
  EXPECT_EQ(program.error({"make", "a", "--level", "1", "--level", "2"}), "--level: At Most 1 required but received 2");
  EXPECT_EQ(program.error({"make", "a"}), "accepted");
}

TEST(Command, WhatAnOptionThrowsComesThrough) {
  Program program;
  EXPECT_EQ(test::refusal([&] { program.command.parse({"make", "a", "--none", "this"}); }), "this");
}

}  // namespace
}  // namespace stencil
