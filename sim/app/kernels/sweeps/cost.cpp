// SPDX-License-Identifier: Apache-2.0
#include "sim/app/kernels/sweeps/cost.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <utility>

#include "host/jacobi/itstep.hpp"
#include "host/jacobi/steps/itsteps.hpp"

namespace stencil {
namespace {

using BlockCycles = CostEstimate::BlockCycles;

class Ledger final : public BlockObserver {
 public:
  void after_block(const BlockRun& run) override { cycles.push_back(run.cycles.total()); }
  BlockCycles cycles;
};

class StepsLedger final : public BlockObserver {
 public:
  void before_step(std::int64_t /*step*/, std::int64_t /*niter*/) override { steps.emplace_back(); }
  void after_block(const BlockRun& run) override { steps.back().push_back(run.cycles.total()); }
  std::vector<BlockCycles> steps;
};

// Of joined steps: the first three and the last one.
CostEstimate joined_cost(const RankWork& work, Accelerator& dry) {
  const Steps steps = work.steps();
  const std::int64_t left_out = std::max<std::int64_t>(0, steps.count() - 4);
  StepsLedger ledger;
  joined_steps(
      dry, work, work.iterations - left_out * steps.stw, [](std::int64_t) {}, &ledger);
  std::vector<BlockCycles>& of = ledger.steps;
  of.resize(static_cast<std::size_t>(steps.count() - left_out));  // without strips none is named
  std::vector<BlockCycles> repeated, last;
  if (steps.count() == 3) repeated = {of[1]};
  if (steps.count() > 3) repeated = {of[2]};
  if (steps.count() > 1) last = {of.back()};
  return {steps.count(), {of.front()}, std::move(repeated), std::move(last)};
}

// Of a resident strip: the first step, the second and the last one.
CostEstimate resident_cost(const RankWork& work, Accelerator& dry) {
  const Steps steps = work.steps();
  const std::int64_t tried = std::min<std::int64_t>(steps.count(), 3);
  ResidentStrip strip(dry, work.strips.front(), work.halos.front(), work.weights, tried);
  Ledger ledger;
  for (std::int64_t step = 0; step < tried; ++step) {
    strip.step(steps.niter(step + 1 == tried ? steps.last() : step), false, &ledger);
  }
  const BlockCycles& of = ledger.cycles;
  std::vector<BlockCycles> repeated, last;
  if (tried == 3) repeated = {{of[1]}};
  if (tried > 1) last = {{of.back()}};
  return {steps.count(), {{of.front()}}, std::move(repeated), std::move(last)};
}

CostEstimate estimate(const Steps& steps, const std::function<BlockCycles(std::int64_t niter)>& one_step) {
  std::vector<BlockCycles> first{one_step(steps.niter(0))};
  std::vector<BlockCycles> repeated;
  std::vector<BlockCycles> last;
  if (steps.count() > 2) repeated = {one_step(steps.niter(1))};
  if (steps.count() > 1) last = {one_step(steps.niter(steps.last()))};
  return {steps.count(), std::move(first), std::move(repeated), std::move(last)};
}

}  // namespace

void joined_steps(Accelerator& device, const RankWork& work, std::int64_t iterations, const StepExchange& exchange,
                  BlockObserver* observer) {
  if (work.exchanges) {
    itsteps(device, work.halo_strips(), work.weights, work.scheme, iterations, exchange, observer);
  } else if (!work.strips.empty()) {
    itsteps(device, work.strips.front(), work.weights, work.scheme, iterations, observer);
  }
}

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
  if (work.scheme.how.schedule == Schedule::joined) return joined_cost(work, dry);
  if (work.scheme.how.schedule == Schedule::resident) return resident_cost(work, dry);
  return estimate(work.steps(), [&](std::int64_t niter) {
    Ledger ledger;
    itstep(dry, work.strips, work.weights, with_interval(work.scheme, niter), &ledger);
    return std::move(ledger.cycles);
  });
}

}  // namespace stencil
