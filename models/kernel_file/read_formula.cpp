// SPDX-License-Identifier: Apache-2.0
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <system_error>

#include "models/kernel_file/formula_builder.hpp"
#include "models/kernel_file/kernel_words.hpp"
#include "models/kernel_file/parse_expression.hpp"
#include "models/kernel_file/source_lines.hpp"

namespace stencil {
namespace {

void require_end(TokenReader& tokens, const char* expected) {
  if (tokens.peek().kind != Token::Kind::end) tokens.refuse(expected);
}

// A line "word NAME", as "field u".
template <class Set>
void declaration(TokenReader& tokens, const std::string& word, const Set& set) {
  const Token name = tokens.expect_name("a name after '" + word + "'");
  set(name.text, name.place);
  if (tokens.at_sign(',')) tokens.refuse("the end of the line: several at once not now");
  require_end(tokens, "the end of the line");
}

void number_line(TokenReader& tokens, const std::string& line, FormulaBuilder& builder) {
  const Token name = tokens.expect_name("a name after 'number'");
  builder.require_free(name.text, name.place);
  FormulaNumber number;
  number.name = name.text;
  number.place = name.place;
  number.has_default = tokens.take_if('=');
  if (number.has_default) {
    number.default_text = line.substr(static_cast<std::size_t>(tokens.peek().place.column - 1));
    number.default_text.erase(number.default_text.find_last_not_of(" \t") + 1);
    number.fallback = parse_expression(tokens);
  }
  require_end(tokens, number.has_default ? "an operator or the end of the line" : "'=' or the end of the line");
  builder.add_number(number);
}

void value_line(TokenReader& tokens, FormulaBuilder& builder, bool is_new) {
  const Token name = is_new ? tokens.expect_name("the field after 'new'") : tokens.take();
  if (!is_new) builder.require_free(name.text, name.place);
  tokens.expect('=', is_new ? "'='" : "'=': a line is kernel, field, source, number, new or NAME = ...");
  const Expression value = parse_expression(tokens);
  require_end(tokens, "an operator or the end of the line");
  if (is_new) {
    builder.set_new(name.text, name.place, value);
  } else {
    builder.add_part(name.text, name.place, value);
  }
}

void line_of_kernel(TokenReader& tokens, const std::string& line, FormulaBuilder& builder) {
  if (tokens.peek().kind == Token::Kind::end) return;
  const Token first = tokens.peek();
  if (first.kind != Token::Kind::name)
    tokens.refuse("kernel, field, source, number, new or a name at the beginning of a line");
  const std::string& word = first.text;
  if (builder.formula().kernel.empty() && word != "kernel") tokens.refuse("'kernel NAME' in the first line");
  if (word == "kernel" || word == "field" || word == "source") {
    tokens.take();
    declaration(tokens, word, [&](const std::string& name, TextPlace place) {
      if (word == "kernel") builder.set_kernel(name, place);
      if (word == "field") builder.set_field(name, place);
      if (word == "source") builder.set_source(name, place);
    });
  } else if (word == "number" || word == "new") {
    tokens.take();
    if (word == "number") {
      number_line(tokens, line, builder);
    } else {
      value_line(tokens, builder, true);
    }
  } else if (word == "border" || word == "boundary" || word == "periodic") {
    tokens.refuse(
        "kernel, field, source, number, new or another name: borders keep their values, periodic ones not now");
  } else {
    value_line(tokens, builder, false);
  }
}

}  // namespace

Formula read_formula(const std::string& file, const std::string& bytes) {
  const std::vector<std::string> lines = source_lines(file, bytes);
  FormulaBuilder builder(file);
  std::int64_t number = 0;
  for (const std::string& line : lines) {
    TokenReader tokens(file, tokens_of(file, ++number, line));
    line_of_kernel(tokens, line, builder);
  }
  Formula formula = builder.finish({number, static_cast<std::int64_t>(lines.back().size()) + 1});
  formula.text = bytes;
  return formula;
}

Formula read_formula_file(const std::string& path) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  const auto refuse = [&](const std::string& text) { throw FormulaError(path, {}, text + ", must be a kernel file"); };
  if (std::filesystem::is_directory(status)) refuse("this is a folder");
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) refuse("this is no plain file");
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"), std::fclose);
  if (!file) refuse(std::string("cannot be read (") + std::strerror(errno) + ")");
  std::string bytes(most_kernel_file_bytes + 1, '\0');
  bytes.resize(std::fread(bytes.data(), 1, bytes.size(), file.get()));
  if (std::ferror(file.get()) != 0) refuse(std::string("cannot be read (") + std::strerror(errno) + ")");
  return read_formula(path, bytes);
}

}  // namespace stencil
