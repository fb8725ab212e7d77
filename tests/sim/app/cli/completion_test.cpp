// Completion as bash does it, and the manual page, both of the program's own table of options.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/cli/completion.hpp"

#include <gtest/gtest.h>

#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "sim/app/cli/man_page.hpp"
#include "sim/app/program/program_options.hpp"
#include "tests/support/run_program.hpp"

namespace stencil {
namespace {

using testing_support::ProgramResult;
using testing_support::run_program;
using testing_support::ScratchDirectory;
using testing_support::write_text;
using Words = std::vector<std::string>;

const CommandText& program() {
  static const CommandText text = ProgramOptions().program.text();
  return text;
}

// What bash offers for the last of the words, which it has split at each = as it splits its command line.
class Shell {
 public:
  Shell() {
    write_text(scratch_ / "completion.bash", bash_completion(program()));
    write_text(scratch_ / "ask.bash",
               "source \"$1\" && shift || exit 1\n"
               "COMP_WORDBREAKS=$' \\t\\n\"\\'><=;|&(:'\n"
               "while [ $# -gt 0 ]; do\n"
               "  COMP_WORDS=()\n"
               "  while [ \"$1\" != , ]; do COMP_WORDS+=(\"$1\") && shift; done\n"
               "  shift\n"
               "  COMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n"
               "  _stencil_cosim\n"
               "  echo \"${COMPREPLY[@]}\"\n"
               "done\n");
    write_text(scratch_ / "file one.json", "");
  }

  // A line for each command line.
  std::vector<std::set<std::string>> offers(const std::vector<Words>& lines) const {
    Words words{"bash", scratch_ / "ask.bash", scratch_ / "completion.bash"};
    for (const Words& line : lines) {
      words.emplace_back("stencil-cosim");
      words.insert(words.end(), line.begin(), line.end());
      words.emplace_back(",");
    }
    const ProgramResult asked = run_program(words);
    EXPECT_EQ(asked.status, 0) << asked.err;
    EXPECT_EQ(asked.err, "");
    std::vector<std::set<std::string>> all;
    std::istringstream text(asked.out);
    for (std::string line; std::getline(text, line);) {
      std::istringstream row(line);
      std::set<std::string> offered;
      for (std::string word; row >> word;) offered.insert(word);
      all.push_back(offered);
    }
    EXPECT_EQ(all.size(), lines.size());
    all.resize(lines.size());
    return all;
  }
  std::set<std::string> offer(const Words& line) const { return offers({line}).front(); }
  std::string file() const { return scratch_ / "file"; }

