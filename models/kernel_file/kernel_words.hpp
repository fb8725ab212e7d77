// The words of a kernel file that name nothing, and its literals as text.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <charconv>
#include <string>

namespace stencil {

// No field, source, number, part or kernel has such a name.
inline constexpr std::array<const char*, 9> reserved_words{"i",      "j",     "rows",   "cols",  "new",
                                                           "kernel", "field", "source", "number"};

inline bool is_reserved_word(const std::string& name) {
  return std::any_of(reserved_words.begin(), reserved_words.end(), [&](const char* word) { return name == word; });
}

// The fewest digits that read back as the same number: "0.1", "1e+300".
inline std::string literal_text(double value) {
  std::array<char, 40> text{};
  const auto result = std::to_chars(text.data(), text.data() + text.size(), value);
  return std::string(text.data(), result.ptr);
}

}  // namespace stencil
