// The clock of an accelerator in a module of its own: Clocked (clocked.hpp) for what is not compiled into the bench.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include "sim/device/pins/simulation/accel_pins.hpp"
#include "tests/rtl/support/stall.hpp"

namespace stencil::test {

// A cycle: drive inputs, settle(), look at outputs, edge(). Throws std::runtime_error after most_cycles, five times the
// length of the longest test, and when the RTL ends the simulation.
class AccelClock {
 public:
  explicit AccelClock(std::unique_ptr<AccelPins> pins) : pins_(std::move(pins)) { pins_->clk = 0; }

  AccelPins& operator*() { return *pins_; }
  AccelPins* operator->() { return pins_.get(); }

  void settle() {
    pins_->clk = 0;
    pins_->eval();
  }
  void edge() {
    pins_->clk = 1;
    pins_->eval();
    ++cycles_;
    if (pins_->finished())
      throw std::runtime_error("the RTL ended the simulation ($finish, $stop or $fatal) in cycle " +
                               std::to_string(cycles_));
    if (cycles_ > most_cycles_) throw std::runtime_error("no end within " + std::to_string(most_cycles_) + " cycles");
  }
  void reset(int length_cycles) {
    pins_->rst = 1;
    for (int i = 0; i < length_cycles; ++i) {
      settle();
      edge();
    }
    pins_->rst = 0;
  }
  std::int64_t cycles() const { return cycles_; }

 private:
  std::unique_ptr<AccelPins> pins_;
  std::int64_t cycles_ = 0;
  std::int64_t most_cycles_ = random_cases(10'000'000);
};

}  // namespace stencil::test
