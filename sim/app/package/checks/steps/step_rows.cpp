// SPDX-License-Identifier: Apache-2.0
#include "sim/app/package/checks/steps/step_rows.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <functional>
#include <string_view>
#include <utility>

namespace stencil {
namespace {

// Rows of the part: those that the rank owns, and as many beside them as there are sweeps.
std::pair<std::int64_t, std::int64_t> reached(const StepInfo& step) {
  return {std::max<std::int64_t>(0, step.first_owned - step.scheme.interval),
          std::min(step.strip.rows, step.first_owned + step.owned + step.scheme.interval)};
}

}  // namespace

std::vector<std::int64_t> StepRows::digests(const StepInfo& step) const {
  const auto [first, last] = reached(step);
  std::vector<std::int64_t> all;
  all.reserve(static_cast<std::size_t>(last - first));
  for (std::int64_t row = first; row < last; ++row) {
    const auto* const words = reinterpret_cast<const char*>(step.strip.f + row * step.strip.cols);
    const std::string_view bytes{words, static_cast<std::size_t>(step.strip.cols) * sizeof(double)};
    all.push_back(static_cast<std::int64_t>(std::hash<std::string_view>{}(bytes)));
  }
  return all;
}

void StepRows::begins(const StepInfo& step) {
  const auto [first, last] = reached(step);
  kept_ += 2 * (last - first);
  keeps_ = keeps_ && kept_ <= most_;
  if (!keeps_) return;
  if (step.part == 0) begun_ = {step.number, step.scheme.interval, number_of(step.array), step.weights, {}};
  begun_.parts.push_back(
      {step.global_row - step.first_owned + first, step.global_row, step.global_row + step.owned, digests(step), {}});
}

const StepRows::Rows* StepRows::Step::owner_of(std::int64_t row) const {
  const auto found = std::find_if(parts.begin(), parts.end(), [row](const Rows& part) { return part.owns(row); });
  return found == parts.end() ? nullptr : &*found;
}

std::int64_t StepRows::number_of(const double* array) {
  return arrays_.emplace(array, static_cast<std::int64_t>(arrays_.size())).first->second;
}

void StepRows::ended(const StepInfo& step) {
  if (!keeps_) return;
  begun_.parts[static_cast<std::size_t>(step.part)].after = digests(step);
  if (step.part + 1 == step.parts) steps_.push_back(std::move(begun_));
}

bool same_rows(const double* a, const double* b, std::int64_t words) {
  return std::memcmp(a, b, static_cast<std::size_t>(words) * sizeof(double)) == 0;
}

}  // namespace stencil
