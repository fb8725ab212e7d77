// The operations and delays of an operator as Verilog instances.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "sim/device/formula/operator_times.hpp"

namespace stencil {

class OperatorBody {
 public:
  // All live as long as this.
  OperatorBody(const Formula& formula, const OperatorSchedule& schedule, ValueNames& names);

  const std::string& text() const { return text_; }
  const std::string& times() const { return times_.declarations(); }
  std::string latency() { return times_.ready(schedule_.operations.size() - 1); }
  // The source after as many cycles as the result; only where the formula reads it.
  const std::string& late_source() const { return late_source_; }
  // Of 64 bits each: how long a value waits, from one time to another.
  struct Delay {
    CycleLaw from;
    CycleLaw to;
  };
  const std::vector<Delay>& delays() const { return delays_; }

 private:
  // A value at a time: first as it comes, then delayed.
  struct Tap {
    CycleLaw when;
    std::string wire;
    std::optional<std::size_t>
        taker;  // an operation that starts then; nothing: when the value comes, or with the result
    bool written = false;
  };
  struct Value {
    FormulaOperand operand;  // of the field, the source or an operation
    std::vector<Tap> taps;   // in the order of time for the usual latencies
  };

  void plan_taps();
  void add_use(const FormulaOperand& operand, const CycleLaw& when, std::optional<std::size_t> taker);
  std::string key_of(const FormulaOperand& operand);
  std::string wire_at(const FormulaOperand& operand, const CycleLaw& when);
  std::string time_of(const Value& value, std::size_t tap);
  void write_delay(Value& value, std::size_t tap);
  std::string operand_at(const FormulaOperand& operand, const CycleLaw& when);
  void write_operation(std::size_t k);

  const Formula& formula_;
  const OperatorSchedule& schedule_;
  ValueNames& names_;
  OperatorTimes times_;
  std::map<std::string, Value> values_;  // by port or result
  std::string text_;
  std::string late_source_;
  std::vector<Delay> delays_;
};

}  // namespace stencil
