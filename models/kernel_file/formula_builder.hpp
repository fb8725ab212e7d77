// The names of a kernel file and what they mean, from its first line to its last.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "models/kernel_file/formula.hpp"
#include "models/kernel_file/operation_graph.hpp"

namespace stencil {

// Each name is defined above its use. Every function throws FormulaError for what a kernel file must not have.
class FormulaBuilder {
 public:
  explicit FormulaBuilder(const std::string& file) { formula_.file = file; }
  FormulaBuilder(const FormulaBuilder&) = delete;
  FormulaBuilder& operator=(const FormulaBuilder&) = delete;

  // Throws unless `name` can be that of a field, source, number or part.
  void require_free(const std::string& name, TextPlace place) const;

  void set_kernel(const std::string& name, TextPlace place);
  void set_field(const std::string& name, TextPlace place);
  void set_source(const std::string& name, TextPlace place);
  void add_number(const FormulaNumber& number);  // `used` is found out later
  void add_part(const std::string& name, TextPlace place, const Expression& value);
  void set_new(const std::string& name, TextPlace place, const Expression& value);

  const Formula& formula() const { return formula_; }
  // Checks what only the whole file shows, and moves the formula out: call nothing afterwards. last: the file's end.
  Formula finish(TextPlace last);

 private:
  struct Part {
    FormulaOperand value;
    bool used = false;
  };

  FormulaOperand operand_of(const Expression& value, const std::string& defines);
  FormulaOperand named(const ExpressionStep& step, const std::string& defines);
  FormulaOperand divided(const FormulaOperand& a, const FormulaOperand& b, TextPlace place);
  FormulaOperand rounded(const FormulaOperand& result, TextPlace place);
  [[noreturn]] void refuse_name(const ExpressionStep& step, const std::string& defines, bool in_default) const;
  void check_default(const Expression& fallback, const std::string& defines) const;
  std::vector<std::string> names() const;

  Formula formula_;
  OperationGraph graph_{formula_};
  std::map<std::string, Part> parts_;
  std::vector<std::string> part_order_;
  bool has_new_ = false;
  FormulaOperand new_value_;
};

}  // namespace stencil
