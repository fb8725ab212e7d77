// A program's options, declared and parsed. command.cpp alone knows CLI11, the library behind it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sim/app/cli/command_text.hpp"

namespace CLI {
class App;
class ParseError;
}  // namespace CLI

namespace stencil {

// How a command line ended that needs nothing to be done.
struct CommandEnd {
  bool asked;         // for --help, --help-all or --version, which `out` answers; else `error` says what is wrong
  std::string out;    // standard output
  std::string error;  // one line, without a newline
};

// What the words of a program with subcommands mean: "help run" is "run --help", "help" is "--help"; others stay.
std::vector<std::string> without_help_word(std::vector<std::string> words);

// The program itself or one of its subcommands. What parsing fills must outlive it.
class Command {
 public:
  Command(const std::string& name, const std::string& description);
  Command(const Command&) = delete;
  Command& operator=(const Command&) = delete;
  ~Command();

  // Once there is a subcommand, one must be given. It lives as long as the program.
  Command& add_subcommand(const std::string& name, const std::string& description);
  std::vector<std::string> subcommands() const;
  void set_version(const std::string& text);                              // of --version
  void set_footer(const std::string& text);                               // behind the options in --help
  void add_example(const std::string& line, const std::string& meaning);  // last in --help

  // Options added from now on stand below this title in --help.
  void begin_group(const std::string& title);

  // Each function that adds an option returns its row of the table, for what it does not take itself. The row stays
  // where it is.

  // An option whose text goes to `take`; --help shows the description and, unless empty, the default. former: another
  // name for it that no text lists, as "--block-rows"; empty: none.
  OptionText& add_option(const std::string& option, const std::string& placeholder, const std::string& description,
                         const std::string& fallback, const std::function<void(const std::string&)>& take,
                         const std::string& former = "");

  // The same for an option that may be given more than once: `take` gets each text.
  OptionText& add_repeated(const std::string& option, const std::string& placeholder, const std::string& description,
                           const std::string& fallback, const std::function<void(const std::string&)>& take);

  // A text taken as it is: an option or, named without dashes, the next word. An optional one keeps what `target`
  // holds, and --help shows that.
  OptionText& add_required_text(const std::string& option, std::string& target, const std::string& description);
  // One or more.
  OptionText& add_required_texts(const std::string& option, std::vector<std::string>& target,
                                 const std::string& description);
  OptionText& add_text(const std::string& option, std::string& target, const std::string& description);

  OptionText& add_flag(const std::string& option, bool& target, const std::string& description);
  OptionText& add_flag(const std::string& option, const std::string& description, const std::function<void()>& take);

  // The table, with the subcommands' tables in it.
  CommandText text() const;

  // Called when this command was parsed, after its options.
  void when_parsed(const std::function<void()>& check);

  // Nothing where there is something to do. What `take` and `check` throw comes through.
  std::optional<CommandEnd> parse(int argc, const char* const* argv);  // argv[0] is the program
  std::optional<CommandEnd> parse(const std::vector<std::string>& words);

  // Of the last parse.
  bool was_given() const;  // a subcommand
  bool was_given(const std::string& option) const;
  bool is_flag(const std::string& option) const;
  std::string text_of(const std::string& option) const;  // of one that was given and is no flag
  // The options given that name outputs, and these; of the subcommand that was given.
  std::vector<std::pair<std::string, std::string>> outputs_given() const;

 private:
  Command(CLI::App* app, const std::string& name, const std::string& description);

  template <class Parse>
  std::optional<CommandEnd> end_of(const Parse& parse) const;
  const Command& last_parsed() const;  // itself, or the subcommand that was given
  std::string readable(const CLI::ParseError& error) const;
  OptionText& add_row(const std::string& option, const std::string& placeholder, const std::string& description);

  std::unique_ptr<CLI::App> own_;  // of the program
  CLI::App* app_;
  std::string name_, description_, footer_;
  std::string group_ = "Options";
  std::deque<OptionText> rows_;
  std::vector<ExampleText> examples_;
  std::vector<std::unique_ptr<Command>> subcommands_;
};

}  // namespace stencil
