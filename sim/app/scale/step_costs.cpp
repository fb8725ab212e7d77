// SPDX-License-Identifier: Apache-2.0
#include "sim/app/scale/step_costs.hpp"

#include <algorithm>
#include <memory>
#include <numeric>

#include "sim/app/explore/address_range.hpp"
#include "sim/app/kernels/sweeps/cost.hpp"
#include "sim/device/backends/platform_backends.hpp"

namespace stencil {
namespace {

std::int64_t cycles_of_step(const CostEstimate& estimate, std::int64_t step) {
  std::int64_t sum = 0;
  for (std::int64_t block = 0; block < estimate.blocks(step); ++block) sum += estimate.cycles(step, block);
  return sum;
}

}  // namespace

const StepCosts& CostTable::of(const StepPattern::Heights& heights) {
  const auto found = known_.find(heights);
  if (found != known_.end()) return found->second;
  if (heights.empty()) return known_[heights];
  const std::int64_t rows = std::accumulate(heights.begin(), heights.end(), std::int64_t{0});
  const AddressRange f(rows * job_.cols), r(rows * job_.cols);
  RankWork work;
  std::int64_t at = 0;
  for (const std::int64_t height : heights) {
    work.strips.push_back({height, job_.cols, f.begin() + at * job_.cols, r.begin() + at * job_.cols});
    at += height;
  }
  // The weights do not matter, since nothing is computed; they exist for two rows and columns or more.
  work.weights = job_.kernel->weights(std::max<std::int64_t>(rows, 2), std::max<std::int64_t>(job_.cols, 2));
  work.scheme = job_.sweep.scheme;
  work.scheme.even = job_.sweep.distribution == Distribution::cyclic;
  work.iterations = job_.sweep.iterations;
  const std::unique_ptr<Accelerator> dry = make_dry_accelerator(job_.device);
  const CostEstimate estimate = sweep_cost(work, *dry);
  const Steps steps = work.steps();
  StepCosts costs;
  costs.first = cycles_of_step(estimate, 0);
  if (steps.count() > 2) costs.repeated = cycles_of_step(estimate, 1);
  if (steps.count() > 1) costs.last = cycles_of_step(estimate, steps.last());
  return known_[heights] = costs;
}

}  // namespace stencil
