// Commands from the write of COMMAND to their end: queue, checks, interlock, engine.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>

#include "host/device/accelerator.hpp"
#include "sim/device/model/engine_clock.hpp"
#include "sim/device/model/port_cycle.hpp"
#include "sim/device/model/tile_clock.hpp"
#include "sim/device/rtl/contract.hpp"
#include "sim/device/rtl/tile_registers.hpp"

namespace stencil {

// The job registers, as bits.
struct Job {
  std::uint64_t cols = 0;
  std::uint64_t niter = 0;
  std::uint64_t rdx2 = 0;
  std::uint64_t rdy2 = 0;
  std::uint64_t beta = 0;
  TileRegisters tile;

  bool tiles() const { return (tile.tile & contract::tile_kernel) != 0; }
};

// A value written to COMMAND.
struct QueuedCommand {
  explicit QueuedCommand(std::uint64_t value = 0);
  BufferSet buffers() const { return 1u << f_buffer | 1u << (contract::max_buffers + r_buffer); }

  std::int64_t rows;
  unsigned f_buffer;
  unsigned r_buffer;
  bool above;
  bool below;
};

struct CommandCycle {
  EngineCycle engine;
  contract::Error refused = contract::ERROR_NONE;  // the head of the queue is illegal and dropped
  QueuedCommand finished;                          // with engine.finished
};

// Mirrors command_queue.v, command_checker.v, pass_planner.v, commands_in_flight.v of rtl/control. The verdict on a
// command comes in its 3rd cycle at the head of the queue, or 2 cycles after the plan is ready. The job says which of
// the two engines commands go to; it cannot change while one is in flight.
// cycle(), quiet() and skip() as in LoadPort.
class CommandPath {
 public:
  explicit CommandPath(const Capabilities& device);

  void reset();

  // State at the beginning of a cycle.
  bool full() const { return static_cast<std::int64_t>(queue_.size()) == device_.queue_depth; }
  bool busy() const { return !queue_.empty() || !flight_.empty(); }
  // Buffers of commands queued or in flight.
  BufferSet held() const;

  // In the cycle: a job register was written. Only while not busy.
  void write_job(std::int64_t now, const Job& job, bool niter);
  CommandCycle cycle(std::int64_t now, const Job& job, BufferSet touched);
  // At the end of the cycle: COMMAND was written in it, not full at its beginning.
  void push(const QueuedCommand& command) { queue_.push_back(command); }

  std::int64_t quiet(std::int64_t now, const Job& job, BufferSet touched) const;
  EngineCycle show(std::int64_t now, const Job& job) const {
    return job.tiles() ? tile_engine_.show(now) : engine_.show(now);
  }

 private:
  static constexpr int decided = 2;  // steps of the check

  contract::Error check(const Job& job) const;
  contract::Error check_chain(const Job& job) const;
  contract::Error check_tile(const Job& job) const;
  bool interlocked(BufferSet touched) const;
  BlockShape block(const Job& job) const;
  OfferedTile tile(const Job& job) const;
  EngineCycle clock_engine(std::int64_t now, const Job& job, bool offers);
  std::int64_t engine_quiet(std::int64_t now, const Job& job, bool offers) const;

  Capabilities device_;
  EngineClock engine_;
  TileClock tile_engine_;
  std::deque<QueuedCommand> queue_;
  std::deque<QueuedCommand> flight_;  // the oldest first
  int step_ = 0;
  std::int64_t plan_ready_cycle_ = 0;
  bool chain_open_ = false;
};

}  // namespace stencil
