// Options whose values are names: enumerations with a name_of and an array of all.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iterator>
#include <string>
#include <vector>

#include "host/base/errors.hpp"
#include "host/base/nearest.hpp"
#include "sim/app/cli/lists.hpp"

namespace stencil {

// "--schedule is 'overlappedd', must be one of: sequential, overlapped; did you mean overlapped?".
inline ArgumentError not_a_choice(const std::string& option, const std::vector<std::string>& names,
                                  const std::string& text) {
  return ArgumentError(option + " is '" + text + "', must be one of: " + joined(names) + did_you_mean(text, names));
}

// The names of an array of enumerators.
template <class Choices>
std::vector<std::string> choice_names(const Choices& choices) {
  std::vector<std::string> names;
  names.reserve(std::size(choices));
  for (const auto choice : choices) names.emplace_back(name_of(choice));
  return names;
}

// The one of `choices` that `text` names. Throws ArgumentError with the option, the text and the names.
template <class Choices>
auto parse_choice(const std::string& option, const Choices& choices, const std::string& text) {
  for (const auto choice : choices) {
    if (text == name_of(choice)) return choice;
  }
  throw not_a_choice(option, choice_names(choices), text);
}

// The names of things that have a name() of their own.
template <class Things>
std::vector<std::string> names_of(const Things& things) {
  std::vector<std::string> names;
  names.reserve(std::size(things));
  for (const auto& thing : things) names.emplace_back(thing->name());
  return names;
}

// Those of a comma-separated list.
template <class Choices>
std::vector<typename Choices::value_type> parse_choices(const std::string& option, const Choices& choices,
                                                        const std::string& text) {
  std::vector<typename Choices::value_type> chosen;
  for (const std::string& name : parse_names(option, text)) chosen.push_back(parse_choice(option, choices, name));
  return chosen;
}

}  // namespace stencil
