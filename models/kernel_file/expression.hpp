// The right-hand side of a line in a kernel file, as it is written: names are not looked up yet.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/kernel_file/text_place.hpp"

namespace stencil {

// One step of a calculation with a stack: a literal or a name is put on it, an operator replaces what it works on.
struct ExpressionStep {
  enum class Kind { literal, name, negate, add, subtract, multiply, divide };

  Kind kind = Kind::literal;
  TextPlace place;            // of the literal, the name, the operator's sign
  std::string text;           // as written: of a literal, of a name with its neighbour, "u[i-1,j]"
  double literal = 0.0;       // finite
  std::string name;           // without the neighbour
  bool at_neighbour = false;  // has brackets
  std::int64_t row = 0;       // rows south
  std::int64_t col = 0;       // columns east
};

// In postfix order: operands before their operator, which is the order of evaluation. Parentheses, then precedence,
// then left to right are in this order.
using Expression = std::vector<ExpressionStep>;

}  // namespace stencil
