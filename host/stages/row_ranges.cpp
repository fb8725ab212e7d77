// SPDX-License-Identifier: Apache-2.0
#include "host/stages/row_ranges.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace stencil {

std::ptrdiff_t RowRanges::first_ending_after(std::int64_t row) const {
  const auto place = std::upper_bound(ranges_.begin(), ranges_.end(), row,
                                      [](std::int64_t wanted, const RowRange& range) { return wanted < range.last; });
  return place - ranges_.begin();
}

void RowRanges::insert_new(const RowRange& range) {
  // Ranges that overlap or touch become one.
  const auto first = std::lower_bound(ranges_.begin(), ranges_.end(), range.first,
                                      [](const RowRange& held, std::int64_t row) { return held.last < row; });
  auto end = first;
  RowRange whole = range;
  for (; end != ranges_.end() && end->first <= range.last; ++end) {
    whole.first = std::min(whole.first, end->first);
    whole.last = std::max(whole.last, end->last);
  }
  if (first == end) {
    ranges_.insert(first, whole);
  } else {
    *first = whole;
    ranges_.erase(first + 1, end);
  }
}

bool RowRanges::erase_part(const RowRange& range) {
  const auto first = ranges_.begin() + first_ending_after(range.first);
  auto end = first;
  while (end != ranges_.end() && end->first < range.last) ++end;
  if (first == end) return false;
  const RowRange before{first->first, range.first};
  const RowRange after{range.last, (end - 1)->last};
  const auto place = ranges_.erase(first, end);
  RowRange left[2];
  int count = 0;
  if (!before.empty()) left[count++] = before;
  if (!after.empty()) left[count++] = after;
  ranges_.insert(place, left, left + count);
  return true;
}

std::int64_t RowRanges::rows() const {
  std::int64_t sum = 0;
  for (const RowRange& range : ranges_) sum += range.rows();
  return sum;
}

bool RowRanges::contains_among(const RowRange& range) const {
  const auto place = ranges_.begin() + first_ending_after(range.first);
  return place != ranges_.end() && place->first <= range.first && place->last >= range.last;
}

std::string describe(const RowRanges& rows) {
  if (rows.empty()) return "none";
  std::string text;
  for (const RowRange& range : rows.ranges()) {
    text += fmt::format("{}[{}, {})", text.empty() ? "" : " ", range.first, range.last);
  }
  return text;
}

}  // namespace stencil
