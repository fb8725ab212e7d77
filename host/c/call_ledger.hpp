// What the C functions of this process made the accelerator do, block by block.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>

#include "host/device/accelerator.hpp"

namespace stencil {

// One sweep command with the transfers around it. Which of its rows are kept and which are overlap, the calls of a
// C program do not tell.
struct CallBlock {
  struct Sweep {
    std::int64_t rows = 0;  // mx of itstep_accel
    std::int64_t cols = 0;  // my
    std::int64_t niter = 0;
    std::size_t point_operator = 0;  // its place in SweepWeights
  };

  std::int64_t index = 0;      // from 0, in the order of the calls
  std::optional<Sweep> sweep;  // empty: data moved, and no sweep has followed yet
  CycleCounts cycles;
  TrafficCounts traffic;
};

// Calls accumulate in the current block. A block begins with the first call of all, with the first r_to_accel after an
// itstep_accel, and with an itstep_accel where the current block has one already. So what a program loads ahead into f
// between the sweep and the write-back counts for the block whose write-back it precedes, as in the published program.
// The device's cycles from its making to the end of the last call all belong to some block. Only the current one is
// kept: a process may run for days.
class CallLedger {
 public:
  using Listener = std::function<void(const CallBlock&)>;

  // Told every block from now on when the next one begins. One listener; it stays when the ledger is cleared.
  void on_block(Listener listener) { listener_ = std::move(listener); }

  // Each takes the device's running totals after the call.
  void record_f_transfer(const CycleCounts& cycles, const TrafficCounts& traffic);
  void record_r_to(const CycleCounts& cycles, const TrafficCounts& traffic);
  void record_sweep(const CallBlock::Sweep& sweep, const CycleCounts& cycles, const TrafficCounts& traffic);

  // Not of the program: what the device counted between two totals belongs to no block.
  void leave_out(const CycleCounts& cycles_before, const TrafficCounts& traffic_before, const CycleCounts& cycles_after,
                 const TrafficCounts& traffic_after);

  // The number of the block that a sweep would belong to.
  std::int64_t next_sweep_block() const { return current_ ? current_->index + (swept() ? 1 : 0) : 0; }

  // None before the first call.
  const std::optional<CallBlock>& current() const { return current_; }
  void clear();

 private:
  void begin_block_if(bool wanted);
  bool swept() const { return current_ && current_->sweep; }
  void account(const CycleCounts& cycles, const TrafficCounts& traffic);

  Listener listener_;
  std::optional<CallBlock> current_;
  CycleCounts cycles_so_far_;
  TrafficCounts traffic_so_far_;
};

// Of this process. The accelerator itself, with its capabilities, is made_process_accelerator()
// (process_accelerator.hpp), null when none was ever made.
CallLedger& process_call_ledger();

}  // namespace stencil
