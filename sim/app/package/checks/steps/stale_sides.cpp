// Halo rows beside a part that stay as they were from step to step.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <string>
#include <utility>

#include "host/base/text.hpp"
#include "sim/app/package/checks/steps/step_watch.hpp"

namespace stencil {
namespace {

constexpr std::size_t most_updates = 64;

}  // namespace

void StepWatch::updated(const UsedMemory& shadow) {
  const std::byte* const first = shadow.array + shadow.first;
  if (updated_.size() < most_updates) updated_.push_back(first);
  for (auto& [array, known] : known_) {
    const auto byte_of = [&array = array, &known = known](std::int64_t row) {
      return reinterpret_cast<const std::byte*>(array + row * known.stride);
    };
    const std::int64_t below = known.first_owned + known.owned;
    if (first >= byte_of(0) && first < byte_of(known.first_owned)) known.above.updated_from = shadow.peer;
    if (first >= byte_of(below) && first < byte_of(known.rows)) known.below.updated_from = shadow.peer;
    if (first < byte_of(known.first_owned) || first >= byte_of(below)) continue;
    known.filled = fmt::format("row {} of the array, which the rank owns, with values of rank {}",
                               (first - byte_of(0)) / (byte_of(1) - byte_of(0)), shadow.peer);
  }
}

// One step alone proves nothing: where values spread from one side, the rows beside may be the first that changed. Then
// the next step changes the halo rows.
void StepWatch::check_side(const StepInfo& step, const char* where, const Known& known, Side& side, std::int64_t first,
                           std::int64_t rows) {
  const std::int64_t cols = step.strip.cols, words = rows * cols;
  if (words > 0) {
    const double* const outermost = step.strip.f + (first == 0 ? 0 : first + rows - 1) * cols;
    if (side.outermost.empty()) side.outermost.assign(outermost, outermost + cols);
    side.outermost_changed = side.outermost_changed || !same_rows(side.outermost.data(), outermost, cols);
  }
  const bool stale = words > 0 && side.beside_changed && static_cast<std::int64_t>(side.left.size()) == words &&
                     same_rows(side.left.data(), step.strip.f + first * step.strip.cols, words);
  side.stale_steps = stale ? side.stale_steps + 1 : 0;
  if (side.stale_steps < 2) return;
  std::string text = fmt::format(
      "{} {} the rows that the rank owns are in step {} as the two steps before left them, although the "
      "rows beside them changed",
      counted(rows, "halo row"), where, step.number);
  text += side.updated_from ? fmt::format(
                                  " and VSDA_Update_end has filled them from rank {}: either that rank's rows do not "
                                  "change, or the update sends other rows, or they are overwritten after it",
                                  *side.updated_from)
          : known.filled.empty()
              ? ": is an update missing?"
              : fmt::format(
                    ": VSDA_Update_end has filled {} instead: has VSDA_create other numbers than the step, or "
                    "does the update send and fill other rows (host/arrays/vsda)?",
                    known.filled);
  if (side.outermost_changed) return note(coverage_.stale_halo_rows, rows, text);
  if (maybe_stale_ == 0) maybe_stale_text_ = text;
  maybe_stale_ += rows;
}

std::int64_t StepWatch::confirm_stale() {
  const std::int64_t rows = std::exchange(maybe_stale_, 0);
  if (rows > 0) note(coverage_.stale_halo_rows, rows, maybe_stale_text_);
  return rows;
}

void StepWatch::keep_side(const StepInfo& step, Side& side, std::int64_t first, std::int64_t rows,
                          std::int64_t beside) {
  const std::int64_t cols = step.strip.cols;
  const double* const from = step.strip.f + first * cols;
  side.left.assign(from, from + rows * cols);
  side.beside_changed = !same_rows(last_of(step).before.data() + beside * cols, step.strip.f + beside * cols, cols);
}

}  // namespace stencil
