// SPDX-License-Identifier: Apache-2.0
#include "host/base/from_environment.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>

#include "host/base/errors.hpp"
#include "host/base/nearest.hpp"

namespace stencil {

std::string from_environment(const char* variable, const std::string& otherwise,
                             const std::vector<std::string>& known) {
  const char* text = std::getenv(variable);
  if (text == nullptr) return otherwise;
  if (std::find(known.begin(), known.end(), text) == known.end()) {
    throw ArgumentError(fmt::format("environment variable {} = '{}', must be one of: {}{}", variable, text,
                                    fmt::join(known, ", "), did_you_mean(text, known)));
  }
  return text;
}

std::int64_t number_from_environment(const char* variable, std::int64_t otherwise, std::int64_t least,
                                     std::int64_t most) {
  const char* text = std::getenv(variable);
  if (text == nullptr) return otherwise;
  char* end = nullptr;
  errno = 0;
  const long long value = std::strtoll(text, &end, 10);
  // strtoll would take a blank and a plus sign before the number.
  const bool is_number = (*text == '-' || (*text >= '0' && *text <= '9')) && *end == '\0' && errno == 0;
  if (!is_number || value < least || value > most) {
    throw ArgumentError(
        fmt::format("environment variable {} = '{}', must be an integer {} .. {}", variable, text, least, most));
  }
  return value;
}

}  // namespace stencil
