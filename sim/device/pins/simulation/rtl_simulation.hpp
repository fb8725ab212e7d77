// The simulation that a Verilated device runs in: plusargs for the RTL, and its end, which the RTL may ask for.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "host/base/errors.hpp"
#include "verilated.h"

namespace stencil {

class RtlSimulation {
 public:
  explicit RtlSimulation(const std::vector<std::string>& plusargs) {
    context_.fatalOnError(false);  // otherwise $stop aborts the process
    std::vector<const char*> words{"device"};
    for (const std::string& plusarg : plusargs) words.push_back(plusarg.c_str());
    context_.commandArgs(static_cast<int>(words.size()), words.data());
  }

  VerilatedContext* context() { return &context_; }
  bool has_ended() const { return context_.gotFinish(); }

  // Throws DeviceError once the RTL has ended the simulation. cycle: clock cycles so far.
  void refuse_end(std::int64_t cycle) const {
    if (!has_ended()) return;
    throw DeviceError("the RTL ended the simulation ($finish, $stop or $fatal) by cycle " + std::to_string(cycle));
  }

 private:
  VerilatedContext context_;
};

}  // namespace stencil
