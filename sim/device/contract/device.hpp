// The accelerator's pins as seen by a bus master: bursts and register accesses are posted, run() ticks.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "host/base/errors.hpp"
#include "sim/device/contract/activity.hpp"
#include "sim/device/contract/device_counts.hpp"
#include "sim/device/contract/handshakes.hpp"

namespace stencil {

// What must be complete, in an earlier clock, before a post is offered to the device: so many bursts to the device,
// bursts from it and register accesses since reset. Each kind completes in the order posted.
struct PostedAfter {
  std::int64_t loads = 0;
  std::int64_t stores = 0;
  std::int64_t registers = 0;
};

// One AXI4 burst between host memory and the device. Whole 64-bit words; it must not cross a
// 4 KiB boundary nor take more than 256 beats (who posts it cuts it so).
struct Burst {
  bool to_device = true;
  std::uint64_t address = 0;        // byte address on s_axi, a multiple of 8
  unsigned char* host = nullptr;    // host memory, 8 bytes a word; only read when to_device
  std::int64_t length_words = 0;    // >= 1
  std::int64_t latency_cycles = 0;  // its address is offered this long after it was posted and `after` was met
  PostedAfter after;
};

struct BusTiming {
  std::int64_t bytes_per_cycle = 0;  // link width each way; 0 = one full beat a cycle
};

// What run() waits for. Register accesses always finish first.
struct WaitFor {
  bool bursts = false;
  bool interrupt = false;
  // Gives up after this long without a handshake and without a command that finishes.
  std::int64_t quiet_limit_cycles = 100000;
  // Called once when it has been quiet for so long; the limit may be far. Not if empty.
  std::int64_t quiet_warning_cycles = 0;
  std::function<void(std::int64_t cycle)> warn = {};
};

class Device {
 public:
  virtual ~Device() = default;

  // Bits of s_axi data.
  virtual std::int64_t data_bits() const = 0;

  // Synchronous reset; forgets everything posted and all counts. Local memory keeps its contents.
  virtual void reset() = 0;
  virtual void set_timing(const BusTiming& timing) = 0;

  // The device says that it does nothing more this many cycles after a register access or a command's end, unless
  // something new comes. Clocks are skipped from then on, counted from the next access; before, and with `never`, none
  // is. A reset changes nothing of it.
  virtual void set_settle_cycles(std::int64_t cycles) = 0;

  // Both directions and the registers move side by side, each in the order posted.
  virtual void post(const Burst& burst) = 0;
  virtual void post_register_write(std::uint32_t address, std::uint64_t value, const PostedAfter& after = {}) = 0;
  virtual void post_register_read(std::uint32_t address, std::uint64_t* result, const PostedAfter& after = {}) = 0;

  // Ticks the clock until all that is waited for has happened. Write, read and register channels move in the
  // same loop. Stretches in which the device is idle and every posted burst waits, out its latency or for others, are
  // skipped. Throws DeviceError for an error response and when the limit is reached; the text says what was waited for.
  virtual void run(const WaitFor& wait) = 0;

  // Ticks this many cycles with nothing on the buses beyond what is posted.
  virtual void tick_cycles(std::int64_t cycles) = 0;

  // Clock edges since reset, skipped ones included.
  virtual std::int64_t now() const = 0;
  virtual const DeviceCounts& counts() const = 0;
  // The counts at the end of each command, the cycle of its last beat included, since this was asked last.
  virtual std::vector<DeviceCounts> take_sweep_ends() = 0;

  // Clock cycles a second of wall time that this machine simulates, tried out. May tick; only while nothing is posted.
  virtual double measure_rate() = 0;

  // Tells every handshake from now on; null: none. Only a device with pins can.
  virtual void observe(HandshakeObserver*) {
    throw ArgumentError("this device has no pins whose handshakes could be told");
  }

  // Tells what it does from now on; null: none. While it is idle. A device that does not know tells nothing.
  virtual void observe_activity(ActivityObserver*) {}
};

}  // namespace stencil
