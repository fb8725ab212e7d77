// Sweeps that stages run on the device, each with the cycles since the one before.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <utility>
#include <vector>

#include "host/device/accelerator.hpp"
#include "host/jacobi/itstep.hpp"
#include "sim/app/kernels/staged/strip_data.hpp"
#include "sim/app/report/block_ledger.hpp"

namespace stencil {

// A block is one sweep command. Its cycles reach from the end of the block before to its own end, so copies that a
// stage needs count for its sweep, and copies after the last sweep count for that one.
class DeviceSweeps {
 public:
  // The sweeps use the operator of `weights`; the numbers are those in the device's registers.
  DeviceSweeps(Accelerator& device, const SweepWeights& weights);

  // Tells of blocks as they are accounted for; null: no one.
  void report_to(BlockListener* listener) { ledger_.listener = listener; }
  // BlockLedger.on_rtl.
  void simulate_in_rtl(std::function<bool(std::int64_t step)> on_rtl) { ledger_.on_rtl = std::move(on_rtl); }
  // Sets the step of the next commands.
  void begin_step(std::int64_t step) { step_ = step; }
  // Makes niter sweeps, with the weights on the device, over the first `rows` rows of a strip in local memory; returns
  // when they are done. kept: those of the rows whose results are right.
  void sweep(const StripData& data, std::int64_t rows, const RowRange& kept, std::int64_t niter) {
    start(data, rows, kept, niter);
    wait();
  }
  // The same in two calls: start() returns while the device works, wait() when it is done. Nothing else may use the
  // device in between.
  void start(const StripData& data, std::int64_t rows, const RowRange& kept, std::int64_t niter);
  void wait();
  // Adds the cycles since the last block to it.
  void close();
  // Ends the last step: no block follows.
  void settle();

  // All blocks but those of the current step, which are added when their number is known: after close() or settle().
  const BlockLedger& blocks() const { return ledger_; }
  // Cycles of the commands so far, without the copies between them.
  std::int64_t sweep_cycles() const { return sweep_cycles_; }

 private:
  Accelerator& device_;
  SweepWeights weights_;
  std::int64_t step_ = 0;
  BlockRun running_;              // the command that was started
  const Strip* strip_ = nullptr;  // its strip
  std::int64_t cycles_before_ = 0;
  CycleCounts cycles_;
  TrafficCounts traffic_;
  std::int64_t sweep_cycles_ = 0;
  BlockLedger ledger_;
  std::vector<BlockRecord> pending_;                      // blocks of the last step that had any
  std::map<std::int64_t, std::int64_t> blocks_of_strip_;  // their number per strip
};

}  // namespace stencil
