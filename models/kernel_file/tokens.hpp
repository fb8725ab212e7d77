// The words of a line of a kernel file.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "models/kernel_file/text_place.hpp"

namespace stencil {

struct Token {
  enum class Kind { name, literal, sign, end };

  Kind kind;
  std::string text;  // "end of line" of the last one
  TextPlace place;
  double value = 0.0;  // of a literal
};

inline constexpr std::size_t longest_name = 32;  // characters

// The token as error texts quote it: "'ax'", "the end of the line".
std::string shown(const Token& token);

// The line's tokens and its end. Throws FormulaError for a character that begins none, for a name that is too long and
// for a literal that no finite binary64 is nearest to, or which is not 0 and becomes 0.
std::vector<Token> tokens_of(const std::string& file, std::int64_t line_number, const std::string& line);

}  // namespace stencil
