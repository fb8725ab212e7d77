// Finds names and numbers in source files, line by line.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <map>
#include <regex>
#include <stdexcept>
#include <string>
#include <vector>

namespace stencil::test {

using NumberOf = std::map<std::string, std::uint64_t>;
using Match = std::vector<std::string>;  // the whole match and its groups

// A text file below the source tree. Throws std::runtime_error if it cannot be read.
inline std::vector<std::string> lines_of(const std::string& path) {
  std::ifstream file(std::string(STENCIL_SOURCE_DIR) + "/" + path);
  if (!file) throw std::runtime_error("cannot read " + path);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

// Every match in every line, with all groups. Throws std::runtime_error if there is none: the text has moved, and
// nothing would be compared.
inline std::vector<Match> matches(const std::vector<std::string>& lines, const std::string& pattern) {
  const std::regex expression(pattern);
  std::vector<Match> found;
  for (const std::string& line : lines)
    for (std::sregex_iterator it(line.begin(), line.end(), expression), end; it != end; ++it)
      found.emplace_back(it->begin(), it->end());
  if (found.empty()) throw std::runtime_error("nothing looks like " + pattern);
  return found;
}

// Verilog and C++ both: 12'h118, 64'h53544e43_00000001, 4'd5, 0x118, 8.
inline std::uint64_t number(std::string text) {
  text.erase(std::remove(text.begin(), text.end(), '_'), text.end());
  const std::size_t quote = text.find('\'');
  if (quote == std::string::npos) return std::stoull(text, nullptr, 0);
  return std::stoull(text.substr(quote + 2), nullptr, text[quote + 1] == 'h' ? 16 : 10);
}

// Group 1 is the name, group 2 the number. A repeated name must have the same number.
inline NumberOf named_numbers(const std::vector<std::string>& lines, const std::string& pattern) {
  NumberOf result;
  for (const Match& match : matches(lines, pattern)) {
    const auto [place, added] = result.emplace(match[1], number(match[2]));
    if (!added && place->second != number(match[2])) throw std::runtime_error(match[1] + " has two numbers");
  }
  return result;
}

// The differences, one line per name; empty if there is none.
inline std::string differences(const std::string& here, const NumberOf& a, const std::string& there,
                               const NumberOf& b) {
  std::string text;
  for (const auto& [name, value] : a)
    if (b.count(name) == 0)
      text += name + " is in " + here + ", not in " + there + "\n";
    else if (b.at(name) != value)
      text += name + " is " + std::to_string(value) + " in " + here + ", " + std::to_string(b.at(name)) + " in " +
              there + "\n";
  for (const auto& [name, value] : b)
    if (a.count(name) == 0) text += name + " is in " + there + ", not in " + here + "\n";
  return text;
}

}  // namespace stencil::test
