// The options of a command as data: one row each, which --help, completion, range checks and refusals are made of.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "sim/app/cli/arguments.hpp"
#include "sim/app/cli/command.hpp"

namespace stencil {

// Fields that few options set.
struct OptionExtras {
  std::vector<std::string> choices;  // the names that the value may be
  bool listed = false;               // the value is a list of choices, separated by commas
  bool seldom = false;               // --help-all shows it, --help does not
  bool output = false;               // the value names a file to write
  const char* former = "";           // a name it had, still taken and nowhere listed
};

// One option of a command that fills Options.
template <class Options>
struct Option {
  using Set = std::function<void(Options& options, const std::string& text)>;

  // Written out, since GCC 12 fails to compile a default of `extras` in a template.
  Option(const char* its_name, const char* its_placeholder, std::string its_description, std::string its_fallback,
         Set its_set, const char* why_elsewhere = "", OptionExtras its_extras = OptionExtras())
      : name(its_name),
        placeholder(its_placeholder),
        description(std::move(its_description)),
        fallback(std::move(its_fallback)),
        set(std::move(its_set)),
        elsewhere(why_elsewhere),
        extras(std::move(its_extras)) {}

  const char* name;         // "--stw"
  const char* placeholder;  // of its value in --help; empty: a flag
  std::string description;  // with its range
  std::string fallback;     // what --help shows as the default; empty: none
  Set set;                  // text: empty for a flag
  // Of an option that not every kernel takes: "--stw is 5, must not be given with --kernel K: " goes before this.
  const char* elsewhere;
  OptionExtras extras;
};

// The same row with more said of it.
template <class Options>
Option<Options> one_of(Option<Options> row, std::vector<std::string> names, bool listed = false) {
  row.extras.choices = std::move(names);
  row.extras.listed = listed;
  return row;
}
template <class Options>
Option<Options> seldom(Option<Options> row) {
  row.extras.seldom = true;
  return row;
}
template <class Options>
Option<Options> names_output(Option<Options> row) {
  row.extras.output = true;
  return row;
}
template <class Options>
Option<Options> formerly(const char* former, Option<Options> row) {
  row.extras.former = former;
  return row;
}

// One for an integer. take: called with the options and the value.
template <class Options, class Take>
Option<Options> integer_option(const IntegerRange& range, const std::string& description, const std::string& fallback,
                               Take take, const char* elsewhere = "") {
  const auto set = [range, take](Options& options, const std::string& text) {
    take(options, parse_integer(range, text));
  };
  return {range.option, "N", with_range(description, range), fallback, set, elsewhere};
}

// The same option for a struct that has Options inside: `inner` finds it.
template <class Outer, class Options, class Inner>
Option<Outer> option_of(const Option<Options>& option, Inner inner) {
  const auto set = [inner, set_inner = option.set](Outer& outer, const std::string& text) {
    set_inner(inner(outer), text);
  };
  return {option.name, option.placeholder, option.description, option.fallback, set, option.elsewhere, option.extras};
}

// Adds a row to a command; take: called with the text.
template <class Options>
void add_option(Command& command, const Option<Options>& option, const std::function<void(const std::string&)>& take) {
  OptionText& row = *option.placeholder == '\0'
                        ? command.add_flag(option.name, option.description, [take] { take(""); })
                        : command.add_option(option.name, option.placeholder, option.description, option.fallback, take,
                                             option.extras.former);
  row.choices = option.extras.choices;
  row.listed = option.extras.listed;
  row.seldom = option.extras.seldom;
  row.output = option.extras.output;
}

// Adds rows to a command; what they say goes to `options`, which must outlive it.
template <class Options>
void add_options(Command& command, const std::vector<Option<Options>>& rows, Options& options) {
  for (const Option<Options>& row : rows) {
    add_option(command, row, [&options, set = row.set](const std::string& text) { set(options, text); });
  }
}

}  // namespace stencil
