// SPDX-License-Identifier: Apache-2.0
#include "models/kernel_file/tokens.hpp"

#include <charconv>
#include <cstring>
#include <system_error>

namespace stencil {
namespace {

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// One line, read from left to right.
class LineScanner {
 public:
  LineScanner(const std::string& file, std::int64_t line_number, const std::string& line)
      : file_(file), line_number_(line_number), line_(line) {}

  std::vector<Token> tokens() {
    std::vector<Token> found;
    while (true) {
      while (at_ < line_.size() && (line_[at_] == ' ' || line_[at_] == '\t')) ++at_;
      if (at_ == line_.size()) break;
      found.push_back(next());
    }
    found.push_back({Token::Kind::end, "", place()});
    return found;
  }

 private:
  // Only what is wrong has characters of several bytes, and it is the first of them in its line.
  TextPlace place() const { return {line_number_, static_cast<std::int64_t>(at_) + 1}; }
  char peek(std::size_t ahead = 0) const { return at_ + ahead < line_.size() ? line_[at_ + ahead] : '\0'; }

  Token next() {
    if (is_letter(peek())) return name();
    if (is_digit(peek()) || (peek() == '.' && is_digit(peek(1)))) return literal();
    if (std::strchr("+-*/()[],=", peek()) == nullptr) refuse_character();
    Token token{Token::Kind::sign, std::string(1, peek()), place()};
    ++at_;
    return token;
  }

  Token name() {
    Token token{Token::Kind::name, "", place()};
    while (is_letter(peek()) || is_digit(peek())) token.text += line_[at_++];
    if (token.text.size() > longest_name) {
      throw FormulaError(file_, token.place,
                         "the name '" + token.text.substr(0, longest_name) + "...' has " +
                             std::to_string(token.text.size()) + " characters, must have at most " +
                             std::to_string(longest_name));
    }
    return token;
  }

  Token literal() {
    Token token{Token::Kind::literal, "", place()};
    const std::size_t begin = at_;
    while (is_digit(peek())) ++at_;
    if (peek() == '.') ++at_;
    while (is_digit(peek())) ++at_;
    const std::size_t sign = peek(1) == '+' || peek(1) == '-' ? 2 : 1;
    if ((peek() == 'e' || peek() == 'E') && is_digit(peek(sign))) {
      at_ += sign;
      while (is_digit(peek())) ++at_;
    }
    token.text = line_.substr(begin, at_ - begin);
    const char* const end = token.text.data() + token.text.size();
    const auto result = std::from_chars(token.text.data(), end, token.value);
    const bool zero = token.text.find_first_of("123456789") >= token.text.find_first_of("eE");
    if (result.ec != std::errc() || (token.value == 0.0 && !zero)) {
      throw FormulaError(file_, token.place,
                         "'" + token.text +
                             "' is out of range, must be 0 or from 4.9406564584124654e-324 to "
                             "1.7976931348623157e308");
    }
    return token;
  }

  [[noreturn]] void refuse_character() const {
    std::size_t length = 1;
    while ((static_cast<unsigned char>(peek(length)) & 0xc0) == 0x80) ++length;
    throw FormulaError(file_, place(),
                       "'" + line_.substr(at_, length) + "', must be a name, a number or one of + - * / ( ) [ ] , =");
  }

  const std::string& file_;
  std::int64_t line_number_;
  const std::string& line_;
  std::size_t at_ = 0;
};

}  // namespace

std::string shown(const Token& token) {
  return token.kind == Token::Kind::end ? "the end of the line" : "'" + token.text + "'";
}

std::vector<Token> tokens_of(const std::string& file, std::int64_t line_number, const std::string& line) {
  return LineScanner(file, line_number, line).tokens();
}

}  // namespace stencil
