// The texts of a command: the one table that --help, the manual page and shell completion are made of.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace stencil {

// An option, or a word without dashes that stands at its place.
struct OptionText {
  std::string name;         // "--stw", "-o,--output", "BASE"
  std::string placeholder;  // of its value; empty: a flag, or a word
  std::string description;
  std::string fallback;              // the default in words; empty: none
  std::string group;                 // title in --help
  std::vector<std::string> choices;  // the names that its value may be, or a list of them
  bool listed = false;               // the value is a list of choices, separated by commas
  bool seldom = false;               // --help-all shows it, --help does not
  bool repeated = false;             // a word that may be given more than once
  bool output = false;               // the value names a file to write; - is standard output

  // Each returns the row itself.
  OptionText& one_of(std::vector<std::string> names) {
    choices = std::move(names);
    return *this;
  }
  OptionText& some_of(std::vector<std::string> names) {
    listed = true;
    return one_of(std::move(names));
  }
  OptionText& needed_seldom(bool is_seldom = true) {
    seldom = is_seldom;
    return *this;
  }

  OptionText& names_output(bool is_output = true) {
    output = is_output;
    return *this;
  }

  bool is_word() const { return name.front() != '-'; }
  std::string long_name() const { return name.substr(name.find("--") == std::string::npos ? 0 : name.find("--")); }
  std::string short_name() const { return name.find(',') == std::string::npos ? "" : name.substr(0, name.find(',')); }
};

// A line that works as it stands, and what it does.
struct ExampleText {
  std::string line;
  std::string meaning;
};

struct CommandText {
  std::string name;  // "stencil-cosim run"
  std::string description;
  std::string footer;  // lines
  std::vector<OptionText> options;
  std::vector<ExampleText> examples;
  std::vector<CommandText> subcommands;

  std::string last_name() const { return name.substr(name.rfind(' ') + 1); }
  bool has_seldom() const;                        // an option that --help leaves out
  bool has_output() const;                        // an option that names a file to write
  std::vector<std::string> group_titles() const;  // of options, in order, without the words
};

// Of commands that have outputs.
inline constexpr const char* output_note = "An output named - is standard output; tables then go to standard error.";

// What --help shows, or --help-all: at most 80 columns wide.
std::string help_text(const CommandText& command, bool all);

// "-o, --output PAGE.html", "--quick", "RUN.json...".
std::string head_of(const OptionText& option);

// The description and the default.
std::string body_of(const OptionText& option);

}  // namespace stencil
