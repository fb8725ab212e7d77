// SPDX-License-Identifier: Apache-2.0
#include "sim/run/estimate.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstddef>
#include <numeric>

#include "host/blocking/plan.hpp"

namespace stencil {
namespace {

class Ledger final : public BlockObserver {
 public:
  void after_block(const BlockRun& run) override { cycles.push_back(run.cycles.total()); }
  std::vector<std::int64_t> cycles;
};

std::int64_t sum(const std::vector<std::int64_t>& values) {
  return std::accumulate(values.begin(), values.end(), std::int64_t{0});
}

}  // namespace

CostEstimate::CostEstimate(const RankWork& work)
    : CostEstimate(work.steps, [&](std::int64_t niter) {
        std::size_t blocks = 0;
        for (const StripWork& strip : work.strips) {
          blocks += plan_blocks(strip.local_rows, work.portion, niter, work.options.blocking).size();
        }
        return BlockCycles(blocks);
      }) {}

CostEstimate::CostEstimate(const RankWork& work, Accelerator& dry)
    : CostEstimate(work.steps, [&](std::int64_t niter) {
        Ledger ledger;
        for (const StripWork& strip : work.strips) {
          itstep(dry, strip.local_rows, work.cols, strip.f, strip.r, work.coefficients, niter, work.portion, &ledger,
                 work.options);
        }
        return ledger.cycles;
      }) {}

CostEstimate::CostEstimate(const Steps& steps, const std::function<BlockCycles(std::int64_t niter)>& one_step)
    : steps_(steps.count()), first_(one_step(steps.niter(0))) {
  if (steps_ > 2) middle_ = one_step(steps.niter(1));
  if (steps_ > 1) last_ = one_step(steps.niter(steps.last()));
}

const CostEstimate::BlockCycles& CostEstimate::of(std::int64_t step) const {
  if (step == 0) return first_;
  return step == steps_ - 1 ? last_ : middle_;
}

std::int64_t CostEstimate::blocks() const {
  const std::int64_t between = steps_ > 2 ? steps_ - 2 : 0;
  return static_cast<std::int64_t>(first_.size() + last_.size()) + between * static_cast<std::int64_t>(middle_.size());
}

std::int64_t CostEstimate::cycles() const {
  const std::int64_t between = steps_ > 2 ? steps_ - 2 : 0;
  return sum(first_) + between * sum(middle_) + sum(last_);
}

std::int64_t CostEstimate::cycles(std::int64_t step, std::int64_t position) const {
  return of(step).at(static_cast<std::size_t>(position));
}

double remaining_seconds(double elapsed_s, double share_done) {
  return elapsed_s * (1.0 - share_done) / share_done;
}

std::string readable_duration(double seconds) {
  if (seconds < 1.0) return fmt::format("{:.0f} ms", seconds * 1e3);
  const auto whole = static_cast<std::int64_t>(std::llround(seconds));
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  return fmt::format("{} h {:02} min", whole / 3600, whole % 3600 / 60);
}

}  // namespace stencil
