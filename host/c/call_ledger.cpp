// SPDX-License-Identifier: Apache-2.0
#include "host/c/call_ledger.hpp"

#include "host/counts.hpp"

namespace stencil {

void CallLedger::begin_block_if(bool wanted) {
  if (!wanted && !blocks_.empty()) return;
  CallBlock block;
  block.index = static_cast<std::int64_t>(blocks_.size());
  blocks_.push_back(block);
}

void CallLedger::account(const CycleCounts& cycles, const TrafficCounts& traffic) {
  blocks_.back().cycles += cycles - cycles_so_far_;
  blocks_.back().traffic += traffic - traffic_so_far_;
  cycles_so_far_ = cycles;
  traffic_so_far_ = traffic;
}

void CallLedger::record_f_transfer(const CycleCounts& cycles, const TrafficCounts& traffic) {
  begin_block_if(false);
  account(cycles, traffic);
}

void CallLedger::record_r_to(const CycleCounts& cycles, const TrafficCounts& traffic) {
  begin_block_if(!blocks_.empty() && blocks_.back().sweep.has_value());
  account(cycles, traffic);
}

void CallLedger::record_sweep(const CallBlock::Sweep& sweep, const CycleCounts& cycles, const TrafficCounts& traffic) {
  begin_block_if(!blocks_.empty() && blocks_.back().sweep.has_value());
  blocks_.back().sweep = sweep;
  account(cycles, traffic);
}

// Never destroyed: a report may be written at exit.
CallLedger& process_call_ledger() {
  static auto* const ledger = new CallLedger;
  return *ledger;
}

const std::vector<CallBlock>& call_ledger() {
  return process_call_ledger().blocks();
}

}  // namespace stencil
