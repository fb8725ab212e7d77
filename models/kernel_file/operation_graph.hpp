// The operations that the parts of a kernel file are made of, in the order in which they are written.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "models/kernel_file/formula.hpp"

namespace stencil {

// Operations on equal operands are one: no bit depends on how often it is done. The operands of + and * may be swapped
// for that, since every NaN ends as the same one.
class OperationGraph {
 public:
  // Both for the texts of errors.
  explicit OperationGraph(const Formula& formula) : formula_(formula) {}

  // The result of an operation. place: of its sign.
  FormulaOperand operation(FormulaOperation::Kind kind, const FormulaOperand& a, const FormulaOperand& b,
                           TextPlace place);

  // The value that `operand` has at the point `row` rows south and `col` columns east: the same operations on what
  // lies there. Throws FormulaError, about `text` at `place`, where that is a source or farther than a neighbour.
  FormulaOperand at_neighbour(const FormulaOperand& operand, int row, int col, const std::string& text,
                              TextPlace place);

  // From now on the result is called so, unless it is no operation's or has a name.
  void name_part(const FormulaOperand& result, const std::string& part);

  // The operations that `result` needs, in order. Throws FormulaError for more than most_formula_operations.
  std::vector<std::size_t> needed(const FormulaOperand& result) const;

  const std::vector<FormulaOperation>& operations() const { return operations_; }

 private:
  using OperandKey = std::tuple<FormulaOperand::Kind, int, int, std::size_t, std::uint64_t, bool>;
  using Key = std::tuple<FormulaOperation::Kind, OperandKey, OperandKey>;

  static OperandKey key_of(const FormulaOperand& operand);
  [[noreturn]] void refuse_source(const std::string& text, TextPlace place) const;
  [[noreturn]] void refuse_distance(const FormulaOperand& value, const std::string& text, TextPlace place) const;

  const Formula& formula_;
  std::vector<FormulaOperation> operations_;
  std::map<Key, std::size_t> places_;
};

}  // namespace stencil
