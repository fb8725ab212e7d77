// SPDX-License-Identifier: Apache-2.0
#include "models/formula/file_formula.hpp"

#include <map>
#include <mutex>
#include <string>
#include <utility>

namespace stencil {
namespace {

PointOperation operation_of(FormulaOperation::Kind kind) {
  switch (kind) {
    case FormulaOperation::Kind::add:
      return PointOperation::add;
    case FormulaOperation::Kind::subtract:
      return PointOperation::subtract;
    case FormulaOperation::Kind::multiply:
      return PointOperation::multiply;
    case FormulaOperation::Kind::divide:
      break;
  }
  return PointOperation::divide;
}

FormulaInput input_of(const Formula& formula, const FormulaOperand& operand) {
  FormulaInput input;
  FormulaOperand plain = operand;
  plain.negated = false;
  input.name = operand_text(formula, plain, {});
  input.rows = operand.row;
  input.cols = operand.col;
  switch (operand.kind) {
    case FormulaOperand::Kind::field:
      input.kind = FormulaInput::Kind::field;
      break;
    case FormulaOperand::Kind::source:
      input.kind = FormulaInput::Kind::right_hand_side;
      break;
    case FormulaOperand::Kind::number:
      input.kind = FormulaInput::Kind::weight;
      input.weight = static_cast<Weight>(static_cast<std::size_t>(Weight::n0) + operand.index);
      break;
    default:
      input.kind = FormulaInput::Kind::constant;
      input.constant = operand.literal;
      break;
  }
  return input;
}

class Converter {
 public:
  explicit Converter(const Formula& formula) : formula_(formula) {}

  PointFormula operator()() {
    for (const FormulaOperation& operation : formula_.operations) {
      add(operation.a);
      add(operation.b);
    }
    const std::vector<std::string> texts = written_operations(formula_);
    made_.text = texts.back();
    for (std::size_t k = 0; k < formula_.operations.size(); ++k) {
      const FormulaOperation& operation = formula_.operations[k];
      made_.steps.push_back({texts[k] + ", " + formula_.file + ":" + std::to_string(operation.place.line) + ":" +
                                 std::to_string(operation.place.column),
                             operation_of(operation.kind), position(operation.a), position(operation.b),
                             operation.a.negated, operation.b.negated});
    }
    return std::move(made_);
  }

 private:
  // Inputs come first, each once.
  void add(const FormulaOperand& operand) {
    if (operand.kind == FormulaOperand::Kind::operation) return;
    FormulaInput input = input_of(formula_, operand);
    if (positions_.emplace(input.name, made_.inputs.size()).second) made_.inputs.push_back(std::move(input));
  }
  std::size_t position(const FormulaOperand& operand) const {
    if (operand.kind == FormulaOperand::Kind::operation) return made_.inputs.size() + operand.index;
    return positions_.at(input_of(formula_, operand).name);
  }

  const Formula& formula_;
  PointFormula made_;
  std::map<std::string, std::size_t> positions_;
};

}  // namespace

const PointFormula& file_formula(const Formula& formula) {
  static std::mutex mutex;
  static std::map<std::pair<std::string, std::string>, PointFormula> known;
  const std::lock_guard<std::mutex> lock(mutex);
  const auto key = std::pair(formula.file, formula.text);
  const auto found = known.find(key);
  return found != known.end() ? found->second : known.emplace(key, Converter(formula)()).first->second;
}

}  // namespace stencil
