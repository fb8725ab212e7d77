// A Verilated stencil_accel as a Device: the one loop that ticks the clock.
// SPDX-License-Identifier: Apache-2.0
//
// Only the generated source file of a configuration includes this header, after the Verilated model's header and
// without SystemC. It becomes a module of its own with hidden symbols: several modules can be loaded side by side, and
// calls inside one do not go through the loader's tables.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "host/base/errors.hpp"
#include "sim/device/contract/bus_rules.hpp"
#include "sim/device/contract/device.hpp"
#include "sim/device/pins/idle_watch.hpp"
#include "sim/device/pins/measure_rate.hpp"
#include "sim/device/pins/read_channels.hpp"
#include "sim/device/pins/register_channels.hpp"
#include "sim/device/pins/sample_pins.hpp"
#include "sim/device/pins/simulation/rtl_simulation.hpp"
#include "sim/device/pins/tell_handshakes.hpp"
#include "sim/device/pins/throw_hang.hpp"
#include "sim/device/pins/write_channels.hpp"

namespace stencil {

template <class V>
class VerilatedDevice : public Device {
 public:
  // plusargs: words "+NAME" or "+NAME=VALUE" that the RTL may read. Throws DeviceError when the RTL ends the simulation
  // during reset, as it does for parameters that it refuses.
  explicit VerilatedDevice(const std::vector<std::string>& plusargs = {})
      : simulation_(plusargs),
        dut_(std::make_unique<V>(simulation_.context())),
        write_(*dut_),
        read_(*dut_),
        registers_(*dut_) {
    reset();
    simulation_.refuse_end(now_);
  }

  std::int64_t data_bits() const override { return 8 * WriteChannels<V>::beat_bytes; }

  void reset() override {
    write_.reset();
    read_.reset();
    registers_.reset();
    dut_->rst = 1;
    for (int i = 0; i < reset_cycles; ++i) reset_edge(i);
    dut_->rst = 0;
    counts_ = DeviceCounts{};
    write_.beats = read_.beats = 0;
    progress_ = Progress{};
    idle_ = IdleWatch{settle_cycles_};
    sweep_ends_.clear();
    now_ = 0;
  }

  void set_timing(const BusTiming& timing) override {
    write_.pace.set(timing, WriteChannels<V>::beat_bytes);
    read_.pace.set(timing, ReadChannels<V>::beat_bytes);
  }

  void set_settle_cycles(std::int64_t cycles) override {
    settle_cycles_ = cycles;
    idle_ = IdleWatch{cycles};
    idle_.moved(now_);
  }

  void post(const Burst& burst) override {
    if (burst.to_device)
      write_.post(burst, now_);
    else
      read_.post(burst, now_);
  }
  void post_register_write(std::uint32_t address, std::uint64_t value, const PostedAfter& after) override {
    if (address == contract::REG_COMMAND) idle_.command_posted();
    registers_.post_write(address, value, after);
  }
  void post_register_read(std::uint32_t address, std::uint64_t* result, const PostedAfter& after) override {
    registers_.post_read(address, result, after);
  }

  void observe(HandshakeObserver* observer) override { observer_ = observer; }
  void watch(std::unique_ptr<PinWatcher> watcher) override { watcher_ = std::move(watcher); }

  void observe_activity(ActivityObserver* observer) override {
    write_.queue().observe(observer);
    read_.queue().observe(observer);
    activity_.observe(observer, now_);
  }

  // The loop is compiled twice, so that a run without observer and watcher does not pay for them.
  void run(const WaitFor& wait) override {
    if (watched())
      run_until<true>(wait);
    else
      run_until<false>(wait);
  }

  void tick_cycles(std::int64_t cycles) override {
    for (std::int64_t i = 0; i < cycles; ++i) watched() ? tick<true>() : tick<false>();
  }

  std::int64_t now() const override { return now_; }
  const DeviceCounts& counts() const override { return counts_; }
  std::optional<bool> interrupt() const override { return dut_->irq != 0; }  // the pin, whatever waits made of it
  std::vector<DeviceCounts> take_sweep_ends() override { return std::exchange(sweep_ends_, {}); }

  double measure_rate() override {
    return measured_rate([this](std::int64_t cycles) { tick_cycles(cycles); });
  }

 protected:
  V& model() { return *dut_; }
  const std::int64_t& clock() const { return now_; }

 private:
  static constexpr int reset_cycles = 8;

  bool watched() const { return observer_ != nullptr || watcher_ != nullptr; }

  void reset_edge(int number) {
    dut_->clk = 0;
    dut_->eval();
    if (watcher_) {
      sample_pins(*dut_, pins_);
      watcher_->reset_edge(pins_, number);
    }
    dut_->clk = 1;
    dut_->eval();
  }

