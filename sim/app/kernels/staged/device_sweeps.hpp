// Sweeps that stages run on the device, each with the cycles that led to it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "host/device/accelerator.hpp"
#include "host/jacobi/itstep.hpp"
#include "sim/app/kernels/staged/strip_data.hpp"
#include "sim/app/report/block_ledger.hpp"

namespace stencil {

// A block is one sweep command. It reaches from the end of the one before to its own, so the copies that a stage needs
// count for its sweep, and those that follow the last one for that.
class DeviceSweeps {
 public:
  // By this operator; the numbers are the device's own.
  DeviceSweeps(Accelerator& device, const SweepWeights& weights);

  // Told of blocks as they are accounted for; null: no one.
  void tell(BlockListener* listener) { ledger_.listener = listener; }
  // Of the commands to come.
  void begin_step(std::int64_t step) { step_ = step; }
  // niter sweeps, with the device's own weights, over the first `rows` rows of a strip that is there; returns when they
  // are done. kept: of them, the rows that come out right.
  void sweep(const StripData& data, std::int64_t rows, const RowRange& kept, std::int64_t niter) {
    start(data, rows, kept, niter);
    wait();
  }
  // The same, in two: returns when the device works by itself, and when it is done. Nothing else uses it in between.
  void start(const StripData& data, std::int64_t rows, const RowRange& kept, std::int64_t niter);
  void wait();
  // What the device has done since belongs to the last block.
  void close();
  // No block follows.
  void settle();

  // But for those of the step that runs, which are there when it is known how many they are: after close() or settle().
  const BlockLedger& blocks() const { return ledger_; }
  // Of the commands so far, without the copies between them.
  std::int64_t sweep_cycles() const { return sweep_cycles_; }

 private:
  Accelerator& device_;
  SweepWeights weights_;
  std::int64_t step_ = 0;
  BlockRun running_;              // was started
  const Strip* strip_ = nullptr;  // of it
  std::int64_t cycles_before_ = 0;
  CycleCounts cycles_;
  TrafficCounts traffic_;
  std::int64_t sweep_cycles_ = 0;
  BlockLedger ledger_;
  std::vector<BlockRecord> pending_;                      // of the last step that had any
  std::map<std::int64_t, std::int64_t> blocks_of_strip_;  // among them, by strip
};

}  // namespace stencil
