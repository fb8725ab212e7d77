// The tokens of a line, taken one after another.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "models/kernel_file/tokens.hpp"

namespace stencil {

class TokenReader {
 public:
  // file: lives as long as the reader.
  TokenReader(const std::string& file, std::vector<Token> tokens) : file_(file), tokens_(std::move(tokens)) {}

  const Token& peek() const { return tokens_[at_]; }
  bool at_sign(char sign) const { return peek().kind == Token::Kind::sign && peek().text[0] == sign; }
  // The end of the line stays where it is.
  Token take() { return tokens_[at_ + 1 < tokens_.size() ? at_++ : at_]; }

  bool take_if(char sign) {
    if (!at_sign(sign)) return false;
    take();
    return true;
  }
  // Throws FormulaError "'x', must be EXPECTED" for another token.
  void expect(char sign, const std::string& expected) {
    if (!take_if(sign)) refuse(expected);
  }
  Token expect_name(const std::string& expected) {
    if (peek().kind != Token::Kind::name) refuse(expected);
    return take();
  }

  [[noreturn]] void refuse(const std::string& expected) const { refuse(peek(), expected); }
  [[noreturn]] void refuse(const Token& token, const std::string& expected) const {
    throw FormulaError(file_, token.place, shown(token) + ", must be " + expected);
  }
  const std::string& file() const { return file_; }

 private:
  const std::string& file_;
  std::vector<Token> tokens_;
  std::size_t at_ = 0;
};

}  // namespace stencil
