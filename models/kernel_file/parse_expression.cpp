// SPDX-License-Identifier: Apache-2.0
#include "models/kernel_file/parse_expression.hpp"

#include <charconv>
#include <string>
#include <system_error>

namespace stencil {
namespace {

constexpr const char* a_value = "a name, a number, '-' or '('";

class ExpressionParser {
 public:
  explicit ExpressionParser(TokenReader& tokens) : tokens_(tokens) {}

  Expression parse() {
    sum();
    return steps_;
  }

 private:
  using Kind = ExpressionStep::Kind;

  void emit(Kind kind, const Token& token) {
    ExpressionStep step;
    step.kind = kind;
    step.place = token.place;
    step.text = token.text;
    steps_.push_back(step);
  }

  void sum() {
    product();
    while (tokens_.at_sign('+') || tokens_.at_sign('-')) {
      const Token sign = tokens_.take();
      product();
      emit(sign.text == "+" ? Kind::add : Kind::subtract, sign);
    }
  }

  void product() {
    signed_value();
    while (tokens_.at_sign('*') || tokens_.at_sign('/')) {
      const Token sign = tokens_.take();
      signed_value();
      emit(sign.text == "*" ? Kind::multiply : Kind::divide, sign);
    }
  }

  // Signs in a row need no recursion: an even number of '-' changes nothing.
  void signed_value() {
    const Token first = tokens_.peek();
    bool negated = false;
    while (tokens_.at_sign('+') || tokens_.at_sign('-')) negated ^= tokens_.take().text == "-";
    value();
    if (negated) emit(Kind::negate, first);
  }

  void value() {
    const Token token = tokens_.peek();
    if (token.kind == Token::Kind::literal) {
      tokens_.take();
      emit(Kind::literal, token);
      steps_.back().literal = token.value;
    } else if (token.kind == Token::Kind::name) {
      named(tokens_.take());
    } else if (tokens_.at_sign('(')) {
      if (++depth_ > deepest_parentheses)
        tokens_.refuse("at most " + std::to_string(deepest_parentheses) + " parentheses deep");
      tokens_.take();
      sum();
      tokens_.expect(')', "an operator or ')'");
      --depth_;
    } else {
      tokens_.refuse(a_value);
    }
  }

  void named(const Token& name) {
    if (tokens_.at_sign('(')) {
      throw FormulaError(tokens_.file(), name.place,
                         "'" + name.text + "(', must be an operator before '(': other functions than + - * / not now");
    }
    emit(Kind::name, name);
    const std::size_t step = steps_.size() - 1;
    steps_[step].name = name.text;
    if (!tokens_.take_if('[')) return;
    steps_[step].at_neighbour = true;
    steps_[step].row = offset("i", "rows come first, then columns");
    tokens_.expect(',', "',' and the column");
    steps_[step].col = offset("j", "columns come second");
    tokens_.expect(']', "']'");
    const auto index = [](const char* letter, std::int64_t by) {
      return by == 0 ? std::string(letter) : letter + std::string(by < 0 ? "" : "+") + std::to_string(by);
    };
    steps_[step].text = name.text + "[" + index("i", steps_[step].row) + "," + index("j", steps_[step].col) + "]";
  }

  std::int64_t offset(const std::string& index, const std::string& order) {
    const std::string expected = index + ", " + index + "-1 or " + index + "+1: " + order;
    if (tokens_.peek().text != index) tokens_.refuse(expected);
    tokens_.take();
    if (!tokens_.at_sign('+') && !tokens_.at_sign('-')) return 0;
    const bool minus = tokens_.take().text == "-";
    const Token by = tokens_.peek();
    std::int64_t points = 0;
    const char* const end = by.text.data() + by.text.size();
    const auto result = std::from_chars(by.text.data(), end, points);
    if (by.kind != Token::Kind::literal || result.ec != std::errc() || result.ptr != end)
      tokens_.refuse("a whole number of points, 1");
    tokens_.take();
    return minus ? -points : points;
  }

  TokenReader& tokens_;
  Expression steps_;
  int depth_ = 0;
};

}  // namespace

Expression parse_expression(TokenReader& tokens) {
  return ExpressionParser(tokens).parse();
}

}  // namespace stencil
