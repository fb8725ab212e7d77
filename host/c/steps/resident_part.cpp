// SPDX-License-Identifier: Apache-2.0
#include "host/c/steps/resident_part.hpp"

#include <fmt/core.h>

#include <cstring>
#include <utility>

#include "host/base/check.hpp"
#include "host/base/errors.hpp"
#include "host/c/steps/sweep_part.hpp"

namespace stencil {
namespace {

constexpr const char* of_first_step = "as in the first step of the part that stays in the device";

}  // namespace

ResidentPart::ResidentPart(Accelerator& device, const StepInfo& step, const std::vector<stencil_part>& parts,
                           std::int64_t steps)
    : given_(parts), weights_(step.weights), left_(steps) {
  check_range("steps", steps, 1);
  if (parts.empty()) return;
  const stencil_part& part = parts.front();
  const Capabilities& has = device.capabilities();
  check_range("cols", part.cols, 1, has.max_cols, "the device's longest row");
  check_range(
      "rows", part.rows, 1, has.memory_words / part.cols,
      fmt::format("the part stays in one buffer of {} words, rows of {} columns", has.memory_words, part.cols).c_str());
  parts_ = std::make_shared<SweptParts>(step, parts, "stencil_resident_begin");
  const RowHalo halo{part.first_owned, part.rows - part.first_owned - part.owned};
  strip_ = std::make_unique<ResidentStrip>(device, parts_->all().front().strip, halo, weights_, steps);
}

void ResidentPart::check_next(const StepInfo& step, const std::vector<stencil_part>& parts, std::int64_t steps) const {
  check_range("steps", steps, left_, left_, "those that are left with the part that stays in the device");
  if (!same_bits(step.weights, weights_)) {
    throw ArgumentError(
        "kernel and weights are others, must be those of the first step of the part that stays in the device");
  }
  check_range("rows", parts.empty() ? 0 : parts.front().rows, given_.empty() ? 0 : given_.front().rows,
              given_.empty() ? 0 : given_.front().rows, of_first_step);
  if (parts.empty()) return;
  check_same_part(parts.front(), given_.front(), of_first_step);
  if (below_.empty()) return;
  const std::vector<double> now = rows_below();
  if (std::memcmp(now.data(), below_.data(), now.size() * sizeof(double)) != 0)
    throw ArgumentError(
        "halo rows below the part have changed since stencil_step_wait, must be set between stencil_edge_wait and "
        "stencil_step_wait, where the device loads them, or without stencil_edge_wait after it");
}

bool ResidentPart::is_between_others() const {
  return !given_.empty() && given_.front().first_owned > 0 &&
         given_.front().first_owned + given_.front().owned < given_.front().rows;
}

std::vector<double> ResidentPart::rows_below() const {
  const stencil_part& part = given_.front();
  const std::int64_t first = part.first_owned + part.owned, rows = part.rows - first;
  std::vector<double> below(static_cast<std::size_t>(rows * part.cols));
  copy_rows(rows, part.cols, part.f + first * part.stride, part.stride, below.data(), part.cols);
  return below;
}

void ResidentPart::begin(const StepInfo& step) {
  --left_;
  if (parts_ == nullptr) return;
  parts_->renumber(step.number, step.scheme.interval,
                   std::exchange(is_begun_, true) ? StepInfo::Behind::resident : StepInfo::Behind::any);
  parts_->copy_in();
}

void ResidentPart::sweep(bool whole, BlockObserver* observer) {
  half_ = strip_->begin(parts_->all().front().scheme.interval, whole, observer);
  if (!half_) strip_->end(false, observer);
}

bool ResidentPart::end_edge() {
  edge_ended_ = true;
  if (half_) parts_->copy_out();
  return over_ = !half_;
}

bool ResidentPart::end(BlockObserver* observer) {
  below_.clear();
  if (edge_ended_ && left_ > 0 && is_between_others()) below_ = rows_below();
  if (std::exchange(half_, false)) {
    if (edge_ended_) parts_->copy_in();
    strip_->end(edge_ended_, observer);
  }
  edge_ended_ = false;
  return !std::exchange(over_, false);
}

}  // namespace stencil
