// SPDX-License-Identifier: Apache-2.0
#include "sim/app/package/checks/shifted_stores.hpp"

#include <fmt/format.h>

namespace stencil {
namespace {

constexpr std::size_t most_targets = std::size_t{1} << 18;

}  // namespace

ShiftedStores::Row& ShiftedStores::row(std::int64_t index) {
  const auto at = static_cast<std::size_t>(index);
  if (at >= rows_.size()) rows_.resize(at + 1);
  return rows_[at];
}

void ShiftedStores::loaded(std::int64_t first, std::int64_t words, const double* values) {
  const std::int64_t cols = last_.cols;
  if (cols == 0 || words == 0) return;
  for (std::int64_t at = first / cols; at * cols < first + words; ++at) {
    const bool is_whole = first % cols == 0 && (at + 1) * cols <= first + words;
    row(at).source = is_whole ? values + (at * cols - first) : nullptr;
  }
}

void ShiftedStores::stored(std::int64_t first, std::int64_t words, const double* values, std::int64_t call) {
  const std::int64_t cols = last_.cols;
  if (cols == 0 || words == 0 || first % cols != 0 || words % cols != 0) return;
  const std::int64_t from = first / cols, count = words / cols;
  const auto before = targets_.find(values - cols);
  const double* const source = row(from).source;
  if (before != targets_.end() && before->second.source != nullptr && source != nullptr && !odd_) {
    const double* const expected = before->second.source + cols;
    std::int64_t follows = 0;
    while (follows < last_.rows && row(follows).source != expected) ++follows;
    if (source != expected && follows >= last_.niter && follows + count <= last_.rows)
      odd_ = Store{from, from + count, follows, call, before->second.call};
  }
  for (std::int64_t at = from; at < from + count; ++at) {
    row(at).is_stored = true;
    const double* const target = values + (at - from) * cols;
    if (targets_.size() < most_targets || targets_.count(target) > 0)
      targets_.insert_or_assign(target, Target{row(at).source, call});
  }
}

ShiftedStores::Found ShiftedStores::ended() {
  Found found;
  if (odd_) {
    const Store store = *odd_;
    const std::int64_t last = store.follows + store.last - store.first;
    std::int64_t left = 0;
    for (std::int64_t at = store.follows; at < last; ++at) left += row(at).is_stored ? 0 : 1;
    if (left > 0) {
      found.words = (store.last - store.first) * last_.cols;
      found.text = fmt::format(
          "rows {} .. {} of the block were stored (call {}) behind a row of call {} that rows {} .. {} follow where "
          "f_to_accel loaded them, of which {} never stored: internaloffset = {}, is {} meant?",
          store.first, store.last - 1, store.call, store.call_before, store.follows, last - 1,
          left == last - store.follows ? "all were" : fmt::format("{} were", left), store.first * last_.cols,
          store.follows * last_.cols);
    }
  }
  odd_.reset();
  for (Row& one : rows_) one.is_stored = false;
  return found;
}

ShiftedStores::Found ShiftedStores::swept(const SweepCommand& command) {
  Found found = ended();
  if (command.cols != last_.cols) {
    rows_.clear();
    targets_.clear();
  }
  last_ = command;
  return found;
}

void ShiftedStores::forget() {
  rows_.clear();
  odd_.reset();
}

}  // namespace stencil
