// Where something stands in a kernel file, and what is reported about it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

namespace stencil {

// Both from 1. A column is a character, whatever its width; a character of UTF-8 is one, a tab too.
struct TextPlace {
  std::int64_t line = 1;
  std::int64_t column = 1;
};

// "FILE:LINE:COLUMN: what stands there, what may": the file is refused.
class FormulaError : public std::invalid_argument {
 public:
  FormulaError(const std::string& file, TextPlace place, const std::string& text)
      : std::invalid_argument(file + ":" + std::to_string(place.line) + ":" + std::to_string(place.column) + ": " +
                              text) {}
};

}  // namespace stencil
