// Rows that a sweep has changed on the device and no store has brought back.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "host/base/text.hpp"

#include "sim/app/package/checks/stores/row_ages.hpp"

namespace stencil {

void RowAges::sweep_ended(const double* f) {
  const double* const top = row(0).source;
  const double* const bottom = row(last_.rows - 1).source;
  for (std::int64_t at = 0; at < last_.rows; ++at) {
    Row& one = row(at);
    if (one.source == nullptr || one.is_old || hash(f + at * cols_) == one.hash) continue;
    Kept& kept = kept_[one.source];
    kept.changed = true;
    kept.brought = false;
    kept.block = block_;
    kept.beyond = {top != nullptr && at < last_.niter ? top - cols_ : nullptr,
                   bottom != nullptr && at >= last_.rows - last_.niter ? bottom + cols_ : nullptr};
  }
}

bool RowAges::is_left_behind(const Kept& kept) const {
  const auto is_known = [this](const double* row) { return row != nullptr && kept_.count(row) > 0; };
  return kept.changed && std::none_of(kept.beyond.begin(), kept.beyond.end(), is_known);
}

RowAges::Found RowAges::old_edges(const std::byte* array) const {
  Found found;
  const std::int64_t row_bytes = cols_ * static_cast<std::int64_t>(sizeof(double));
  for (const UsedMemory& edge : sent_) {
    if (edge.array != array || row_bytes == 0) continue;
    const auto* const begin = reinterpret_cast<const double*>(array + edge.first);
    const auto* const end = reinterpret_cast<const double*>(array + edge.last);
    std::int64_t rows = 0;
    const std::pair<const double* const, Kept>* first = nullptr;
    for (auto row = kept_.lower_bound(begin); row != kept_.end() && row->first + cols_ <= end; ++row) {
      if (row->second.brought || !is_left_behind(row->second)) continue;
      if (rows++ == 0) first = &*row;
    }
    if (rows == 0) continue;
    found.words += rows * cols_;
    if (found.text.empty())
      found.text = fmt::format(
          "{} of the edge that goes to rank {}, the first of them row {} of the array, never got the results of "
          "itstep_accel (block {}): no f_from_accel has stored {}",
          counted(rows, "row"), edge.peer, (reinterpret_cast<const std::byte*>(first->first) - array) / row_bytes,
          first->second.block, rows == 1 ? "it" : "them");
  }
  return found;
}

bool RowAges::is_in_edge(const double* row) const {
  const auto* const at = reinterpret_cast<const std::byte*>(row);
  return std::any_of(edges_.begin(), edges_.end(), [at](const auto& each) {
    const auto& [between, edge] = each;
    return edge.above ? at >= between - edge.bytes && at < between : at >= between && at < between + edge.bytes;
  });
}

RowAges::Found RowAges::never_stored(bool alone) const {
  Found found;
  if (cols_ == 0 || (!alone && edges_.empty())) return found;
  for (auto begin = kept_.begin(); begin != kept_.end();) {
    auto end = std::next(begin);
    while (end != kept_.end() && end->first == std::prev(end)->first + cols_) ++end;
    name_never_stored({begin, end}, found);
    begin = end;
  }
  return found;
}

RowAges::Part RowAges::part() const {
  Part part;
  if (edges_.empty() || never_stored(false).words > 0) return part;
  for (const auto& [at, kept] : kept_) {
    part.stored += kept.stored ? 1 : 0;
    if (!is_left_behind(kept) || is_in_edge(at)) continue;
    if (part.left++ == 0) part.block = kept.block;
    part.words += cols_;
  }
  return part;
}

// rows: beside each other in memory.
void RowAges::name_never_stored(const std::vector<std::pair<const double*, Kept>>& rows, Found& found) const {
  std::vector<char> is_left;
  is_left.reserve(rows.size());
  for (const auto& [at, kept] : rows) is_left.push_back(is_left_behind(kept) && !is_in_edge(at) ? 1 : 0);
  const auto left = std::count(is_left.begin(), is_left.end(), 1);
  if (left == 0 || 2 * static_cast<std::size_t>(left) >= rows.size()) return;
  const auto storing_call = [&](std::size_t row) -> std::int64_t {
    const bool has = row < rows.size() && rows[row].second.stored && is_left[row] == 0;
    return has ? rows[row].second.call : -1;
  };
  for (std::size_t first = 0; first < rows.size(); ++first) {
    if (is_left[first] == 0) continue;
    std::size_t last = first;
    while (last + 1 < rows.size() && is_left[last + 1] != 0) ++last;
    const std::int64_t call = std::max(first == 0 ? -1 : storing_call(first - 1), storing_call(last + 1));
    const auto count = static_cast<std::int64_t>(last - first + 1);
    if (call >= 0) found.words += count * cols_;
    if (call >= 0 && found.text.empty())
      found.text = fmt::format(
          "{} of f_to_accel's array, counted from the first that it has loaded, never got the results of itstep_accel "
          "(block {}): f_from_accel (call {}) has stored the row beside {}",
          rows_text(static_cast<std::int64_t>(first), static_cast<std::int64_t>(last)), rows[first].second.block, call,
          count == 1 ? "it" : "them");
    first = last;
  }
}

}  // namespace stencil
