// The registers of the device with their state: job, status, performance counters.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "host/device/accelerator.hpp"
#include "sim/device/contract/device_counts.hpp"
#include "sim/device/model/command_path.hpp"

namespace stencil {

// Counts of the device that its pins do not show, beside those of the pins.
struct ModelCounts : DeviceCounts {
  std::int64_t commands = 0;
  DmaCycles dma;
};

// Mirrors registers.v, job_registers.v and status.v of rtl/control, and the settling of CHANGE in
// rtl/engine/change_norm.v.
class RegisterFile {
 public:
  explicit RegisterFile(const Capabilities& device) : device_(device) {}

  void reset();

  // A read of this register must wait.
  bool read_waits(std::uint32_t address, std::int64_t now) const {
    return address == contract::REG_CHANGE && now < change_settled_cycle_;
  }
  // The value read; none where the access is answered with SLVERR.
  std::optional<std::uint64_t> read(std::uint32_t address, bool busy, const ModelCounts& counts) const;
  // Clears the counters at the end of the cycle in which CONTROL was written.
  void clear_counters(const ModelCounts& counts) { cleared_ = counts; }

  // The effects of a write in its cycle.
  struct Written {
    bool ok = false;
    bool job = false;
    bool niter = false;
    bool push = false;
    bool clear_counters = false;
    bool clear_change = false;
  };
  Written write(std::uint32_t address, std::uint64_t value, const CommandPath& commands);

  // Ends the cycle; `refused`: the error of a command, or none.
  void clock(bool finished, contract::Error refused, bool data_error, bool held_error);
  // Whether, in this cycle, a burst that would be held is refused.
  bool no_hold() const { return no_hold_; }
  bool interrupt(bool busy) const { return irq_enable_ && (failed_ || (done_ && !busy)); }

  // Sets the bits of CHANGE, in the cycle in which a sweep command finishes.
  void set_change(std::int64_t now, std::uint64_t bits);

  const Job& job() const { return job_; }

 private:
  std::optional<std::uint64_t> capability(std::uint32_t address) const;
  std::optional<std::uint64_t> counter(std::uint32_t address, const ModelCounts& counts) const;

  Capabilities device_;
  Job job_;
  ModelCounts cleared_;
  std::uint64_t change_ = 0;
  std::int64_t change_settled_cycle_ = 0;
  bool done_ = false;
  bool failed_ = false;
  bool irq_enable_ = false;
  bool no_hold_ = false;
  bool no_hold_next_ = false;  // from the next cycle on
  contract::Error error_ = contract::ERROR_NONE;
  // Set by a write of this cycle
  bool pushed_ = false;
  bool clear_done_ = false;
  bool clear_failed_ = false;
  bool too_early_ = false;
};

}  // namespace stencil
