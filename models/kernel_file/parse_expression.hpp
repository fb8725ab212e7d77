// The grammar of what stands on the right of '='.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/kernel_file/expression.hpp"
#include "models/kernel_file/token_reader.hpp"

namespace stencil {

inline constexpr int deepest_parentheses = 100;

//   sum     = product { (+|-) product }
//   product = signed { (*|/) signed }
//   signed  = { +|- } ( literal | name [ "[" place "]" ] | "(" sum ")" )
//   place   = i [ (+|-) whole number ] "," j [ (+|-) whole number ]
// Takes a whole sum and stops before the first token that does not belong to it. Throws FormulaError for a sum that is
// not whole, parentheses deeper than deepest_parentheses, a name with parentheses behind it.
Expression parse_expression(TokenReader& tokens);

}  // namespace stencil
