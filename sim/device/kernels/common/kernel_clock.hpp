// What the model's command path asks of a kernel: its checks, its engine in clock cycles, what a command of it means.
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

// Of one device. A job asks for one kernel, and cannot change while a command is in flight.
// cycle() is one clock; quiet() tells for how many clocks from now on each is like the next, as long as nothing changes
// elsewhere, and show() what they show. `offered` is null when no command is: the head of the queue, legal.
class KernelClock {
 public:
  virtual ~KernelClock() = default;

  virtual void reset() = 0;
  // Whether it is the kernel that a job asks for; whether the device has what such a job asks for.
  virtual bool serves(const Job& job) const = 0;
  virtual bool there(const Job& job) const = 0;
  // Beyond what is checked of every command. chain_open: the command before was taken with `below`, and the job is the
  // same.
  virtual contract::Error check(const QueuedCommand& command, const Job& job, bool chain_open) const = 0;

  virtual EngineCycle cycle(std::int64_t now, const QueuedCommand* offered, const Job& job) = 0;
  virtual std::int64_t quiet(std::int64_t now, const QueuedCommand* offered, const Job& job) const = 0;
  virtual EngineCycle show(std::int64_t now) const = 0;

  // A legal command in the host's words.
  virtual DeviceCommand command(const QueuedCommand& queued, const Job& job) const = 0;
  // Its commands set CHANGE.
  virtual bool measures_change() const = 0;
};

}  // namespace stencil
