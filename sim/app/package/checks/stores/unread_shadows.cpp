// SPDX-License-Identifier: Apache-2.0
#include "sim/app/package/checks/stores/unread_shadows.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "host/base/text.hpp"

namespace stencil {
namespace {

constexpr std::size_t most_shadows_kept = 64, most_loads_kept = 256;

}  // namespace

void UnreadShadows::updated(const UsedMemory& shadow, const UsedMemory& edge) {
  const std::byte* const first = shadow.array + shadow.first;
  const bool known =
      std::any_of(shadows_.begin(), shadows_.end(), [&](const Shadow& one) { return one.first == first; });
  if (known || shadow.first == shadow.last || shadows_.size() == most_shadows_kept) return;
  shadows_.push_back({first, shadow.array + shadow.last, shadow.elemsize, shadow.peer, shadow.first < edge.first});
}

void UnreadShadows::loaded(std::int64_t first, std::int64_t words, const double* values) {
  const auto* const from = reinterpret_cast<const std::byte*>(values);
  const std::byte* const end = from + words * static_cast<std::int64_t>(sizeof(double));
  for (Shadow& one : shadows_) one.is_loaded = one.is_loaded || (from < one.last && one.first < end);
  loads_.erase(std::remove_if(loads_.begin(), loads_.end(),
                              [&](const Load& one) { return first <= one.first && one.end <= first + words; }),
               loads_.end());
  if (loads_.size() == most_loads_kept) loads_.pop_back();
  loads_.insert(loads_.begin(), {first, first + words, from});
}

const std::byte* UnreadShadows::source_of(std::int64_t word) const {
  const auto load =
      std::find_if(loads_.begin(), loads_.end(), [&](const Load& one) { return one.first <= word && word < one.end; });
  return load == loads_.end() ? nullptr : load->from + (word - load->first) * static_cast<std::int64_t>(sizeof(double));
}

void UnreadShadows::swept(const SweepCommand& command, std::int64_t block) {
  last_ = command;
  block_ = block;
  const std::byte* const top = source_of(0);
  const std::byte* const bottom = source_of(command.rows * command.cols - 1);
  for (Shadow& one : shadows_) {
    const bool is_beside =
        one.is_above ? top != nullptr && top == one.last : bottom != nullptr && bottom + sizeof(double) == one.first;
    one.is_beside = is_beside && command.niter > 1;
  }
}

void UnreadShadows::stored(std::int64_t first, std::int64_t words) {
  for (Shadow& one : shadows_) {
    const std::int64_t row = one.is_above ? 0 : (last_.rows - 1) * last_.cols;
    if (one.is_beside && one.block < 0 && first <= row && row + last_.cols <= first + words) one.block = block_;
  }
}

UnreadShadows::Found UnreadShadows::ended() const {
  Found found;
  for (const Shadow& one : shadows_) {
    if (one.is_loaded || one.block < 0) continue;
    const std::int64_t rows = (one.last - one.first) / one.elemsize;
    found.rows += rows;
    if (!found.text.empty()) continue;
    found.text = fmt::format(
        "no f_to_accel has loaded the {} that VSDA_Update_end fills from rank {}: the row beside {}, the {} one of "
        "what "
        "itstep_accel (block {}) sweeps, stays as it is, as if the field ended there",
        counted(rows, "halo row"), one.peer, rows == 1 ? "it" : "them", one.is_above ? "first" : "last", one.block);
  }
  return found;
}

}  // namespace stencil
