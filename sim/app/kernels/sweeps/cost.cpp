// SPDX-License-Identifier: Apache-2.0
#include "sim/app/kernels/sweeps/cost.hpp"

#include <cstddef>
#include <functional>
#include <utility>

#include "host/jacobi/itstep.hpp"

namespace stencil {
namespace {

using BlockCycles = CostEstimate::BlockCycles;

class Ledger final : public BlockObserver {
 public:
  void after_block(const BlockRun& run) override { cycles.push_back(run.cycles.total()); }
  BlockCycles cycles;
};

CostEstimate estimate(const Steps& steps, const std::function<BlockCycles(std::int64_t niter)>& one_step) {
  std::vector<BlockCycles> first{one_step(steps.niter(0))};
  std::vector<BlockCycles> repeated;
  std::vector<BlockCycles> last;
  if (steps.count() > 2) repeated = {one_step(steps.niter(1))};
  if (steps.count() > 1) last = {one_step(steps.niter(steps.last()))};
  return {steps.count(), std::move(first), std::move(repeated), std::move(last)};
}

}  // namespace

CostEstimate sweep_cost(const RankWork& work) {
  return estimate(work.steps(), [&](std::int64_t niter) {
    std::size_t blocks = 0;
    for (const StripArrays& strip : work.strips) {
      blocks += plan_strip(strip.rows, with_interval(work.scheme, niter)).size();
    }
    return BlockCycles(blocks);
  });
}

CostEstimate sweep_cost(const RankWork& work, Accelerator& dry) {
  return estimate(work.steps(), [&](std::int64_t niter) {
    Ledger ledger;
    itstep(dry, work.strips, work.weights, with_interval(work.scheme, niter), &ledger);
    return std::move(ledger.cycles);
  });
}

}  // namespace stencil
