// Device cycles of each step of a rank, by the model of the device: the host code itself runs on it, without data.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <numeric>
#include <vector>

#include "sim/app/kernels/blocks/steps.hpp"
#include "sim/app/scale/scale_job.hpp"
#include "sim/app/scale/step_pattern.hpp"

namespace stencil {

// A device is idle when its rank waits for messages, so that costs do not depend on when they come. Joined steps of one
// strip wait for none, and cost what it takes for all of them, told as the first. Between stages, between joined steps
// and in the middle of an exchange in turn transfers may be under way when a rank waits; as in a run, they do not go on
// meanwhile.
struct StepCosts {
  std::int64_t first = 0;
  std::int64_t repeated = 0;            // from the second to the last but one
  std::int64_t last = 0;                // where there are two steps or more
  std::vector<std::int64_t> each = {};  // of stages and joined steps, unlike one another: then those above do not count
  // Of a resident strip between two others: of these cycles those before it sends rows to the rank above, in the first
  // step and in all others but the last. Rows for the rank below it sends at the end. 0: it sends all rows there.
  std::int64_t first_half = 0;
  std::int64_t repeated_half = 0;

  bool in_turn() const { return first_half > 0; }
  std::int64_t half_of(std::int64_t step) const { return step == 0 ? first_half : repeated_half; }

  std::int64_t of(std::int64_t step, const Steps& steps) const {
    if (!each.empty()) return each[static_cast<std::size_t>(step)];
    return step == 0 ? first : step == steps.last() ? last : repeated;
  }
  std::int64_t sum(const Steps& steps) const {
    if (!each.empty()) return std::accumulate(each.begin(), each.end(), std::int64_t{0});
    if (steps.count() == 1) return first;
    return first + repeated * (steps.count() - 2) + last;
  }
};

// Keeps what it has found out.
class CostTable {
 public:
  // job: outlives it; its rows do not matter.
  explicit CostTable(const ScaleJob& job) : job_(job) {}

  // Throws ArgumentError for strips that do not fit the device.
  const StepCosts& of(const StepPattern::Shape& shape);

 private:
  const ScaleJob& job_;
  std::map<StepPattern::Shape, StepCosts> known_;
};

}  // namespace stencil
