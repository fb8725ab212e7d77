// SPDX-License-Identifier: Apache-2.0
#include "sim/app/cluster/network/key_lines.hpp"

#include <cstddef>

namespace stencil {
namespace {

// Behind the text that begins at a quotation mark.
std::size_t end_of_text(const std::string& text, std::size_t at) {
  for (++at; text[at] != '"'; ++at) at += text[at] == '\\' ? 1 : 0;
  return at + 1;
}

}  // namespace

std::vector<std::pair<std::string, std::int64_t>> key_lines(const std::string& text) {
  std::vector<std::pair<std::string, std::int64_t>> found;
  std::vector<std::string> around{""};  // of each open object or list: what keys within begin with
  std::string last;                     // the latest key, or text
  std::int64_t line = 1;
  for (std::size_t at = 0; at < text.size(); ++at) {
    switch (text[at]) {
      case '\n':
        ++line;
        break;
      case '{':
      case '[':
        around.push_back(last.empty() ? "" : last + ".");
        break;
      case '}':
      case ']':
        around.pop_back();
        break;
      case '"': {
        const std::size_t end = end_of_text(text, at);
        last = around.back() + text.substr(at + 1, end - at - 2);
        at = end - 1;
        break;
      }
      case ':':
        found.emplace_back(last, line);
        break;
      default:
        break;
    }
  }
  return found;
}

}  // namespace stencil
