// The accelerator as a bus master sees it: bursts and register accesses are posted, run() ticks the clock.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "host/base/errors.hpp"
#include "host/device/count_fields.hpp"
#include "sim/device/contract/activity.hpp"
#include "sim/device/contract/device_counts.hpp"
#include "sim/device/contract/device_hang.hpp"
#include "sim/device/contract/handshakes.hpp"
#include "sim/device/contract/inspection.hpp"
#include "sim/device/contract/port_pins.hpp"

namespace stencil {

// A post waits for these: numbers since reset of bursts to the device, bursts from it, register accesses and ends of
// commands that must be complete, in an earlier clock, before it is offered to the device. Each kind completes in the
// order posted. Commands and `idle` are for register accesses alone.
struct PostedAfter {
  std::int64_t loads = 0;
  std::int64_t stores = 0;
  std::int64_t registers = 0;
  std::int64_t commands = 0;  // reached as well while the interrupt says that the device has none
  bool idle = false;          // the interrupt says that the device has no command
};

// One AXI4 burst between host memory and the device, of whole 64-bit words. The poster must cut transfers so that a
// burst neither crosses a 4 KiB boundary nor has more than 256 beats.
struct Burst {
  bool to_device = true;
  std::uint64_t address = 0;        // byte address on s_axi, a multiple of 8
  unsigned char* host = nullptr;    // host memory, 8 bytes per word; only read when to_device
  std::int64_t length_words = 0;    // >= 1
  std::int64_t latency_cycles = 0;  // from posting it, with `after` met, to its address
  PostedAfter after;
};

struct BusTiming {
  std::int64_t bytes_per_cycle = 0;  // link width each way; 0 = one full beat per cycle
  std::int64_t stalls = 0;           // LinkOptions::stalls
};

// Numbers since reset of bursts each way and of commands that have ended.
struct DoneCounts {
  std::int64_t loads = 0;
  std::int64_t stores = 0;
  std::int64_t commands = 0;
};

// The events that run() waits for. It always finishes register accesses first.
struct WaitFor {
  bool bursts = false;
  bool interrupt = false;
  // In place of all that, register accesses too: so much is done; or the device says by its interrupt that it has no
  // command, or has refused one, while it owes one of these.
  std::optional<DoneCounts> until = std::nullopt;
  // run() throws after this many cycles without a handshake and without a command that finishes, ..
  std::int64_t quiet_limit_cycles = 100000;
  // .. and so many more, unless empty, while this many commands are posted and not finished, of which so many have not
  // been offered yet.
  std::function<std::int64_t(std::int64_t unfinished, std::int64_t unoffered)> command_limit_cycles = {};
  // run() calls this, unless empty, after each further quiet_step_cycles of such a stretch. `seen` makes its state.
  std::function<void(const Quiet& quiet, const std::function<HangState()>& seen)> listener = {};
};

// The limit of quiet cycles as commands come and go.
class QuietLimit {
 public:
  explicit QuietLimit(const WaitFor& wait) : wait_(wait), cycles_(wait.quiet_limit_cycles) {}

  void update(std::int64_t unfinished, std::int64_t unoffered) {
    if ((unfinished == unfinished_ && unoffered == unoffered_) || !wait_.command_limit_cycles) return;
    unfinished_ = unfinished;
    unoffered_ = unoffered;
    cycles_ = wait_.quiet_limit_cycles + wait_.command_limit_cycles(unfinished, unoffered);
  }
  std::int64_t cycles() const { return cycles_; }

 private:
  const WaitFor& wait_;
  std::int64_t cycles_;
  std::int64_t unfinished_ = 0;
  std::int64_t unoffered_ = 0;
};

class Device {
 public:
  virtual ~Device() = default;

  // Width of the data port s_axi in bits.
  virtual std::int64_t data_bits() const = 0;

  // Synchronous reset: forgets all posts and counts. Local memory keeps its contents.
  virtual void reset() = 0;
  virtual void set_timing(const BusTiming& timing) = 0;

  // SETTLE_CYCLES of the device: the cycles after a register access or the end of a command from which on it does
  // nothing without a new access. From the next access on, such clocks are skipped; before that, and with `never`, none
  // is. A reset keeps this setting.
  virtual void set_settle_cycles(std::int64_t cycles) = 0;

  // Bursts to the device, bursts from it and register accesses proceed side by side, each kind in the order posted.
  virtual void post(const Burst& burst) = 0;
  virtual void post_register_write(std::uint32_t address, std::uint64_t value, const PostedAfter& after = {}) = 0;
  virtual void post_register_read(std::uint32_t address, std::uint64_t* result, const PostedAfter& after = {}) = 0;

  // Ticks the clock until all events of `wait` have happened. Write, read and register channels move in the same loop.
  // Skips clocks in which the device is idle and every posted burst waits for the end of its latency or for others.
  // Throws DeviceError for an error response and when the limit is reached; the text names the events not reached.
  virtual void run(const WaitFor& wait) = 0;

  // Ticks this many cycles; only posted accesses use the buses.
  virtual void tick_cycles(std::int64_t cycles) = 0;

  // Clock edges since reset, skipped ones included.
  virtual std::int64_t now() const = 0;
  virtual const DeviceCounts& counts() const = 0;
  // Whether the interrupt was high in the last clock; no value: a device without pins.
  virtual std::optional<bool> interrupt() const { return std::nullopt; }
  // The counts at the end of each command since the last call, the cycle of its last beat included.
  virtual std::vector<DeviceCounts> take_sweep_ends() = 0;

  // Measures the clock cycles that this machine simulates per second of wall time. May tick; only while nothing is
  // posted.
  virtual double measure_rate() = 0;

  // Reports every handshake to the observer from now on; null: stops. Throws ArgumentError for a device without pins.
  virtual void observe(HandshakeObserver*) {
    throw ArgumentError("this device has no pins whose handshakes could be observed");
  }
  // Shows every clock edge from now on; null: none. What the watcher throws ends run(). Only a device with pins can.
  virtual void watch(std::unique_ptr<PinWatcher>) {
    throw ArgumentError("this device has no pins that could be watched");
  }

  // Shows the inside from now on; once, while nothing is posted. Only a device of a traced module can.
  virtual void inspect(const Inspection&) {
    throw ArgumentError("this device cannot show its inside, its module must be a traced one");
  }

  // Compares the counters of a device that does it itself with those at its pins, and returns the cycles of its ports;
  // no value: the accelerator reads and compares its registers. Throws DeviceError where they differ. Only while idle.
  virtual std::optional<DmaCycles> audit_own() { return std::nullopt; }

  // Tells what it does from now on; null: none. While it is idle. A device that does not know tells nothing.
  virtual void observe_activity(ActivityObserver*) {}
};

}  // namespace stencil
