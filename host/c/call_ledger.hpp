// Records, block by block, the work that the C functions of this process gave the accelerator.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "host/c/steps/step_info.hpp"
#include "host/c/steps/tiled_step.hpp"
#include "host/device/accelerator.hpp"
#include "host/jacobi/itstep.hpp"

namespace stencil {

// One sweep command with the transfers around it. The calls of a C program do not tell which of its rows are kept and
// which are overlap.
struct CallBlock {
  struct Sweep {
    std::int64_t rows = 0;  // mx of itstep_accel
    std::int64_t cols = 0;  // my
    std::int64_t niter = 0;
    std::size_t point_operator = 0;  // its place in SweepWeights
  };

  std::int64_t index = 0;      // from 0, in the order of the calls
  std::optional<Sweep> sweep;  // empty: data has moved, but no sweep has followed yet
  CycleCounts cycles;
  TrafficCounts traffic;
};

// Calls accumulate in the current block. A block begins with the first call, with the first r_to_accel after an
// itstep_accel, and with an itstep_accel where the current block already has one. So a load of f between a sweep and
// its write-back, as in the published program, counts for that sweep's block.
// Every device cycle from the making of the device to the end of the last call belongs to a block. The ledger keeps
// only the current block, since a process may run for days.
class CallLedger {
 public:
  using Listener = std::function<void(const CallBlock&)>;

  // Calls `listener` with every block, from now on, when the next one begins. Replaces the listener before; clear()
  // keeps it.
  void on_block(Listener listener) { listener_ = std::move(listener); }

  // Calls `listener` at the end of every call, with the current block. clear() keeps it.
  void on_call(Listener listener) { call_listener_ = std::move(listener); }

  // Each takes the device's running totals at the end of the call.
  void record_f_transfer(const CycleCounts& cycles, const TrafficCounts& traffic);
  void record_r_to(const CycleCounts& cycles, const TrafficCounts& traffic);
  void record_sweep(const CallBlock::Sweep& sweep, const CycleCounts& cycles, const TrafficCounts& traffic);

  // Calls `listener` with every step from now on. clear() keeps it.
  using StepListener = std::function<void(const StepInfo& step, const std::vector<BlockRun>& runs)>;
  void on_step(StepListener listener) { step_listener_ = std::move(listener); }
  // Takes the device's totals at the end of a step, whose blocks are its own.
  void record_step(const StepInfo& step, const std::vector<BlockRun>& runs, const CycleCounts& cycles,
                   const TrafficCounts& traffic);

  // The same for steps of tiles.
  using TiledStepListener = std::function<void(const TiledStepInfo& step, const std::vector<TileDone>& tiles)>;
  void on_tiled_step(TiledStepListener listener) { tiled_step_listener_ = std::move(listener); }
  void record_tiled_step(const TiledStepInfo& step, const std::vector<TileDone>& tiles, const CycleCounts& cycles,
                         const TrafficCounts& traffic);

  // Charges the counts between two totals to no block; for calls that are not the program's.
  void leave_out(const CycleCounts& cycles_before, const TrafficCounts& traffic_before, const CycleCounts& cycles_after,
                 const TrafficCounts& traffic_after);

  // The number of the block that a sweep made now would belong to.
  std::int64_t next_sweep_block() const { return current_ ? current_->index + (swept() ? 1 : 0) : 0; }

  // Empty before the first call.
  const std::optional<CallBlock>& current() const { return current_; }
  void clear();

 private:
  void begin_block_if(bool wanted);
  bool swept() const { return current_ && current_->sweep; }
  void account(const CycleCounts& cycles, const TrafficCounts& traffic);

  Listener listener_;
  Listener call_listener_;
  StepListener step_listener_;
  TiledStepListener tiled_step_listener_;
  std::optional<CallBlock> current_;
  CycleCounts cycles_so_far_;
  TrafficCounts traffic_so_far_;
};

// The ledger of this process; made_process_accelerator() (process_accelerator.hpp) is the accelerator it records.
CallLedger& process_call_ledger();

}  // namespace stencil
