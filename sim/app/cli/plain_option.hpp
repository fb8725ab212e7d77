// Options that are no more than a member of their struct: a number, a flag, or the name of a file to write. The row
// beside the member is all that there is of one, but for its use.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "sim/app/cli/option.hpp"

namespace stencil {

template <class Options>
struct PlainOption {
  const char* name;
  const char* text;  // for --help, which has the member's default too
  std::variant<std::int64_t Options::*, bool Options::*, std::string Options::*> member;
  bool seldom;                   // only in the whole --help
  const char* placeholder = "";  // of a file: "F.xml"
  std::int64_t least = 0;        // of a number
  std::int64_t most = 0;
};

template <class Options>
Option<Options> plain_row(const PlainOption<Options>& plain) {
  const auto row = [&](auto member) -> Option<Options> {
    using Value = std::decay_t<decltype(Options().*member)>;
    const auto place = [member](auto& options) -> auto& {
      return options.*member;
    };
    if constexpr (std::is_same_v<Value, bool>) {
      return flag_option<Options>(plain.name, plain.text, place);
    } else if constexpr (std::is_same_v<Value, std::int64_t>) {
      return integer_option<Options>({plain.name, plain.least, plain.most}, plain.text,
                                     std::to_string(Options().*member), place);
    } else {
      // Not read back: it decides nothing of what is run.
      return names_output<Options>({plain.name, plain.placeholder, plain.text, "",
                                    [place, name = plain.name](Options& options, const std::string& text) {
                                      place(options) = parse_file_name(name, text);
                                    }});
    }
  };
  const Option<Options> made = std::visit(row, plain.member);
  return plain.seldom ? seldom(made) : made;
}

// Throws ArgumentError for a number outside its range.
template <class Options>
void check_plain(const PlainOption<Options>& plain, const Options& options) {
  const auto* const number = std::get_if<std::int64_t Options::*>(&plain.member);
  if (number != nullptr) require_in_range(IntegerRange{plain.name, plain.least, plain.most}, options.**number);
}

// Adds option and file where one is named.
template <class Options>
void add_output(const PlainOption<Options>& plain, const Options& options,
                std::vector<std::pair<std::string, std::string>>& outputs) {
  const auto* const file = std::get_if<std::string Options::*>(&plain.member);
  if (file != nullptr && !(options.**file).empty()) outputs.emplace_back(plain.name, options.**file);
}

}  // namespace stencil
