// What a traced module shows of the inside of its RTL: waves, and results of operators that are wrong.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <string>

#include "sim/device/contract/activity.hpp"
#include "sim/device/contract/handshakes.hpp"

namespace stencil {

// A result that is not the one of binary64 arithmetic.
struct WrongResult {
  const char* instance = nullptr;  // path of the operator in the hierarchy of the RTL, as in the waves
  const char* kind = nullptr;      // "adder", "multiplier" or "division"
  std::int64_t cycle = 0;          // since reset: in which it stood at the operator's output
  // As at the operator's ports: one of a division (by 5), two of a multiplier; of an adder three, the last of which is
  // 1 where the second was subtracted.
  std::uint64_t operands[3] = {};
  int operand_count = 0;
  std::uint64_t expected = 0;
  std::uint64_t got = 0;
};

class OperatorObserver {
 public:
  virtual ~OperatorObserver() = default;
  virtual void seen(const WrongResult& wrong) = 0;
};

// One cycle is 10 ns of the waves: cycle c begins at 10*c, where the pins take the values that its rising edge, at
// 10*c + 5, samples.
constexpr std::int64_t wave_ns_per_cycle = 10;

struct Inspection {
  std::string waves = {};  // FST file to write; empty: none
  std::int64_t from_cycle = 0;
  std::int64_t to_cycle = std::numeric_limits<std::int64_t>::max();  // the last that it has
  OperatorObserver* operators = nullptr;                             // null: results are not compared
  HandshakeObserver* handshakes = nullptr;                           // null: none
  ActivityObserver* activity = nullptr;
};

}  // namespace stencil
