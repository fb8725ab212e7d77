// A program's options, declared and parsed. command.cpp alone knows CLI11, the library behind it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace stencil {

// How a command line ended that asks for nothing to be done.
struct CommandEnd {
  bool asked;         // for --help or --version, which `out` answers; else `error` says what is wrong
  std::string out;    // standard output
  std::string error;  // one line, without a newline
};

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
  void set_version(const std::string& text);  // of --version
  void set_footer(const std::string& text);   // last in --help

  // Options added from now on stand below this title in --help.
  void begin_group(const std::string& title);

  // An option whose text goes to `take`; --help shows the description and, unless empty, the default.
  void add_option(const std::string& option, const std::string& placeholder, const std::string& description,
                  const std::string& fallback, const std::function<void(const std::string&)>& take);

  // A text taken as it is: an option or, named without dashes, the next word. An optional one keeps what `target`
  // holds, and --help shows that.
  void add_required_text(const std::string& option, std::string& target, const std::string& description);
  // One or more.
  void add_required_texts(const std::string& option, std::vector<std::string>& target, const std::string& description);
  void add_text(const std::string& option, std::string& target, const std::string& description);

  void add_flag(const std::string& option, bool& target, const std::string& description);
  void add_flag(const std::string& option, const std::string& description, const std::function<void()>& take);

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

 private:
  explicit Command(CLI::App* app);

  std::unique_ptr<CLI::App> own_;  // of the program
  CLI::App* app_;
  std::vector<std::unique_ptr<Command>> subcommands_;
};

}  // namespace stencil