 private:
  ScratchDirectory scratch_;
};

TEST(Completion, OffersSubcommands) {
  std::set<std::string> names{"--version", "--help", "--help-all"};
  for (const CommandText& command : program().subcommands) names.insert(command.last_name());
  EXPECT_GE(names.size(), 10u);
  EXPECT_EQ(Shell().offer({""}), names);
  EXPECT_EQ(Shell().offer({"re"}), (std::set<std::string>{"replay", "report"}));
}

TEST(Completion, OffersEveryOptionOfEverySubcommand) {
  std::vector<Words> lines;
  for (const CommandText& command : program().subcommands) lines.push_back({command.last_name(), "--"});
  const auto offers = Shell().offers(lines);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    std::set<std::string> names{"--help", "--help-all"};
    for (const OptionText& option : program().subcommands[i].options) {
      if (!option.is_word()) names.insert(option.long_name());
    }
    EXPECT_EQ(offers[i], names) << lines[i].front();
  }
}

TEST(Completion, OffersTheNamesThatValuesMayBe) {
  std::vector<Words> lines;
  std::vector<std::set<std::string>> names;
  for (const CommandText& command : program().subcommands) {
    for (const OptionText& option : command.options) {
      if (option.choices.empty()) continue;
      lines.push_back({command.last_name(), option.long_name(), ""});
      if (option.is_word()) lines.back().erase(lines.back().begin() + 1);  // it stands behind the subcommand
      names.emplace_back(option.choices.begin(), option.choices.end());
    }
  }
  EXPECT_GE(lines.size(), 15u);
  const auto offers = Shell().offers(lines);
  for (std::size_t i = 0; i < lines.size(); ++i) EXPECT_EQ(offers[i], names[i]) << lines[i][0] << lines[i][1];
  EXPECT_EQ(Shell().offer({"kernel", "v"}), std::set<std::string>{"verilog"});
}

TEST(Completion, GoesOnWithinListsAndBehindEqualSigns) {
  using Offer = std::set<std::string>;
  const auto offers = Shell().offers({{"run", "--accel", "=", "m"},
                                      {"run", "--accel", "="},
                                      {"cycles", "--schedules", "sequential,o"},
                                      {"run", "--place", "sweep", "=", "cpu,no"},
                                      {"run", "--place", "sweep", "=", "cpu,norm", "="},
                                      {"run", "--rows", ""},
                                      {"run", "--kernel", "jacobi", "--blo"},
                                      {"run", "--block-r"}});
  EXPECT_EQ(offers[0], (Offer{"mixed", "model"}));
  EXPECT_EQ(offers[1], (Offer{"software", "shuffled", "model", "rtl", "mixed"}));
  EXPECT_EQ(offers[2], Offer{"sequential,overlapped"});
  EXPECT_EQ(offers[3], (Offer{"cpu,norm=off", "cpu,norm=cpu", "cpu,norm=accel"}));
  EXPECT_EQ(offers[4], (Offer{"off", "cpu", "accel"}));
  EXPECT_EQ(offers[5], Offer{}) << "a number";
  EXPECT_EQ(offers[6], Offer{"--blocking"});
  EXPECT_EQ(offers[7], Offer{}) << "a former name";
}

TEST(Completion, OffersFiles) {
  const Shell shell;
  const auto offers = shell.offers({{"run", "--report", shell.file()},
                                    {"report", "-o", shell.file()},
                                    {"compare", shell.file()},
                                    {"run", "--dump-input", "=", shell.file()}});
  for (const auto& offer : offers) EXPECT_EQ(offer, (std::set<std::string>{shell.file(), "one.json"}));
  EXPECT_TRUE(names_file("R.json"));
  EXPECT_TRUE(names_file("FILE"));
  EXPECT_FALSE(names_file("I,J,.."));
  EXPECT_FALSE(names_file("N"));
}

TEST(ManPage, NamesEveryOptionAndExample) {
  const std::string page = man_page(program(), "1.2.3");
  const auto has = [&](std::string text) {
    for (std::size_t at = 0; (at = text.find('-', at)) != std::string::npos; at += 2) text.insert(at, "\\");
    EXPECT_NE(page.find(text), std::string::npos) << text;
  };
  for (const CommandText& command : program().subcommands) {
    has(".SS " + command.name + "\n");
    for (const OptionText& option : command.options) has(".TP\n.B " + head_of(option) + "\n");
    for (const ExampleText& example : command.examples) has("\n" + example.line + "\n");
  }
  EXPECT_EQ(page.rfind(".TH STENCIL\\-COSIM 1 ", 0), 0u);
  EXPECT_NE(page.find(" \"stencil-cosim 1.2.3\" "), std::string::npos);
  EXPECT_EQ(page.find("block\\-rows"), std::string::npos) << "a former name";
}

// mandoc says what is wrong with a page; ci/setup installs it. It opens the folder that it is started in.
TEST(ManPage, IsRoffWithoutWarnings) {
  const ScratchDirectory scratch;
  write_text(scratch / "stencil-cosim.1", man_page(program(), "1.2.3"));
  const ProgramResult lint =
      run_program({"env", "-C", scratch.path(), "mandoc", "-Tlint", "-W", "warning", "stencil-cosim.1"});
  EXPECT_EQ(lint.status, 0) << lint.out << lint.err;
  const ProgramResult text = run_program({"env", "-C", scratch.path(), "mandoc", "-Tascii", "stencil-cosim.1"});
  EXPECT_EQ(text.status, 0);
  EXPECT_NE(text.out.find("mpirun -n 2 --oversubscribe stencil-cosim run --report run.json\n"), std::string::npos);
}

}  // namespace
}  // namespace stencil
