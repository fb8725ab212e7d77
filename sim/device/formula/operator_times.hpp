// The times of an operator as localparams, which Verilog works out for any latencies.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "sim/device/formula/operator_schedule.hpp"
#include "sim/device/formula/value_names.hpp"

namespace stencil {

// Each time that is asked for, and what it follows from, is declared; no other.
class OperatorTimes {
 public:
  // All live as long as this.
  OperatorTimes(const Formula& formula, const OperatorSchedule& schedule, ValueNames& names)
      : formula_(formula),
        schedule_(schedule),
        names_(names),
        start_(schedule.operations.size()),
        ready_(schedule.operations.size()) {}

  // An expression: "0" or the name of a localparam.
  std::string start(std::size_t operation);
  std::string ready(std::size_t operation);
  // "  localparam START_v3 = ...;" in an order in which each stands above its use.
  const std::string& declarations() const { return declarations_; }

 private:
  std::string declare(const std::string& wanted, const std::string& value);

  const Formula& formula_;
  const OperatorSchedule& schedule_;
  ValueNames& names_;
  std::vector<std::string> start_, ready_;  // empty: not asked for yet
  std::string declarations_;
};

}  // namespace stencil
