// Texts for people: numbers with separators and lines of a terminal's width. In a header, as nearest.hpp is.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <sstream>
#include <string>

namespace stencil {

// 1234567 as "1,234,567".
inline std::string with_commas(std::int64_t number) {
  std::string text = std::to_string(number < 0 ? -number : number);
  for (std::size_t at = text.size(); at > 3; at -= 3) text.insert(at - 3, ",");
  return number < 0 ? "-" + text : text;
}

// The same with its sign: "+1,234,567", "+0".
inline std::string signed_with_commas(std::int64_t number) {
  return (number < 0 ? "" : "+") + with_commas(number);
}

// The words of a text in lines of at most `width` columns, each line but the first after `indent` blanks; `column` is
// where the first one begins. A word that is longer has a line of its own. No newline at the end.
inline std::string wrapped(const std::string& text, std::size_t indent, std::size_t column, std::size_t width = 80) {
  std::istringstream words(text);
  std::string lines;
  for (std::string word; words >> word;) {
    if (!lines.empty() && column + 1 + word.size() > width) {
      lines += '\n' + std::string(indent, ' ');
      column = indent;
    } else if (!lines.empty()) {
      lines += ' ';
      ++column;
    }
    lines += word;
    column += word.size();
  }
  return lines;
}

}  // namespace stencil
