// A Verilated model with one clock, its registers at random values before the first reset.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>

#include "tests/rtl/support/stall.hpp"
#include "verilated.h"

namespace stencil::test {

// A cycle: drive inputs, settle(), look at outputs, edge(). tick() is settle() and edge(). Throws std::runtime_error
// after most_cycles, five times the length of the longest bench: the test waits for an event that never comes.
template <class V>
class Clocked {
 public:
  explicit Clocked(int seed = 1)
      : Clocked([](VerilatedContext* context) { return std::make_unique<V>(context); }, seed) {}

  // `make` returns the model for a context.
  template <class Make>
  explicit Clocked(const Make& make, int seed = 1) {
    context_.randReset(2);
    context_.randSeed(seed);
    dut_ = make(&context_);
    dut_->clk = 0;
  }

  V& operator*() { return *dut_; }
  V* operator->() { return dut_.get(); }

  void settle() {
    dut_->clk = 0;
    dut_->eval();
  }
  void edge() {
    dut_->clk = 1;
    dut_->eval();
    if (++cycles_ > most_cycles_) throw std::runtime_error("no end within " + std::to_string(most_cycles_) + " cycles");
  }
  void tick() {
    settle();
    edge();
  }
  // For modules that have a reset.
  void reset(int length_cycles = 4) {
    dut_->rst = 1;
    for (int i = 0; i < length_cycles; ++i) tick();
    dut_->rst = 0;
  }
  std::int64_t cycles() const { return cycles_; }
  // The model has called $finish.
  bool finished() const { return context_.gotFinish(); }

 private:
  VerilatedContext context_;
  std::unique_ptr<V> dut_;
  std::int64_t cycles_ = 0;
  std::int64_t most_cycles_ = random_cases(10'000'000);
};

}  // namespace stencil::test
