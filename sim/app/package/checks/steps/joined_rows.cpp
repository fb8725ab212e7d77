// SPDX-License-Identifier: Apache-2.0
#include "sim/app/package/checks/steps/joined_rows.hpp"

#include <fmt/format.h>

#include "host/base/text.hpp"
#include "models/values/canonical_nan.hpp"
#include "sim/app/package/checks/steps/step_rows.hpp"

namespace stencil {

ChangedRows changed_between_joined(const StepInfo& step, const std::vector<double>& left) {
  ChangedRows changed;
  const std::int64_t cols = step.strip.cols;
  if (step.behind == StepInfo::Behind::any || static_cast<std::int64_t>(left.size()) != step.strip.rows * cols)
    return changed;
  std::int64_t first = -1, col = 0;
  for (std::int64_t row = step.first_owned; row < step.first_owned + step.owned; ++row) {
    const double *const now = step.strip.f + row * cols, *const then = left.data() + row * cols;
    std::int64_t at = 0;
    while (at < cols && bits_of(now[at]) == bits_of(then[at])) ++at;
    if (at == cols) continue;
    if (changed.rows++ == 0) first = step.global_row + row - step.first_owned, col = at;
  }
  if (changed.rows == 0) return changed;
  const bool stays = step.behind == StepInfo::Behind::resident;
  changed.text = fmt::format(
      "{} that the rank owns, from row {}, column {} of the field on, changed between {}, before step {}: the device "
      "{}; between {} halo rows alone may change",
      counted(changed.rows, "row"), first, col, stays ? "steps of a part that stays in the device" : "joined steps",
      step.number, stays ? "has kept its own and does not load them" : "may have loaded them with their old values",
      stays ? "these" : "joined steps");
  return changed;
}

ChangedRows changed_right_hand(const StepInfo& step, const std::vector<double>& loaded) {
  ChangedRows changed;
  const std::int64_t cols = step.strip.cols, first = step.global_row - step.first_owned;
  if (step.behind != StepInfo::Behind::resident || static_cast<std::int64_t>(loaded.size()) != step.strip.rows * cols)
    return changed;
  std::int64_t from = 0;
  for (std::int64_t row = 0; row < step.strip.rows; ++row) {
    if (same_rows(step.strip.r + row * cols, loaded.data() + row * cols, cols)) continue;
    if (changed.rows++ == 0) from = first + row;
  }
  if (changed.rows == 0) return changed;
  changed.text = fmt::format(
      "{} of r, from row {} of the field on, {} not as the first step of this part loaded {}, before step {}: a part "
      "that stays in the device keeps the r of its first step, which this step is checked with; a source that changes "
      "needs stencil_step_begin",
      counted(changed.rows, "row"), from, changed.rows == 1 ? "is" : "are", changed.rows == 1 ? "it" : "them",
      step.number);
  return changed;
}

}  // namespace stencil
