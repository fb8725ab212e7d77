// What the C functions of this process made the accelerator do, block by block.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "host/accelerator.hpp"

namespace stencil {

// One sweep command with the transfers around it. Which of its rows are kept and which are overlap, the calls of a
// C program do not tell.
struct CallBlock {
  struct Sweep {
    std::int64_t rows = 0;  // mx of itstep_accel
    std::int64_t cols = 0;  // my
    std::int64_t niter = 0;
  };

  std::int64_t index = 0;      // from 0, in the order of the calls
  std::optional<Sweep> sweep;  // empty: data moved, and no sweep has followed yet
  CycleCounts cycles;
  TrafficCounts traffic;
};

// Calls accumulate in the current block. A block begins with the first call of all, with the first r_to_accel after an
// itstep_accel, and with an itstep_accel where the current block has one already. So what a program loads ahead into f
// between the sweep and the write-back counts for the block whose write-back it precedes, as in seed 000.
// The device's cycles from its making to the end of the last call all belong to some block.
class CallLedger {
 public:
  // Each takes the device's running totals after the call.
  void record_f_transfer(const CycleCounts& cycles, const TrafficCounts& traffic);
  void record_r_to(const CycleCounts& cycles, const TrafficCounts& traffic);
  void record_sweep(const CallBlock::Sweep& sweep, const CycleCounts& cycles, const TrafficCounts& traffic);

  const std::vector<CallBlock>& blocks() const { return blocks_; }
  void clear() { *this = CallLedger(); }

 private:
  void begin_block_if(bool wanted);
  void account(const CycleCounts& cycles, const TrafficCounts& traffic);

  std::vector<CallBlock> blocks_;
  CycleCounts cycles_so_far_;
  TrafficCounts traffic_so_far_;
};

CallLedger& process_call_ledger();

// For a report: empty when no C function moved anything. The accelerator itself, with its capabilities, is
// made_process_accelerator() (process_accelerator.hpp), null when none was ever made.
const std::vector<CallBlock>& call_ledger();

}  // namespace stencil
