// SPDX-License-Identifier: Apache-2.0
#include "sim/app/cli/arguments.hpp"

#include <fmt/core.h>

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <system_error>

#include "host/base/errors.hpp"

namespace stencil {
namespace {

template <typename T>
bool whole_text(const std::string& text, T& value) {
  const char* end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, value);
  return result.ec == std::errc() && result.ptr == end;
}

}  // namespace

void require_in_range(const IntegerRange& range, std::int64_t value) {
  if (value >= range.least && value <= range.most) return;
  throw ArgumentError(fmt::format("{} is {}, must be {} .. {}", range.option, value, range.least, range.most));
}

std::int64_t parse_integer(const IntegerRange& range, const std::string& text) {
  std::int64_t value = 0;
  if (!whole_text(text, value)) {
    throw ArgumentError(
        fmt::format("{} is '{}', must be an integer {} .. {}", range.option, text, range.least, range.most));
  }
  require_in_range(range, value);
  return value;
}

std::uint64_t parse_seed(const std::string& option, const std::string& text) {
  std::uint64_t value = 0;
  if (!whole_text(text, value)) {
    throw ArgumentError(fmt::format("{} is '{}', must be an integer 0 .. {}", option, text, UINT64_MAX));
  }
  return value;
}

double parse_number(const std::string& option, const std::string& text) {
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (text.empty() || end != text.c_str() + text.size() || !std::isfinite(value)) {
    throw ArgumentError(fmt::format("{} is '{}', must be a finite number", option, text));
  }
  return value;
}

double parse_above_zero(const std::string& option, const std::string& text) {
  const double value = parse_number(option, text);
  if (!(value > 0.0)) throw ArgumentError(fmt::format("{} is {}, must be above 0", option, text));
  return value;
}

std::string parse_file_name(const std::string& option, const std::string& text) {
  if (text.empty()) throw ArgumentError(fmt::format("{} is '', must be a file name", option));
  return text;
}

std::string with_range(const std::string& description, const IntegerRange& range) {
  return fmt::format("{}; {} .. {}", description, range.least, readable_bound(range.most));
}

std::string readable_bound(std::int64_t bound) {
  if (bound < std::int64_t{1} << 20) return std::to_string(bound);
  if ((bound & (bound - 1)) == 0) {
    int exponent = 0;
    while (bound >> exponent != 1) ++exponent;
    return fmt::format("2^{}", exponent);
  }
  int exponent = 0;
  for (; bound % 10 == 0; bound /= 10) ++exponent;
  return bound == 1 ? fmt::format("10^{}", exponent) : fmt::format("{}e{}", bound, exponent);
}

OptionText& add_integer(Command& command, const IntegerRange& range, const std::string& description,
                        const std::string& fallback, const std::function<void(std::int64_t)>& take) {
  return command.add_option(range.option, "N", with_range(description, range), fallback,
                            [range, take](const std::string& text) { take(parse_integer(range, text)); });
}

OptionText& add_output(Command& command, const std::string& option, const std::string& placeholder,
                       const std::string& description, const std::string& fallback, std::string& target) {
  const std::string name = option.substr(option.find("--"));
  return command
      .add_option(option, placeholder, description, fallback,
                  [&target, name](const std::string& text) { target = parse_file_name(name, text); })
      .names_output();
}

}  // namespace stencil
