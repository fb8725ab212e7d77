// Texts for people: numbers with separators and lines of a terminal's width. In a header, as nearest.hpp is.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
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

// "1 block", "1,234 blocks": a count with its noun. nouns: the plural, where it is not noun and s.
inline std::string counted(std::int64_t number, const std::string& noun, const std::string& nouns = "") {
  return with_commas(number) + " " + (number == 1 ? noun : nouns.empty() ? noun + "s" : nouns);
}

// A number with its sign: "+1,234,567", "+0".
inline std::string signed_with_commas(std::int64_t number) {
  return (number < 0 ? "" : "+") + with_commas(number);
}

// "850 ms", "12 s", "3 min 20 s", "5 h 07 min".
inline std::string readable_duration(double seconds) {
  if (seconds < 1.0) return std::to_string(std::llround(seconds * 1e3)) + " ms";
  const long long whole = std::llround(seconds);
  const auto two_digits = [](long long number) { return (number < 10 ? "0" : "") + std::to_string(number); };
  if (whole < 60) return std::to_string(whole) + " s";
  if (whole < 3600) return std::to_string(whole / 60) + " min " + two_digits(whole % 60) + " s";
  return std::to_string(whole / 3600) + " h " + two_digits(whole % 3600 / 60) + " min";
}

// Where a word of more than `room` columns is broken: after the last of its dots that fits; npos: none does.
inline std::size_t break_of(const std::string& word, std::size_t room) {
  const std::size_t dot = room == 0 ? std::string::npos : word.rfind('.', room - 1);
  return dot == std::string::npos || dot == 0 ? std::string::npos : dot + 1;
}

// The words of a text in lines of at most `width` columns, each line but the first after `indent` blanks; `column` is
// where the first one begins. A word that is longer has a line of its own, or several where it has dots, as paths of
// instances have. No newline at the end.
inline std::string wrapped(const std::string& text, std::size_t indent, std::size_t column, std::size_t width = 80) {
  std::istringstream words(text);
  std::string lines;
  const auto next_line = [&] {
    lines += '\n' + std::string(indent, ' ');
    column = indent;
  };
  for (std::string word; words >> word;) {
    if (!lines.empty() && column + 1 + word.size() > width) {
      next_line();
    } else if (!lines.empty()) {
      lines += ' ';
      ++column;
    }
    while (column + word.size() > width) {
      const std::size_t end = break_of(word, width - column);
      if (end >= word.size()) break;
      lines += word.substr(0, end);
      word.erase(0, end);
      next_line();
    }
    lines += word;
    column += word.size();
  }
  return lines;
}

}  // namespace stencil
