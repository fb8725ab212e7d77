// SPDX-License-Identifier: Apache-2.0
#include "sim/app/scale/step_costs.hpp"

#include <algorithm>
#include <memory>

#include "host/jacobi/check_blocking.hpp"
#include "host/jacobi/steps/itsteps.hpp"
#include "sim/app/explore/address_range.hpp"
#include "sim/app/kernels/sweeps/cost.hpp"
#include "sim/app/kernels/sweeps/run_scheme.hpp"
#include "sim/app/scale/stages/stage_costs.hpp"
#include "sim/device/backends/platform_backends.hpp"

namespace stencil {
namespace {

std::int64_t most_rows(const StepPattern::Shape& shape) {
  std::int64_t most = 0;
  for (const StripShape& strip : shape) most = std::max(most, strip.rows);
  return most;
}

// Halo rows matter where only they travel, or later than the other rows. Strips of the same rows are alike otherwise.
StepPattern::Shape what_costs(StepPattern::Shape shape, const SweepOptions& options) {
  if (!options.place && options.schedule() != Schedule::resident && options.schedule() != Schedule::joined)
    for (StripShape& strip : shape) strip = {strip.rows};
  return shape;
}

std::vector<Strip> strips_of_shape(const StepPattern::Shape& shape) {
  std::vector<Strip> strips;
  std::int64_t at = 0;
  for (const StripShape& one : shape) {
    Strip strip;
    strip.number = static_cast<std::int64_t>(strips.size());
    strip.first_row = at + one.before;
    strip.owned = one.rows - one.before - one.after;
    strip.before = one.before;
    strip.after = one.after;
    strip.at = at;
    strips.push_back(strip);
    at += one.rows;
  }
  return strips;
}

std::int64_t cycles_of_step(const CostEstimate& estimate, std::int64_t step) {
  std::int64_t sum = 0;
  for (std::int64_t block = 0; block < estimate.blocks(step); ++block) sum += estimate.cycles(step, block);
  return sum;
}

// The cycles from one exchange to the next of joined steps.
std::vector<std::int64_t> cycles_of_joined(const RankWork& work, std::int64_t iterations,
                                           const AcceleratorOptions& options) {
  const std::unique_ptr<Accelerator> dry = make_dry_accelerator(options);
  std::vector<std::int64_t> cycles;
  std::int64_t so_far = 0;
  const auto step_ends = [&] {
    cycles.push_back(dry->cycles().total() - so_far);
    so_far += cycles.back();
  };
  joined_steps(
      *dry, work, iterations, [&](std::int64_t) { step_ends(); }, nullptr);
  step_ends();
  return cycles;
}

// Between drains each group of as many steps but the first costs the same, step by step; the last one may be shorter,
// and end with fewer sweeps. Without exchanges all steps are counted as one.
StepCosts joined_costs(const RankWork& work, const AcceleratorOptions& options) {
  const Steps steps = work.steps();
  std::int64_t blocks = 0;
  for (const StripArrays& strip : work.strips)
    blocks += static_cast<std::int64_t>(plan_strip(strip.rows, work.scheme).size());
  const std::int64_t group = (blocks_between_drains + blocks - 1) / blocks;
  const std::int64_t left_out = std::max<std::int64_t>(0, steps.last() / group - 2);
  const std::int64_t tried = work.iterations - left_out * group * steps.stw;
  StepCosts costs;
  std::vector<std::int64_t> cycles = cycles_of_joined(work, tried, options);
  if (work.exchanges) {
    const std::vector<std::int64_t> again(cycles.begin() + (left_out > 0 ? group : 0),
                                          cycles.begin() + (left_out > 0 ? 2 * group : 0));
    costs.each.assign(cycles.begin(), cycles.end());
    for (std::int64_t i = 0; i < left_out; ++i)
      costs.each.insert(costs.each.begin() + group, again.begin(), again.end());
    return costs;
  }
  costs.first = cycles.front();
  if (left_out > 0)
    costs.first += left_out * (costs.first - cycles_of_joined(work, tried - group * steps.stw, options).front());
  return costs;
}

}  // namespace

const StepCosts& CostTable::of(const StepPattern::Shape& whole) {
  const StepPattern::Shape shape = what_costs(whole, job_.sweep);
  const auto found = known_.find(shape);
  if (found != known_.end()) return found->second;
  if (shape.empty()) return known_[shape];
  std::int64_t rows = 0;
  for (const StripShape& strip : shape) rows += strip.rows;
  // The weights do not matter, since nothing is computed; they exist for two rows and columns or more.
  const SweepWeights weights =
      job_.kernel->weights(std::max<std::int64_t>(rows, 2), std::max<std::int64_t>(job_.cols, 2));
  if (job_.sweep.place) {
    known_[shape].each = staged_step_cycles(job_.sweep, strips_of_shape(shape), job_.cols, weights, job_.device);
    return known_[shape];
  }
  const AddressRange f(rows * job_.cols), r(rows * job_.cols);
  RankWork work;
  std::vector<std::int64_t> rows_of_strips;
  std::int64_t at = 0;
  for (const StripShape& strip : shape) {
    rows_of_strips.push_back(strip.rows);
    work.strips.push_back({strip.rows, job_.cols, f.begin() + at * job_.cols, r.begin() + at * job_.cols});
    work.halos.push_back({strip.before, strip.after});
    work.exchanges = work.exchanges || strip.before + strip.after > 0;
    work.whole_field = strip.follows;  // on one rank all strips but the first one do, on several none does
    at += strip.rows;
  }
  work.weights = weights;
  work.scheme = run_scheme(job_.sweep, most_rows(shape));
  work.iterations = job_.sweep.iterations;
  const std::unique_ptr<Accelerator> dry = make_dry_accelerator(job_.device);
  check_blocking(dry->capabilities(), most_rows(shape), job_.cols, work.scheme.portion, work.scheme.interval,
                 work.scheme.how);
  const bool joins = work.scheme.how.schedule == Schedule::joined && are_whole_field(work.halo_strips());
  work.scheme = cut_finer(work.scheme, dry->capabilities(), rows_of_strips, job_.cols, !joins);
  if (work.scheme.how.schedule == Schedule::joined) return known_[shape] = joined_costs(work, job_.device);
  const CostEstimate estimate = sweep_cost(work, *dry);
  const Steps steps = work.steps();
  StepCosts costs;
  costs.first = cycles_of_step(estimate, 0);
  if (steps.count() > 2) costs.repeated = cycles_of_step(estimate, 1);
  if (steps.count() > 1) costs.last = cycles_of_step(estimate, steps.last());
  return known_[shape] = costs;
}

}  // namespace stencil
