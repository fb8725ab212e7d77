// SPDX-License-Identifier: Apache-2.0
#include "sim/app/cli/lists.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <sstream>

#include "host/base/errors.hpp"

namespace stencil {

std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

std::string listed(const std::vector<std::int64_t>& integers) {
  return fmt::format("{}", fmt::join(integers, ","));
}

std::vector<std::string> parse_names(const std::string& option, const std::string& text) {
  std::vector<std::string> names;
  std::istringstream stream(text + ",");
  for (std::string name; std::getline(stream, name, ',');) {
    if (name.empty())
      throw ArgumentError(fmt::format("{} is '{}', must be a list like a,b without gaps", option, text));
    if (std::find(names.begin(), names.end(), name) != names.end()) {
      throw ArgumentError(fmt::format("{} is '{}', must name '{}' once", option, text, name));
    }
    names.push_back(name);
  }
  return names;
}

std::vector<std::int64_t> parse_integers(const IntegerRange& range, const std::string& text) {
  std::vector<std::int64_t> values;
  for (const std::string& word : parse_names(range.option, text)) values.push_back(parse_integer(range, word));
  return values;
}

}  // namespace stencil
