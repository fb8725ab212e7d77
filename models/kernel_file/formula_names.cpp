// What FormulaBuilder knows of names: which there are, which are wrong, which the formula needs.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "models/kernel_file/formula_builder.hpp"
#include "models/kernel_file/kernel_words.hpp"

namespace stencil {
namespace {

std::string listed_names(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

}  // namespace

std::vector<std::string> FormulaBuilder::names() const {
  std::vector<std::string> all;
  if (!formula_.field.empty()) all.push_back(formula_.field);
  if (!formula_.source.empty()) all.push_back(formula_.source);
  for (const FormulaNumber& number : formula_.numbers) all.push_back(number.name);
  all.insert(all.end(), part_order_.begin(), part_order_.end());
  return all;
}

void FormulaBuilder::refuse_name(const ExpressionStep& step, const std::string& defines, bool in_default) const {
  std::string text = "'" + step.name + "'";
  std::vector<std::string> usable = names();
  if (in_default) {
    usable.clear();
    for (const FormulaNumber& number : formula_.numbers) usable.push_back(number.name);
    usable.insert(usable.end(), {"rows", "cols"});
    const std::vector<std::string> all = names();
    const bool other = std::find(all.begin(), all.end(), step.name) != all.end();
    text += step.name == defines ? " is defined by itself" : other ? " is no number" : " is not known";
    throw FormulaError(formula_.file, step.place,
                       text + ", a default must be of numbers above, rows and cols: " + listed_names(usable));
  }
  if (step.name == "rows" || step.name == "cols") {
    text += " is for defaults alone, must be a number: write 'number NAME = " + step.name + "' above";
  } else if (step.name == "i" || step.name == "j") {
    text += " is an index, must be in brackets: u[i-1,j]";
  } else if (step.name == defines) {
    text += " is defined by itself, must be of names above" + (usable.empty() ? "" : ": " + listed_names(usable));
  } else {
    text += " is not known above, must be one of: " + listed_names(usable);
  }
  throw FormulaError(formula_.file, step.place, text);
}

void FormulaBuilder::check_default(const Expression& fallback, const std::string& defines) const {
  for (const ExpressionStep& step : fallback) {
    if (step.kind != ExpressionStep::Kind::name) continue;
    const bool number = std::any_of(formula_.numbers.begin(), formula_.numbers.end(),
                                    [&](const FormulaNumber& one) { return one.name == step.name; });
    if (!number && step.name != "rows" && step.name != "cols") refuse_name(step, defines, true);
    if (step.at_neighbour) {
      throw FormulaError(formula_.file, step.place,
                         "'" + step.text + "', must be '" + step.name + "': a number has no neighbours");
    }
  }
}

Formula FormulaBuilder::finish(TextPlace last) {
  if (formula_.kernel.empty()) throw FormulaError(formula_.file, last, "the end, must be a line 'kernel NAME' before");
  if (formula_.field.empty()) throw FormulaError(formula_.file, last, "the end, must be a line 'field NAME' before");
  if (!has_new_) {
    throw FormulaError(formula_.file, last, "the end, must be a line 'new " + formula_.field + " = ...' before");
  }
  const std::vector<std::size_t> order = graph_.needed(new_value_);
  std::vector<std::size_t> places(graph_.operations().size());
  for (const std::size_t k : order) {
    FormulaOperation operation = graph_.operations()[k];
    for (FormulaOperand* operand : {&operation.a, &operation.b}) {
      if (operand->kind == FormulaOperand::Kind::operation) operand->index = places[operand->index];
      if (operand->kind == FormulaOperand::Kind::number) formula_.numbers[operand->index].used = true;
      if (operand->kind == FormulaOperand::Kind::source) formula_.reads_source = true;
    }
    places[k] = formula_.operations.size();
    formula_.operations.push_back(operation);
  }
  for (const std::string& name : part_order_) {
    if (!parts_.at(name).used) formula_.unused.push_back(name);
  }
  return std::move(formula_);
}

}  // namespace stencil
