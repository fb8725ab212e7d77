// SPDX-License-Identifier: Apache-2.0
#include "host/c/steps/resident_part.hpp"

#include <fmt/core.h>

#include "host/base/check.hpp"
#include "host/base/errors.hpp"

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
  if (!parts.empty()) check_same_part(parts.front(), given_.front(), of_first_step);
}

void ResidentPart::begin(const StepInfo& step) {
  --left_;
  if (parts_ == nullptr) return;
  parts_->renumber(step.number, step.scheme.interval);
  parts_->copy_in();
}

void ResidentPart::sweep(bool whole, BlockObserver* observer) {
  strip_->step(parts_->all().front().scheme.interval, whole, observer);
}

}  // namespace stencil
