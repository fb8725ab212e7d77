// Commands from the write of COMMAND to their end: queue, checks, interlock, engine.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "sim/device/kernels/common/kernel_clock.hpp"

namespace stencil {

struct CommandCycle {
  EngineCycle engine;
  contract::Error refused = contract::ERROR_NONE;  // error of the head of the queue, which is dropped
  QueuedCommand finished;                          // the command, if engine.finished
};

// Mirrors command_queue.v, command_checker.v, pass_planner.v, commands_in_flight.v of rtl/control. The verdict on a
// command comes in its 3rd cycle at the head of the queue, or 2 cycles after the plan is ready, whichever is later. The
// job selects the kernel that takes the commands; it cannot change while one is in flight.
// cycle(), quiet() and skip() as in LoadPort.
class CommandPath {
 public:
  explicit CommandPath(const Capabilities& device);

  void reset();

  // State at the beginning of a cycle.
  bool full() const { return static_cast<std::int64_t>(queue_.size()) == device_.queue_depth; }
  bool busy() const { return !queue_.empty() || !flight_.empty(); }
  // Buffers of commands queued or in flight.
  BufferSet held() const { return held_; }

  // A job register was written in this cycle. Only while not busy.
  void write_job(std::int64_t now, const Job& job, bool niter);
  CommandCycle cycle(std::int64_t now, const Job& job, BufferSet touched);
  // Called at the end of a cycle in which COMMAND was written while the queue was not full.
  void push(const QueuedCommand& command) {
    queue_.push_back(command);
    held_ |= buffers_of(command);
  }

  std::int64_t quiet(std::int64_t now, const Job& job, BufferSet touched) const;
  EngineCycle show(std::int64_t now) const { return busy() ? kernel_->show(now) : EngineCycle(); }

  // Decodes a command of this job; tells whether such commands set CHANGE.
  DeviceCommand command(const QueuedCommand& queued, const Job& job) const { return kernel_->command(queued, job); }
  bool measures_change() const { return kernel_->measures_change(); }

 private:
  static constexpr int decided = 2;  // steps of the check

  contract::Error check(const Job& job) const;
  bool interlocked(BufferSet touched) const;
  BufferSet buffers_in_lists() const;
  // Those that a command keeps to itself.
  BufferSet buffers_of(const QueuedCommand& command) const { return command.buffers() & used_banks_; }

  Capabilities device_;
  std::vector<std::unique_ptr<KernelClock>> kernels_;
  KernelClock* kernel_;  // selected by the job
  std::deque<QueuedCommand> queue_;
  std::deque<QueuedCommand> flight_;  // the oldest first
  int step_ = 0;
  std::int64_t plan_ready_cycle_ = 0;
  bool chain_open_ = false;
  BufferSet used_banks_ = ~BufferSet{0};  // by commands of the job
  BufferSet held_ = 0;                    // asked for in every clock, changed with the lists alone
};

}  // namespace stencil
