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
    make.add_option(
            "--level", "N", "how high", "1", [this](const std::string& text) { level = text; }, "--height")
        .one_of({"1", "2"});
    make.add_option("--none", "X",
                    "no default, and so many words that the line would be longer than a terminal is wide", "",
                    [](const std::string& text) { throw ArgumentError(text); })
        .needed_seldom();
    make.begin_group("Rest");
    make.add_flag("--quick", quick, "in a hurry");
    make.add_required_text("word", word, "what to say");
    make.add_text("--file", file, "where from");
    make.add_option("-o,--a-long-option", "FILE", "where to", "", [](const std::string&) {}).needed_seldom();
    make.add_example("tool make hello", "Makes hello");
    make.when_parsed([this] { ++checks; });
  }

  std::string error(const Words& words) {
    const auto end = command.parse(words);
    return end ? (end->asked ? "asked" : end->error) : "accepted";
  }
};

TEST(Command, HelpShowsWhatIsOftenNeeded) {
  Program program;
  const auto end = program.command.parse({"make", "--help"});
  ASSERT_TRUE(end);
  EXPECT_TRUE(end->asked);
  EXPECT_EQ(end->out, R"(Makes it
Usage: tool make [options] word

Files and words:
  word                  what to say

Levels:
  --level N             how high; default 1

Rest:
  --quick               in a hurry
  --file TEXT           where from; default a.txt

tool make --help-all lists the other options too.
The end.

Examples:
  # Makes hello
  tool make hello
)");
}

TEST(Command, HelpAllShowsEverythingButFormerNames) {
  Program program;
  const auto end = program.command.parse({"make", "--help-all"});
  ASSERT_TRUE(end);
  EXPECT_TRUE(end->asked);
  EXPECT_EQ(end->out, R"(Makes it
Usage: tool make [options] word

Files and words:
  word                  what to say

Levels:
  --level N             how high; default 1
  --none X              no default, and so many words that the line would be
                        longer than a terminal is wide

Rest:
  --quick               in a hurry
  --file TEXT           where from; default a.txt
  -o, --a-long-option FILE
                        where to

The end.

Examples:
  # Makes hello
  tool make hello
)");
}

TEST(Command, HelpOfTheProgramListsItsSubcommands) {
  Program program;
  EXPECT_EQ(program.command.parse({"--help"})->out, R"(Does it
Usage: tool SUBCOMMAND [options], tool help [SUBCOMMAND]

Subcommands:
  make                  Makes it

Options:
  --version             the version of this program

)");
}

TEST(Command, AFormerNameIsTakenForTheOption) {
  for (const char* name : {"--level", "--height"}) {
    Program program;
    EXPECT_FALSE(program.command.parse({"make", name, "5", "hello"}));
    EXPECT_EQ(program.level, "5");
    EXPECT_TRUE(program.make.was_given("--level"));
    EXPECT_EQ(program.make.text_of("--level"), "5");
  }
  Program program;
  EXPECT_EQ(program.error({"make", "--level", "5", "--height", "5", "hello"}),
            "--level or --height is given more than once");
}

TEST(Command, TheTableSaysEverything) {
  Program program;
  const CommandText text = program.command.text();
  EXPECT_EQ(text.name, "tool");
  ASSERT_EQ(text.subcommands.size(), 1u);
  const CommandText& make = text.subcommands[0];
  EXPECT_EQ(make.name, "tool make");
  EXPECT_EQ(make.last_name(), "make");
  EXPECT_EQ(make.group_titles(), (Words{"Levels", "Rest"}));
  EXPECT_TRUE(make.has_seldom());
  ASSERT_EQ(make.options.size(), 6u);
  EXPECT_EQ(make.options[0].choices, (Words{"1", "2"}));
  EXPECT_TRUE(make.options[3].is_word());
  EXPECT_EQ(make.options[5].long_name(), "--a-long-option");
  EXPECT_EQ(make.options[5].short_name(), "-o");
  EXPECT_EQ(make.options[0].short_name(), "");
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
  EXPECT_EQ(program.error({"make", "a", "b"}), "'b' is one word too many");
  EXPECT_EQ(program.error({"make", "a", "--slow"}), "--slow is not known");
  EXPECT_EQ(program.error({"make", "a", "--qiuck"}), "--qiuck is not known; did you mean --quick?");
  EXPECT_EQ(program.error({"make", "--flie=b", "a"}), "--flie is not known; did you mean --file?");
  EXPECT_EQ(program.error({"make", "--quikc"}), "--quikc is not known; did you mean --quick?")
      << "nor is the word there";
  EXPECT_EQ(program.error({"make", "a", "--hieght", "2"}), "--hieght is not known") << "no former name is told";
  EXPECT_EQ(program.error({"--verison"}), "--verison is not known; did you mean --version?");
  EXPECT_EQ(program.error({"make", "a", "--level"}), "--level needs a value, N");
  EXPECT_EQ(program.error({"make", "a", "--level", "1", "--level", "2"}),
            "--level or --height is given more than once");
  EXPECT_EQ(program.error({"make", "a", "--file", "1", "--file", "2"}), "--file is given more than once");
  EXPECT_EQ(program.error({"make", "a"}), "accepted");
}

TEST(Command, WhatAnOptionThrowsComesThrough) {
  Program program;
  EXPECT_EQ(test::refusal([&] { program.command.parse({"make", "a", "--none", "this"}); }), "this");
}

}  // namespace
}  // namespace stencil
