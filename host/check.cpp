// SPDX-License-Identifier: Apache-2.0
#include "host/check.hpp"

#include <fmt/format.h>

#include <string>

#include "host/errors.hpp"

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

}  // namespace stencil
