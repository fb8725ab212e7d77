// Reports how far a run is, and how long it will take.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "sim/app/progress/progress.hpp"
#include "sim/app/run/estimate.hpp"
#include "sim/app/run/run.hpp"
#include "sim/app/run/session.hpp"

namespace stencil {

// Exists on rank 0 and compares its finished blocks with the estimate. For a device whose cycles were predicted it
// prints the expected time of the run: at once where the simulation speed is known, else after the first blocks, by
// which it measures the speed.
class RunMeter {
 public:
  // mine: cost of rank 0; slowest_cycles: cycles of the rank with the most; cycles_per_s: device cycles that a rank
  // simulates, 0: not known. hooks and work outlive this object.
  RunMeter(const RunHooks& hooks, Work& work, const CostEstimate& mine, std::int64_t slowest_cycles,
           double cycles_per_s);

  void begin();
  // This many blocks ended at once, all of one step.
  void advance(std::size_t blocks);

  // 0 .. 1, of the device cycles where they were predicted, else of the blocks. Between the blocks, the clock of the
  // device tells. For any thread.
  double share_done() const;
  // "12 of 28 blocks, 385,352 cycles/s"; without a clock, or before the first block ended, no rate.
  std::string counts() const;

 private:
  void say_estimate(const std::string& basis, double wall_s) const;
  double elapsed_s() const;

  const RunHooks& hooks_;
  Work& work_;
  CostEstimate mine_;
  std::int64_t slowest_cycles_;
  double cycles_per_s_;
  std::int64_t all_cycles_;  // of rank 0
  std::int64_t clock_before_ = 0;
  std::atomic<double> share_of_blocks_{0.0};
  std::int64_t predicted_done_ = 0;
  std::int64_t blocks_done_ = 0;
  std::int64_t step_ = 0;
  std::int64_t position_ = 0;  // of the next block in its step
  std::chrono::steady_clock::time_point start_;
};

// Collective, when the problem has been read: the meter on rank 0, null elsewhere and for a session that does not
// report its blocks. All arguments must outlive it.
std::unique_ptr<RunMeter> make_meter(MPI_Comm communicator, const RunOptions& options, const RunHooks& hooks,
                                     Session& session, Work& work);

}  // namespace stencil
