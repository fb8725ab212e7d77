// A Verilated stencil_accel as a Device: the one loop that ticks the clock.
// SPDX-License-Identifier: Apache-2.0
//
// Only the generated source file of a configuration includes this header; it includes the model's
// header before, and neither ever meets SystemC.
#pragma once

#include <algorithm>
#include <limits>
#include <memory>
#include <string>

#include "host/errors.hpp"
#include "sim/rtl/device.hpp"
#include "sim/rtl/read_channels.hpp"
#include "sim/rtl/register_channels.hpp"
#include "sim/rtl/write_channels.hpp"

namespace stencil {

template <class V>
class VerilatedDevice final : public Device {
 public:
  VerilatedDevice() : dut_(std::make_unique<V>(&context_)), write_(*dut_), read_(*dut_), registers_(*dut_) { reset(); }

  std::int64_t data_bits() const override { return 8 * WriteChannels<V>::beat_bytes; }

  void reset() override {
    write_.reset();
    read_.reset();
    registers_.reset();
    dut_->rst = 1;
    for (int i = 0; i < reset_cycles; ++i) clock_edge();
    dut_->rst = 0;
    counts_ = DeviceCounts{};
    write_.beats = read_.beats = 0;
    now_ = 0;
    running_ = false;
  }

  void set_timing(const BusTiming& timing) override {
    write_.pace.set(timing.bytes_per_cycle, WriteChannels<V>::beat_bytes);
    read_.pace.set(timing.bytes_per_cycle, ReadChannels<V>::beat_bytes);
  }

  void post(const Burst& burst) override {
    if (burst.to_device)
      write_.post(burst, now_);
    else
      read_.post(burst, now_);
  }
  void post_register_write(std::uint32_t address, std::uint64_t value) override {
    if (address == contract::REG_CONTROL && (value & contract::control_start)) running_ = true;
    registers_.post_write(address, value);
  }
  void post_register_read(std::uint32_t address, std::uint64_t* result) override {
    registers_.post_read(address, result);
  }

  void run(const WaitFor& wait) override {
    const std::int64_t interrupt_limit = wait.limit_cycles > 0 ? wait.limit_cycles : wait.quiet_limit_cycles;
    std::int64_t last_move = now_;
    for (;;) {
      const bool on_bus = !registers_.idle() || (wait.bursts && !bursts_done());
      if (!on_bus && !(wait.interrupt && !interrupt_)) break;
      if (now_ - last_move > (on_bus ? wait.quiet_limit_cycles : interrupt_limit))
        throw DeviceError("device hangs: nothing moved for " + std::to_string(now_ - last_move) +
                          " cycles while waiting for the " + waiting_for() + ", at cycle " + std::to_string(now_));
      if (skip_latency()) last_move = now_;
      if (tick()) last_move = now_;
    }
    if (wait.interrupt) running_ = false;
  }

  void tick_cycles(std::int64_t cycles) override {
    for (std::int64_t i = 0; i < cycles; ++i) tick();
  }

  std::int64_t now() const override { return now_; }
  const DeviceCounts& counts() const override {
    counts_.beats_loaded = write_.beats;
    counts_.beats_stored = read_.beats;
    return counts_;
  }

 private:
  static constexpr int reset_cycles = 8;

  void clock_edge() {
    dut_->clk = 0;
    dut_->eval();
    dut_->clk = 1;
    dut_->eval();
  }

  // One clock; returns whether a handshake took place.
  bool tick() {
    write_.drive(now_);
    read_.drive(now_);
    registers_.drive();
    dut_->clk = 0;
    dut_->eval();
    bool moved = write_.sample();
    moved |= read_.sample();
    moved |= registers_.sample();
    const unsigned cause = dut_->perf_cause;
    if (cause >= contract::cause_count)
      throw DeviceError("protocol error: perf_cause is " + std::to_string(cause) + ", the contract knows 0 .. " +
                        std::to_string(contract::cause_count - 1));
    ++counts_.cause_cycles[cause];
    counts_.fill_cycles += dut_->perf_fill;
    dut_->clk = 1;
    dut_->eval();
    write_.settle();
    read_.settle();
    registers_.settle();
    interrupt_ = dut_->irq;
    ++now_;
    return moved;
  }

  // Nothing can happen until the first posted burst has waited out its latency.
  bool skip_latency() {
    if (running_ || !registers_.idle()) return false;
    std::int64_t until = std::numeric_limits<std::int64_t>::max();
    for (const BurstQueue* queue : {&write_.queue(), &read_.queue()}) {
      if (queue->empty()) continue;
      if (!queue->waits_for_latency(now_)) return false;
      until = std::min(until, queue->earliest_cycle());
    }
    if (until == std::numeric_limits<std::int64_t>::max()) return false;
    counts_.skipped_cycles += until - now_;
    now_ = until;
    return true;
  }

  bool bursts_done() const { return write_.queue().empty() && read_.queue().empty(); }

  std::string waiting_for() const {
    if (!registers_.idle()) return registers_.state();
    if (!write_.queue().empty()) return write_.state();
    if (!read_.queue().empty()) return read_.state();
    return "interrupt";
  }

  VerilatedContext context_;
  std::unique_ptr<V> dut_;
  WriteChannels<V> write_;
  ReadChannels<V> read_;
  RegisterChannels<V> registers_;
  mutable DeviceCounts counts_;
  std::int64_t now_ = 0;
  bool interrupt_ = false;
  bool running_ = false;
};

}  // namespace stencil
