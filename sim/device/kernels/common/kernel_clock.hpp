// A kernel as the model's command path uses it: its checks, its engine in clock cycles, its commands decoded.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "host/device/command.hpp"
#include "sim/device/contract/job.hpp"

namespace stencil {

struct EngineCycle {
  bool take = false;      // the offered command is taken
  bool finished = false;  // the oldest command is done
  bool busy = false;
  bool stall = false;
  bool fill = false;
};

// One kernel of one device. A job selects one kernel and cannot change while a command is in flight.
// cycle() is one clock. quiet() returns how many clocks from now on are all alike, as long as nothing changes
// elsewhere; show() returns their signals. `offered`: the head of the queue, legal; null when there is none.
class KernelClock {
 public:
  virtual ~KernelClock() = default;

  virtual void reset() = 0;
  // serves(): the job selects this kernel. there(): the device has what a job that selects this kernel needs.
  virtual bool serves(const Job& job) const = 0;
  virtual bool there(const Job& job) const = 0;
  // Whether commands of this job use the r buffer that they name.
  virtual bool uses_r(const Job&) const { return true; }
  // The checks beyond those of every command. chain_open: the command before was taken with `below`, and the job is the
  // same.
  virtual contract::Error check(const QueuedCommand& command, const Job& job, bool chain_open) const = 0;

  virtual EngineCycle cycle(std::int64_t now, const QueuedCommand* offered, const Job& job) = 0;
  virtual std::int64_t quiet(std::int64_t now, const QueuedCommand* offered, const Job& job) const = 0;
  virtual EngineCycle show(std::int64_t now) const = 0;

  // Decodes a legal command.
  virtual DeviceCommand command(const QueuedCommand& queued, const Job& job) const = 0;
  // Whether its commands set CHANGE.
  virtual bool measures_change() const = 0;
};

}  // namespace stencil
