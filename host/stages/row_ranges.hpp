// Sets of rows as sorted half-open ranges that neither touch nor overlap.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#pragma GCC visibility push(default)
namespace stencil {

// Rows [first, last). Empty where last <= first.
struct RowRange {
  std::int64_t first = 0;
  std::int64_t last = 0;

  std::int64_t rows() const { return last > first ? last - first : 0; }
  [[nodiscard]] bool empty() const { return last <= first; }
};

// Rows of both; empty if there are none.
[[nodiscard]] inline RowRange common_rows(const RowRange& a, const RowRange& b) {
  return {a.first > b.first ? a.first : b.first, a.last < b.last ? a.last : b.last};
}

inline bool operator==(const RowRange& a, const RowRange& b) {
  return a.first == b.first && a.last == b.last;
}

// Every operation takes O(log ranges held + ranges touched) time, for any number of rows.
class RowRanges {
 public:
  RowRanges() = default;
  explicit RowRanges(const RowRange& range) { insert(range); }

  // insert() and erase() return whether the set has changed. A set of one range, the usual case, is handled inline.
  bool insert(const RowRange& range) {
    if (contains(range)) return false;
    insert_new(range);
    return true;
  }
  bool erase(const RowRange& range) {
    const bool apart =
        ranges_.empty() || range.first >= ranges_.back().last || ranges_.front().first >= range.last || range.empty();
    return !apart && erase_part(range);
  }
  void clear() { ranges_.clear(); }

  [[nodiscard]] bool empty() const { return ranges_.empty(); }
  std::int64_t rows() const;
  [[nodiscard]] bool contains(const RowRange& range) const {
    if (ranges_.size() != 1) return range.empty() || contains_among(range);
    return (range.first >= ranges_.front().first && range.last <= ranges_.front().last) || range.empty();
  }

  // Calls visit(part) for each part of `range` that is not in the set, by rising row. visit must not change the set.
  template <typename Visit>
  void for_each_missing(const RowRange& range, Visit&& visit) const {
    std::int64_t row = range.first;
    for (auto place = ranges_.begin() + first_ending_after(range.first); row < range.last; ++place) {
      if (place == ranges_.end() || place->first >= range.last) {
        visit(RowRange{row, range.last});
        return;
      }
      if (row < place->first) visit(RowRange{row, place->first});
      row = place->last;
    }
  }

  // Calls visit(part) for each part of `range` that is in the set, by rising row. visit must not change the set.
  template <typename Visit>
  void for_each_present(const RowRange& range, Visit&& visit) const {
    for (auto place = ranges_.begin() + first_ending_after(range.first);
         place != ranges_.end() && place->first < range.last; ++place) {
      const RowRange part{place->first > range.first ? place->first : range.first,
                          place->last < range.last ? place->last : range.last};
      if (!part.empty()) visit(part);
    }
  }

  const std::vector<RowRange>& ranges() const { return ranges_; }

 private:
  void insert_new(const RowRange& range);
  bool erase_part(const RowRange& range);
  bool contains_among(const RowRange& range) const;
  // Position of the first range with last > row.
  std::ptrdiff_t first_ending_after(std::int64_t row) const;

  std::vector<RowRange> ranges_;
};

// "[0, 3) [7, 9)", "none".
[[nodiscard]] std::string describe(const RowRanges& rows);

}  // namespace stencil
#pragma GCC visibility pop
