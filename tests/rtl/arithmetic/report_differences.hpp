// The output of a failing test about an OperatorChecker.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <string>

#include "sim/app/vectors/operator_checker.hpp"

namespace stencil {

// At most 10 lines, one per difference; `digits` hexadecimal digits per operand.
inline std::string describe(const OperatorChecker& checker, int digits = 16) {
  std::string text = fmt::format("{} of {} differ\n", checker.differences(), checker.compared());
  std::size_t printed = 0;
  for (const auto& difference : checker.first_differences()) {
    if (++printed > 10) break;
    text += fmt::format("  vector {}: {:0{}x} {:0{}x} expected {:0{}x} got {:0{}x}\n", difference.index,
                        difference.vector.a, digits, difference.vector.b, digits, difference.vector.expected, digits,
                        difference.got, digits);
  }
  return text;
}

}  // namespace stencil
