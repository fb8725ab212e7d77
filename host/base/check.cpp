// SPDX-License-Identifier: Apache-2.0
#include "host/base/check.hpp"

#include <fmt/core.h>

#include <cstddef>

#include "host/base/errors.hpp"

namespace stencil {

void throw_out_of_range(const char* name, std::int64_t value, std::int64_t low, std::int64_t high,
                        const char* why_high) {
  const std::string why = why_high == nullptr ? "" : fmt::format(" ({})", why_high);
  if (high == no_upper_end) throw ArgumentError(fmt::format("{} = {}, must be >= {}{}", name, value, low, why));
  if (high < low) throw ArgumentError(fmt::format("{} = {}, but no value is allowed{}", name, value, why));
  throw ArgumentError(fmt::format("{} = {}, must be {} .. {}{}", name, value, low, high, why));
}

void throw_null_pointer(const char* name, const char* what) {
  throw ArgumentError(fmt::format("{} = NULL, must be {}", name, what));
}

std::string alternatives(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += i + 1 < names.size() ? ", " : " or ";
    text += names[i];
  }
  return text;
}

}  // namespace stencil
