// SPDX-License-Identifier: Apache-2.0
#include "sim/app/package/checks/stores/shifted_stores.hpp"

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
  loads_.push_back({first, words, values});
  note_rows(loads_.back());
}

void ShiftedStores::note_rows(const Load& load) {
  const std::int64_t cols = last_.cols;
  if (cols == 0) return;
  const std::int64_t end = load.first + load.words;
  for (std::int64_t at = load.first / cols; at * cols < end; ++at) {
    const bool is_whole = load.first % cols == 0 && (at + 1) * cols <= end;
    row(at).source = is_whole ? load.values + (at * cols - load.first) : nullptr;
  }
}

std::int64_t ShiftedStores::loaded_from(const double* source) {
  std::int64_t found = 0;
  while (found < last_.rows && row(found).source != source) ++found;
  return found;
}

void ShiftedStores::stored(std::int64_t first, std::int64_t words, const double* values, std::int64_t call) {
  const std::int64_t cols = last_.cols;
  if (cols == 0 || words == 0 || first % cols != 0 || words % cols != 0) return;
  const std::int64_t from = first / cols, count = words / cols;
  const double* const source = row(from).source;
  const auto look_for = [&](const double* expected, std::optional<std::int64_t> call_before) {
    if (odd_ || source == nullptr || source == expected) return;
    const std::int64_t meant = loaded_from(expected);
    if (meant >= last_.niter && meant + count <= last_.rows) odd_ = Store{from, from + count, meant, call, call_before};
  };
  const auto before = targets_.find(values - cols);
  if (before != targets_.end() && before->second.source != nullptr)
    look_for(before->second.source + cols, before->second.call);
  look_for(values, std::nullopt);
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
    const std::int64_t last = store.meant + store.last - store.first;
    std::int64_t left = 0;
    for (std::int64_t at = store.meant; at < last; ++at) left += row(at).is_stored ? 0 : 1;
    if (left > 0) {
      const std::string meant = fmt::format("rows {} .. {}", store.meant, last - 1);
      const std::string place = store.call_before
                                    ? fmt::format("behind a row of call {} that {} follow where f_to_accel loaded them",
                                                  *store.call_before, meant)
                                    : fmt::format("to where f_to_accel had loaded {} from", meant);
      found.words = (store.last - store.first) * last_.cols;
      found.text = fmt::format(
          "rows {} .. {} of the block were stored (call {}) {}, of which {} never stored: internaloffset = {}, is {} "
          "meant?",
          store.first, store.last - 1, store.call, place,
          left == last - store.meant ? "all were" : fmt::format("{} were", left), store.first * last_.cols,
          store.meant * last_.cols);
    }
  }
  odd_.reset();
  for (Row& one : rows_) one.is_stored = false;
  return found;
}

ShiftedStores::Found ShiftedStores::swept(const SweepCommand& command) {
  Found found = ended();
  const bool has_other_rows = command.cols != last_.cols;
  last_ = command;
  if (has_other_rows) {
    rows_.clear();
    targets_.clear();
    for (const Load& load : loads_) note_rows(load);
  }
  loads_.clear();
  return found;
}

void ShiftedStores::forget() {
  rows_.clear();
  loads_.clear();
  odd_.reset();
}

}  // namespace stencil
