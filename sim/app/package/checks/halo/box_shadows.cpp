// SPDX-License-Identifier: Apache-2.0
#include "sim/app/package/checks/halo/box_shadows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "host/base/text.hpp"

namespace stencil {
namespace {

constexpr std::size_t most_boxes = 64;
constexpr std::int64_t word = sizeof(double);

// first, last: of this axis of the box in the step. A step that reaches no shadow is no such step: it may be one of
// several over parts of the array.
std::string too_narrow(const UpdatedBox::Axis& axis, std::int64_t first, std::int64_t last, std::int64_t sweeps,
                       bool is_rows) {
  const auto text = [&](std::int64_t shadows, const char* side) {
    const char* const noun = is_rows ? "row" : "column";
    const char* const argument = is_rows ? "shadowrows" : "shadowcols";
    return fmt::format(
        "sweeps = {}, must be 1 .. {}: f is an array of VSDA_Create_2d with {} {} that another rank owns, and a step "
        "leaves its outermost {}s as they are: {}s of this rank are computed from old ones from sweep {} on; {} must "
        "be "
        ">= {}",
        sweeps, shadows, counted(shadows, fmt::format("shadow {}", noun)), side, noun, noun, shadows + 1, argument,
        sweeps);
  };
  const std::int64_t before = axis.before - first;
  if (axis.before > 0 && before > 0 && before < sweeps) return text(before, is_rows ? "above" : "on the left");
  const std::int64_t after = last - (axis.elements - axis.after);
  if (axis.after > 0 && after > 0 && after < sweeps) return text(after, is_rows ? "below" : "on the right");
  return "";
}

}  // namespace

void BoxShadows::updated(const UpdatedBox& box) {
  updated_.erase(
      std::remove_if(updated_.begin(), updated_.end(), [&](const UpdatedBox& one) { return one.array == box.array; }),
      updated_.end());
  if (updated_.size() < most_boxes) updated_.push_back(box);
}

std::string BoxShadows::begins(const StepInfo& step) {
  const auto* const f = reinterpret_cast<const std::byte*>(step.array);
  const auto box = std::find_if(updated_.begin(), updated_.end(), [&](const UpdatedBox& one) {
    return f >= one.array && f < one.array + one.rows.elements * one.cols.elements * one.elemsize;
  });
  if (box == updated_.end()) return "";
  const UpdatedBox one = *box;
  updated_.erase(box);
  const std::int64_t at = (f - one.array) / word, stride = one.cols.elements;
  if (one.elemsize != word || step.stride != stride) return "";
  const std::int64_t row = at / stride, col = at % stride, sweeps = step.scheme.interval;
  const std::string cols = too_narrow(one.cols, col, col + step.strip.cols, sweeps, false);
  return cols.empty() ? too_narrow(one.rows, row, row + step.strip.rows, sweeps, true) : cols;
}

BoxShadows& box_shadows() {
  static auto* const all = new BoxShadows;
  return *all;
}

}  // namespace stencil
