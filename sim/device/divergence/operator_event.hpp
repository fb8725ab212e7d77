// A wrong result of an operator inside a device, as a look inside found it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace stencil {

struct OperatorEvent {
  std::string instance;    // path in the RTL
  std::string kind;        // "adder", "multiplier", "division"
  std::int64_t cycle = 0;  // of the device
  std::uint64_t operands[3] = {};
  int operand_count = 0;
  std::uint64_t expected = 0;
  std::uint64_t got = 0;
  std::int64_t ordinal = 0;  // among the wrong results of a replay, from 0
};

}  // namespace stencil
