// What the values of a formula are called in Verilog.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "models/kernel_file/formula.hpp"

namespace stencil {

// "c" the point itself, "n", "se"; "n2" where a part is read two rows north.
std::string compass(int row, int col);

// A literal of 64 bits, "64'h4000000000000000".
std::string verilog_literal(double value);

// Names of one module, each given once: one that is taken gets "_2", "_3" behind it. Results are called after their
// part and the place where it is read, "lap_c", others "v1", "v2" in order. None is a word of Verilog or C++, since
// each begins or ends in a way that no such word has.
class ValueNames {
 public:
  explicit ValueNames(const Formula& formula);

  // By operation.
  const std::vector<std::string>& results() const { return results_; }
  // The port of a number, the source, or a value of the field: "i_ax", "i_q", "i_u_n".
  std::string port(const FormulaOperand& operand);
  std::string claim(const std::string& wanted);

 private:
  const Formula& formula_;
  std::set<std::string> taken_;
  std::vector<std::string> results_;
  std::map<std::string, std::string> ports_;  // by what the file calls it
};

}  // namespace stencil
