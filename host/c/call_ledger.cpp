// SPDX-License-Identifier: Apache-2.0
#include "host/c/call_ledger.hpp"

#include "host/device/counts.hpp"

namespace stencil {

void CallLedger::begin_block_if(bool wanted) {
  if (!wanted && current_) return;
  CallBlock block;
  if (current_) {
    block.index = current_->index + 1;
    if (listener_) listener_(*current_);
  }
  current_ = block;
}

void CallLedger::account(const CycleCounts& cycles, const TrafficCounts& traffic) {
  current_->cycles += cycles - cycles_so_far_;
  current_->traffic += traffic - traffic_so_far_;
  cycles_so_far_ = cycles;
  traffic_so_far_ = traffic;
  if (call_listener_) call_listener_(*current_);
}

void CallLedger::record_f_transfer(const CycleCounts& cycles, const TrafficCounts& traffic) {
  begin_block_if(false);
  account(cycles, traffic);
}

void CallLedger::record_r_to(const CycleCounts& cycles, const TrafficCounts& traffic) {
  begin_block_if(swept());
  account(cycles, traffic);
}

void CallLedger::record_sweep(const CallBlock::Sweep& sweep, const CycleCounts& cycles, const TrafficCounts& traffic) {
  begin_block_if(swept());
  current_->sweep = sweep;
  account(cycles, traffic);
}

void CallLedger::record_step(const StepInfo& step, const std::vector<BlockRun>& runs, const CycleCounts& cycles,
                             const TrafficCounts& traffic) {
  cycles_so_far_ = cycles;
  traffic_so_far_ = traffic;
  if (step_listener_) step_listener_(step, runs);
}

void CallLedger::record_tiled_step(const TiledStepInfo& step, const std::vector<TileDone>& tiles,
                                   const CycleCounts& cycles, const TrafficCounts& traffic) {
  cycles_so_far_ = cycles;
  traffic_so_far_ = traffic;
  if (tiled_step_listener_) tiled_step_listener_(step, tiles);
}

void CallLedger::leave_out(const CycleCounts& cycles_before, const TrafficCounts& traffic_before,
                           const CycleCounts& cycles_after, const TrafficCounts& traffic_after) {
  cycles_so_far_ += cycles_after - cycles_before;
  traffic_so_far_ += traffic_after - traffic_before;
}

void CallLedger::clear() {
  current_.reset();
  cycles_so_far_ = {};
  traffic_so_far_ = {};
}

// Never destroyed: a report may be written at exit.
CallLedger& process_call_ledger() {
  static auto* const ledger = new CallLedger;
  return *ledger;
}

}  // namespace stencil
