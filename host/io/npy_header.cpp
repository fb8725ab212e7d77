// SPDX-License-Identifier: Apache-2.0
#include "host/io/npy_header.hpp"

#include <fmt/core.h>

#include <cctype>
#include <cstddef>
#include <limits>

namespace stencil {
namespace {

class DictionaryParser {
 public:
  explicit DictionaryParser(const std::string& text) : text_(text) {}

  NpyDictionary parse() {
    NpyDictionary result;
    bool seen_descr = false;
    bool seen_order = false;
    bool seen_shape = false;
    expect('{');
    while (!take('}')) {
      const std::string key = parse_string();
      expect(':');
      if (key == "descr" && !seen_descr) {
        result.descr = parse_string_or_list();
        seen_descr = true;
      } else if (key == "fortran_order" && !seen_order) {
        result.fortran_order = parse_bool();
        seen_order = true;
      } else if (key == "shape" && !seen_shape) {
        result.shape = parse_shape();
        seen_shape = true;
      } else {
        fail(fmt::format("unexpected key '{}'", key));
      }
      if (take(',')) continue;
      expect('}');
      break;
    }
    skip_blanks();
    if (at_ != text_.size()) fail("text after the dictionary");
    if (!seen_descr || !seen_order || !seen_shape) fail("one of descr, fortran_order, shape is missing");
    return result;
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw std::invalid_argument(fmt::format("{} at byte {} of the header text", what, at_));
  }

  void skip_blanks() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
  }

  bool take(char wanted) {
    skip_blanks();
    if (at_ >= text_.size() || text_[at_] != wanted) return false;
    ++at_;
    return true;
  }

  void expect(char wanted) {
    if (!take(wanted)) fail(fmt::format("'{}' expected", wanted));
  }

  std::string parse_string() {
    skip_blanks();
    const char quote = at_ < text_.size() ? text_[at_] : '\0';
    if (quote != '\'' && quote != '"') fail("a quoted string expected");
    const std::size_t end = text_.find(quote, at_ + 1);
    if (end == std::string::npos) fail("the closing quote is missing");
    std::string value = text_.substr(at_ + 1, end - at_ - 1);
    at_ = end + 1;
    return value;
  }

  // Takes the whole list of a structured dtype, so that the error can show it.
  std::string parse_string_or_list() {
    skip_blanks();
    if (at_ >= text_.size() || text_[at_] != '[') return parse_string();
    const std::size_t start = at_;
    int depth = 0;
    for (; at_ < text_.size(); ++at_) {
      if (text_[at_] == '[') ++depth;
      if (text_[at_] == ']' && --depth == 0) return text_.substr(start, ++at_ - start);
    }
    fail("the closing ']' is missing");
  }

  bool parse_bool() {
    skip_blanks();
    for (const bool value : {false, true}) {
      const std::string word = value ? "True" : "False";
      if (text_.compare(at_, word.size(), word) != 0) continue;
      at_ += word.size();
      return value;
    }
    fail("True or False expected");
  }

  std::int64_t parse_integer() {
    skip_blanks();
    constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();
    const std::size_t start = at_;
    std::int64_t value = 0;
    for (; at_ < text_.size() && std::isdigit(static_cast<unsigned char>(text_[at_])) != 0; ++at_) {
      const int digit = text_[at_] - '0';
      if (value > (largest - digit) / 10) fail("a size that fits 63 bits expected");
      value = value * 10 + digit;
    }
    if (at_ == start) fail("a non-negative integer expected");
    return value;
  }

  std::vector<std::int64_t> parse_shape() {
    std::vector<std::int64_t> shape;
    expect('(');
    while (!take(')')) {
      shape.push_back(parse_integer());
      if (take(',')) continue;
      expect(')');
      break;
    }
    return shape;
  }

  const std::string& text_;
  std::size_t at_ = 0;
};

}  // namespace

NpyDictionary parse_npy_dictionary(const std::string& text) {
  return DictionaryParser(text).parse();
}

std::string npy_dictionary(std::int64_t rows, std::int64_t cols, bool fortran_order) {
  return fmt::format("{{'descr': '<f8', 'fortran_order': {}, 'shape': ({}, {}), }}", fortran_order ? "True" : "False",
                     rows, cols);
}

std::string npy_file_head(std::int64_t rows, std::int64_t cols, bool fortran_order) {
  constexpr std::size_t prefix_bytes = 10;
  constexpr std::size_t alignment_bytes = 64;
  std::string text = npy_dictionary(rows, cols, fortran_order);
  const std::size_t unpadded = prefix_bytes + text.size() + 1;
  text.append((alignment_bytes - unpadded % alignment_bytes) % alignment_bytes, ' ');
  text.push_back('\n');
  std::string head(npy_magic);
  head.push_back('\1');
  head.push_back('\0');
  head.push_back(static_cast<char>(text.size() & 0xff));
  head.push_back(static_cast<char>(text.size() >> 8));
  return head + text;
}

}  // namespace stencil
