// SPDX-License-Identifier: Apache-2.0
#include "sim/app/run/estimate.hpp"

#include <fmt/core.h>

#include <cstddef>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace stencil {

CostEstimate::CostEstimate(std::int64_t steps, std::vector<BlockCycles> first, std::vector<BlockCycles> repeated,
                           std::vector<BlockCycles> last)
    : steps_(steps), first_(std::move(first)), repeated_(std::move(repeated)), last_(std::move(last)) {
  const std::int64_t between = steps_ - static_cast<std::int64_t>(first_.size() + last_.size());
  const auto period = static_cast<std::int64_t>(repeated_.size());
  if (between < 0 || (period == 0 ? between > 0 : between % period != 0)) {
    throw std::invalid_argument(fmt::format("estimate: {} steps, first {}, last {}, {} repeated between them", steps_,
                                            first_.size(), last_.size(), period));
  }
}

const CostEstimate::BlockCycles& CostEstimate::of(std::int64_t step) const {
  const auto first = static_cast<std::int64_t>(first_.size());
  const std::int64_t from_last = step - (steps_ - static_cast<std::int64_t>(last_.size()));
  if (step < first) return first_.at(static_cast<std::size_t>(step));
  if (from_last >= 0) return last_.at(static_cast<std::size_t>(from_last));
  return repeated_.at(static_cast<std::size_t>(step - first) % repeated_.size());
}

std::int64_t CostEstimate::sum(const std::function<std::int64_t(const BlockCycles&)>& of_step) const {
  const auto over = [&](const std::vector<BlockCycles>& steps) {
    std::int64_t all = 0;
    for (const BlockCycles& step : steps) all += of_step(step);
    return all;
  };
  const std::int64_t between = steps_ - static_cast<std::int64_t>(first_.size() + last_.size());
  const std::int64_t times = repeated_.empty() ? 0 : between / static_cast<std::int64_t>(repeated_.size());
  return over(first_) + times * over(repeated_) + over(last_);
}

std::int64_t CostEstimate::blocks() const {
  return sum([](const BlockCycles& step) { return static_cast<std::int64_t>(step.size()); });
}

std::int64_t CostEstimate::cycles() const {
  return sum([](const BlockCycles& step) { return std::accumulate(step.begin(), step.end(), std::int64_t{0}); });
}

std::int64_t CostEstimate::cycles(std::int64_t step, std::int64_t position) const {
  return of(step).at(static_cast<std::size_t>(position));
}

}  // namespace stencil
