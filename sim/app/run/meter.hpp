// Reports how far a run is, and how long it will take.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>

#include "sim/app/run/estimate.hpp"
#include "sim/app/run/run.hpp"

namespace stencil {

// Exists on rank 0 and compares its finished blocks with the estimate. For a device whose cycles were predicted it
// prints the expected time of the run: at once where the simulation speed is known, else after the first blocks, by
// which it measures the speed.
class RunMeter {
 public:
  // mine: cost of rank 0; slowest_cycles: cycles of the rank with the most.
  RunMeter(const RunHooks& hooks, const CostEstimate& mine, std::int64_t slowest_cycles);

  void begin();
  // This many blocks ended at once, all of one step.
  void advance(std::size_t blocks);

 private:
  void say_estimate(const std::string& basis, double wall_s) const;
  double elapsed_s() const;

  const RunHooks& hooks_;
  CostEstimate mine_;
  std::int64_t slowest_cycles_;
  std::int64_t predicted_done_ = 0;
  std::int64_t blocks_done_ = 0;
  std::int64_t step_ = 0;
  std::int64_t position_ = 0;  // of the next block in its step
  std::chrono::steady_clock::time_point start_;
};

}  // namespace stencil
