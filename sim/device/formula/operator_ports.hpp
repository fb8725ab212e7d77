// The ports of an operator that is made of a formula.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "models/kernel_file/formula.hpp"
#include "sim/device/formula/value_names.hpp"

namespace stencil {

struct OperatorPorts {
  struct Input {
    std::string name;  // "i_u_n"
    FormulaOperand operand;
  };

  // Claims them in `names`, in the order in which the module has them: numbers, values of the field, the source.
  OperatorPorts(const Formula& formula, ValueNames& names);

  std::vector<Input> inputs;  // each once
  std::string result;         // "o_u"
  std::string source;         // "o_q"; empty: the formula reads none
};

}  // namespace stencil
