// The options of a command as data: one row each, which --help, completion, range checks and refusals are made of.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/core.h>

#include <functional>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "sim/app/cli/arguments.hpp"
#include "sim/app/cli/choices.hpp"
#include "sim/app/cli/command.hpp"
#include "sim/app/cli/lists.hpp"

namespace stencil {

// Fields that few options set.
struct OptionExtras {
  std::vector<std::string> choices;  // the names that the value may be
  bool listed = false;               // the value is a list of choices, separated by commas
  bool seldom = false;               // --help-all shows it, --help does not
  bool output = false;               // the value names a file to write
  bool repeated = false;             // it may be given more than once
  const char* former = "";           // a name it had, still taken and nowhere listed
};

// One option of a command that fills Options.
template <class Options>
struct Option {
  using Set = std::function<void(Options& options, const std::string& text)>;
  using Get = std::function<std::optional<std::string>(const Options& options)>;

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
  // The text that `set` makes the same value of, empty for a flag that is set; no value: as without the option. Of an
  // option that decides what is run and compared; others, which name files or what is printed, have none.
  Get get = {};
};

// The same row with more to it.
template <class Options>
Option<Options> one_of(Option<Options> row, const std::vector<std::string>& names, bool listed = false) {
  row.extras.choices = names;
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

template <class Options>
Option<Options> read_back(Option<Options> row, typename Option<Options>::Get get) {
  row.get = std::move(get);
  return row;
}

// A value as its option takes it; no value: as without the option.
template <class Value>
std::optional<std::string> option_text(const Value& value) {
  if constexpr (std::is_same_v<Value, std::string>) {
    return value.empty() ? std::nullopt : std::optional(value);
  } else if constexpr (std::is_arithmetic_v<Value>) {
    return fmt::format("{}", value);
  } else if constexpr (std::is_enum_v<Value>) {
    return name_of(value);
  } else {
    return describe(value);
  }
}
inline std::optional<std::string> option_text(const std::vector<std::int64_t>& list) {
  return list.empty() ? std::nullopt : std::optional(listed(list));
}
template <class Value>
std::optional<std::string> option_text(const std::optional<Value>& value) {
  return value ? option_text(*value) : std::nullopt;
}

// One whose value is at `place`, which finds it in the options, const or not. parse: makes it of option and text.
template <class Options, class Place, class Parse>
Option<Options> value_option(const char* name, const char* placeholder, std::string description, std::string fallback,
                             Place place, Parse parse, const char* elsewhere = "") {
  const auto set = [name, place, parse](Options& options, const std::string& text) {
    place(options) = parse(name, text);
  };
  Option<Options> row(name, placeholder, std::move(description), std::move(fallback), set, elsewhere);
  row.get = [place](const Options& options) { return option_text(place(options)); };
  return row;
}

// Parses any text.
inline std::string taken_as_it_is(const char*, const std::string& text) {
  return text;
}

// One for an integer.
template <class Options, class Place>
Option<Options> integer_option(const IntegerRange& range, const std::string& description, const std::string& fallback,
                               Place place, const char* elsewhere = "") {
  const auto parse = [range](const char*, const std::string& text) { return parse_integer(range, text); };
  return value_option<Options>(range.option, "N", with_range(description, range), fallback, place, parse, elsewhere);
}

// One for an enumerator of `all`.
template <class Options, class Choices, class Place>
Option<Options> choice_option(const char* name, const char* placeholder, const std::string& description,
                              const std::string& fallback, const Choices& all, Place place,
                              const char* elsewhere = "") {
  const auto parse = [all](const char* option, const std::string& text) { return parse_choice(option, all, text); };
  return one_of(value_option<Options>(name, placeholder, description, fallback, place, parse, elsewhere),
                choice_names(all));
}

// One without a value.
template <class Options, class Place>
Option<Options> flag_option(const char* name, std::string description, Place place, const char* elsewhere = "") {
  const auto set = [place](Options& options, const std::string&) { place(options) = true; };
  Option<Options> row(name, "", std::move(description), "", set, elsewhere);
  row.get = [place](const Options& options) { return place(options) ? std::optional<std::string>("") : std::nullopt; };
  return row;
}

// The same option for a struct that has Options inside: `inner` finds it.
template <class Outer, class Options, class Inner>
Option<Outer> option_of(const Option<Options>& option, Inner inner) {
  const auto set = [inner, set_inner = option.set](Outer& outer, const std::string& text) {
    set_inner(inner(outer), text);
  };
  Option<Outer> row(option.name, option.placeholder, option.description, option.fallback, set, option.elsewhere,
                    option.extras);
  row.get = [inner, get_inner = option.get](const Outer& outer) { return get_inner(inner(outer)); };
  return row;
}

// Adds a row to a command; take: called with the text.
template <class Options>
void add_option(Command& command, const Option<Options>& option, const std::function<void(const std::string&)>& take) {
  OptionText& row =
      *option.placeholder == '\0' ? command.add_flag(option.name, option.description, [take] { take(""); })
      : option.extras.repeated
          ? command.add_repeated(option.name, option.placeholder, option.description, option.fallback, take)
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
