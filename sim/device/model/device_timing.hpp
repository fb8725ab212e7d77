// The timing model: a device without RTL and without data that is exact in every clock cycle of every post.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "host/device/accelerator.hpp"
#include "sim/device/contract/device.hpp"
#include "sim/device/model/command_path.hpp"
#include "sim/device/model/load_port.hpp"
#include "sim/device/model/register_file.hpp"
#include "sim/device/model/register_port.hpp"
#include "sim/device/model/store_port.hpp"
#include "sim/device/pins/idle_watch.hpp"

namespace stencil {

// Clocks the ports, the registers and the commands of our RTL (sim/device/model/*_port.hpp, command_path.hpp), and
// passes in one step over stretches in which only the time and the number of beats change. Counts, causes, the cycles
// of all handshakes, register contents and errors are those of the Verilated device of the same capabilities and the
// same posts. Never touches host memory: moving and sweeping data is up to derived classes.
class DeviceTiming : public Device {
 public:
  // Uses the capabilities that a device reads from registers, not accel and config.
  explicit DeviceTiming(const Capabilities& device);

  std::int64_t data_bits() const override { return device_.axi_data_bits; }
  void reset() override;
  void set_timing(const BusTiming& timing) override;
  void set_settle_cycles(std::int64_t cycles) override;
  void post(const Burst& burst) override;
  void post_register_write(std::uint32_t address, std::uint64_t value, const PostedAfter& after) override;
  void post_register_read(std::uint32_t address, std::uint64_t* result, const PostedAfter& after) override;
  void run(const WaitFor& wait) override;
  void tick_cycles(std::int64_t cycles) override;
  std::int64_t now() const override { return now_; }
  const DeviceCounts& counts() const override { return counts_; }
  std::vector<DeviceCounts> take_sweep_ends() override { return std::exchange(sweep_ends_, {}); }
  void observe_activity(ActivityObserver* observer) override;
  // 0: without data there is no work to measure.
  double measure_rate() override { return 0.0; }

  // Cycles of the ports since reset.
  const DmaCycles& dma() const { return counts_.dma; }

  const Capabilities& device() const { return device_; }

  // Ticks every clock separately. The result is the same, as tests show.
  void tick_every_cycle() { every_cycle_ = true; }

 protected:
  // moved: the last beat of the burst has passed its buffer. swept: the command has written its last result; returns
  // the bits of CHANGE.
  virtual void moved(const Burst&) {}
  virtual std::uint64_t swept(const DeviceCommand&) { return 0; }
  // CHANGE was written, or the device reset.
  virtual void change_cleared() {}

 private:
  // Advances by at most this many clocks; returns whether a handshake took place or a command finished.
  bool advance(std::int64_t most_cycles);
  bool tick(const Interlock& lock);
  // A clock in which registers and commands do nothing.
  bool tick_ports(const Interlock& lock);
  // Counts a clock at both ports, and returns whether a handshake or an error came in it.
  struct PortsCycle {
    bool moved, error, held_error;
  };
  PortsCycle cycle_ports(const EngineCycle& engine, const Interlock& lock);
  // Registers, in a clock in which nothing but the ports changes them.
  void show_errors(const PortsCycle& ports);
  bool skip(std::int64_t cycles, const Interlock& lock);
  bool skip_idle();
  void count(std::int64_t cycles, const EngineCycle& engine, const PortCycle& load, const PortCycle& store);
  bool is_over(const WaitFor& wait);
  bool bursts_done() { return loads_.queue().empty() && stores_.queue().empty(); }
  BufferSet touched() const { return loads_.touched() | stores_.touched(); }
  Interlock interlock() const { return {commands_.held(), registers_.no_hold()}; }

  Capabilities device_;
  LoadPort loads_;
  StorePort stores_;
  RegisterPort accesses_;
  RegisterFile registers_;
  CommandPath commands_;
  Progress progress_;
  std::int64_t settle_cycles_ = never;
  IdleWatch idle_;
  ModelCounts counts_;
  std::vector<DeviceCounts> sweep_ends_;
  std::int64_t now_ = 0;
  bool interrupt_ = false;
  bool every_cycle_ = false;
  CauseReporter activity_;
};

}  // namespace stencil
