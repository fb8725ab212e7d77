// SPDX-License-Identifier: Apache-2.0
#include "sim/app/package/checks/steps/joined_rows.hpp"

#include <fmt/format.h>

#include <cstring>

#include "host/base/text.hpp"

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
    while (at < cols && std::memcmp(now + at, then + at, sizeof(double)) == 0) ++at;
    if (at == cols) continue;
    if (changed.rows++ == 0) first = step.global_row + row - step.first_owned, col = at;
  }
  if (changed.rows == 0) return changed;
  const bool stays = step.behind == StepInfo::Behind::resident;
  changed.text = fmt::format(
      "{} that the rank owns, from row {}, column {} of the field on, changed between {}, before step {}: the device "
      "{}; "
      "between {} halo rows alone may change",
      counted(changed.rows, "row"), first, col, stays ? "steps of a part that stays in the device" : "joined steps",
      step.number, stays ? "has kept its own and does not load them" : "may have loaded them with their old values",
      stays ? "these" : "joined steps");
  return changed;
}

}  // namespace stencil
