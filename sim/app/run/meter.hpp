// How far a run is, and how long it will take.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>

#include "sim/app/run/estimate.hpp"
#include "sim/app/run/run.hpp"

namespace stencil {

// Lives on rank 0 and measures its blocks against the estimate. For a device whose cycles were predicted it says what
// the run will cost: at once where the simulation speed is known, else after the first blocks, which then served as the
// measurement.
class RunMeter {
 public:
  // mine: cost of rank 0; slowest_cycles: of the rank with the most.
  RunMeter(const RunHooks& hooks, const CostEstimate& mine, std::int64_t slowest_cycles);

  void begin();
  // So many blocks ended at once, all of one step.
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
  std::int64_t position_ = 0;  // in the step, of the next block
  std::chrono::steady_clock::time_point start_;
};

}  // namespace stencil
