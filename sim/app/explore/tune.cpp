// SPDX-License-Identifier: Apache-2.0
#include "sim/app/explore/tune.hpp"

#include <algorithm>
#include <numeric>

#include "host/jacobi/plan.hpp"
#include "sim/app/kernels/blocks/block_record.hpp"
#include "sim/app/kernels/blocks/steps.hpp"

namespace stencil {
namespace {

bool shorter(const Tuned& a, const Tuned& b) {
  return a.total() < b.total();
}

// One interval: the sum over blocks of the largest of issue slots, load cycles and store cycles.
std::int64_t roofline(const TuneJob& job, const Capabilities& device, const BlockScheme& candidate,
                      std::int64_t niter) {
  std::int64_t sum = 0;
  const std::int64_t local_rows = job.most_local_rows(candidate.interval);
  for (const Block& block : plan_blocks(local_rows, candidate.portion, niter, candidate.how.blocking)) {
    sum += block_limits(device, sweep_shape(block, job.cols, niter), block_traffic(block, job.cols)).roofline_cycles;
  }
  return sum;
}

}  // namespace

std::int64_t roofline_bound(const TuneJob& job, const Capabilities& device, const BlockScheme& candidate) {
  const Steps steps{job.iterations, candidate.interval};
  return roofline(job, device, candidate, steps.niter(0)) * steps.last() +
         roofline(job, device, candidate, steps.niter(steps.last()));
}

TuneResult tune(const TuneJob& job, const std::vector<BlockScheme>& candidates, const Predict& predict,
                const LowerBound& lower_bound, std::size_t wanted) {
  std::vector<double> bounds;
  bounds.reserve(candidates.size());
  for (const BlockScheme& candidate : candidates) {
    bounds.push_back(static_cast<double>(lower_bound(candidate)) + job.exchange_cycles(candidate.interval));
  }
  std::vector<std::size_t> order(candidates.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return bounds[a] < bounds[b]; });

  TuneResult result;
  result.considered = candidates.size();
  for (const std::size_t index : order) {
    const bool full = result.best.size() == wanted;
    if (full && bounds[index] >= result.best.back().total()) break;
    const BlockScheme& candidate = candidates[index];
    const Tuned tuned{candidate, predict(candidate), job.exchange_cycles(candidate.interval)};
    ++result.predicted;
    if (full && !shorter(tuned, result.best.back())) continue;
    if (full) result.best.pop_back();
    result.best.insert(std::upper_bound(result.best.begin(), result.best.end(), tuned, shorter), tuned);
  }
  return result;
}

}  // namespace stencil
