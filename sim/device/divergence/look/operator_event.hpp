// A result of an operator inside the RTL that is not the one of binary64 arithmetic.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace stencil {

struct OperatorEvent {
  std::string instance;    // path of the operator in the RTL
  std::string kind;        // "adder", "multiplier" or "division"
  std::int64_t cycle = 0;  // since reset: in which the result stood at the operator's output
  // As at the operator's ports: one of a division (by 5), two of a multiplier; of an adder three, the last of which is
  // 1 where the second was subtracted.
  std::uint64_t operands[3] = {};
  int operand_count = 0;
  std::uint64_t expected = 0;
  std::uint64_t got = 0;
  std::int64_t ordinal = 0;  // wrong results of this device before this one
};

// Whether it is one of this kind of operator, of these operands in either order; of a division of the first alone.
bool is_result_of(const OperatorEvent& event, const std::string& kind, double a, double b);

// "1" of "TOP.u_cascade.g_pe[1].u_pe" for "g_pe": the number of the generated instance it is in.
std::optional<std::int64_t> number_in(const std::string& instance, const std::string& generated);

}  // namespace stencil
