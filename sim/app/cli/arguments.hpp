// Texts of the command line turned into values, with errors that show the text.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "sim/app/cli/command.hpp"

namespace stencil {

// One option's name, as texts show it, and its inclusive range.
struct IntegerRange {
  const char* option;
  std::int64_t least;
  std::int64_t most;
};

// Throws ArgumentError "--rows is 2, must be 3 .. 1099511627776" for a value outside the range.
void require_in_range(const IntegerRange& range, std::int64_t value);

// Each takes the whole text or throws ArgumentError "--rows is '7x', must be an integer 3 .. 1099511627776".
std::int64_t parse_integer(const IntegerRange& range, const std::string& text);
std::uint64_t parse_seed(const std::string& option, const std::string& text);
double parse_number(const std::string& option, const std::string& text);      // decimal or hexadecimal, not inf or nan
double parse_above_zero(const std::string& option, const std::string& text);  // a number too
std::string parse_file_name(const std::string& option, const std::string& text);

// "rows of the whole domain; 3 .. 2^40", for --help.
std::string readable_bound(std::int64_t bound);
std::string with_range(const std::string& description, const IntegerRange& range);

// Adds an option whose integer goes to `take`; --help shows its range too.
OptionText& add_integer(Command& command, const IntegerRange& range, const std::string& description,
                        const std::string& fallback, const std::function<void(std::int64_t)>& take);

// Adds an option that names a file to write.
OptionText& add_output(Command& command, const std::string& option, const std::string& placeholder,
                       const std::string& description, const std::string& fallback, std::string& target);

}  // namespace stencil