  template <bool watched>
  void run_until(const WaitFor& wait) {
    std::int64_t last_move = now_;
    std::int64_t next_step = wait.listener ? quiet_step_cycles : never;
    QuietLimit limit(wait);
    const auto seen = [&] { return hang_state(write_, read_, registers_, idle_, now_, progress_, dut_->irq); };
    limit.update(idle_.unfinished_commands(), registers_.commands_unoffered());
    while (!is_over(wait)) {
      const std::int64_t quiet = now_ - last_move;
      if (quiet > limit.cycles()) {
        simulation_.refuse_end(now_);
        throw_hang(write_, read_, registers_, seen(), quiet);
      }
      if (quiet >= next_step) {
        wait.listener({now_, quiet, limit.cycles()}, seen);
        next_step = quiet + quiet_step_cycles;
      }
      if (skip_idle()) last_move = now_;
      if (tick<watched>()) {
        last_move = now_;
        limit.update(idle_.unfinished_commands(), registers_.commands_unoffered());
        if (next_step != never) next_step = quiet_step_cycles;
      }
    }
    if (bursts_done() && registers_.idle()) progress_.forget();
    simulation_.refuse_end(now_);
  }

  // One clock; returns whether a handshake took place or a command finished.
  template <bool watched>
  bool tick() {
    write_.drive(now_, progress_);
    read_.drive(now_, progress_);
    registers_.drive(now_, progress_);
    dut_->clk = 0;
    dut_->eval();
    if constexpr (watched) {
      if (watcher_) {
        sample_pins(*dut_, pins_);
        watcher_->edge(pins_, now_);
      }
    }
    bool moved = write_.sample(now_);
    moved |= read_.sample(now_);
    moved |= registers_.sample(now_);
    if (moved) idle_.moved(now_);
    if constexpr (watched) {
      if (moved && observer_) tell_handshakes(*dut_, read_, now_, *observer_);
    }
    const unsigned cause = dut_->perf_cause;
    if (cause >= contract::cause_count)
      break_rule(BusRule::perf_cause, "the device's pins", now_, "perf_cause is " + std::to_string(cause));
    ++counts_.cause_cycles[cause];
    activity_.cycle(static_cast<contract::Cause>(cause), now_);
    counts_.fill_cycles += dut_->perf_fill;
    counts_.load_outstanding_cycles += write_.outstanding();
    counts_.store_outstanding_cycles += read_.outstanding();
    const bool finished = dut_->perf_finished;
    dut_->clk = 1;
    dut_->eval();
    write_.settle(now_, progress_);
    read_.settle(now_, progress_);
    registers_.settle(now_, progress_);
    counts_.beats_loaded = write_.beats;
    counts_.beats_stored = read_.beats;
    if (finished) {
      sweep_ends_.push_back(counts_);
      activity_.command_ends(now_);
      idle_.command_finished(now_);
      progress_.commands.add(now_);
      moved = true;
    }
    progress_.interrupt = dut_->irq;
    ++now_;
    return moved;
  }

  bool skip_idle() {
    if (!registers_.waits_for_others(progress_)) return false;
    const std::int64_t until = idle_.until(now_, write_.queue(), read_.queue(), progress_);
    if (until == now_) return false;
    activity_.cycle(contract::CAUSE_IDLE, now_);
    counts_.skipped_cycles += until - now_;
    write_.pace.idle(until - now_);
    read_.pace.idle(until - now_);
    now_ = until;
    return true;
  }

  bool is_over(const WaitFor& wait) const {
    const bool owes = !registers_.is_offered() && idle_.unfinished_commands() > registers_.commands_unoffered();
    if (wait.until) return progress_.is_over(*wait.until, owes);
    return registers_.idle() && (!wait.bursts || bursts_done()) && (!wait.interrupt || progress_.interrupt);
  }

  bool bursts_done() const { return write_.queue().empty() && read_.queue().empty(); }

  RtlSimulation simulation_;
  std::unique_ptr<V> dut_;
  WriteChannels<V> write_;
  ReadChannels<V> read_;
  RegisterChannels<V> registers_;
  Progress progress_;
  std::int64_t settle_cycles_ = never;
  IdleWatch idle_;
  DeviceCounts counts_;
  std::vector<DeviceCounts> sweep_ends_;
  std::int64_t now_ = 0;
  HandshakeObserver* observer_ = nullptr;
  std::unique_ptr<PinWatcher> watcher_;
  PortPins pins_;  // for the watcher
  CauseReporter activity_;
};

}  // namespace stencil
