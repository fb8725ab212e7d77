// What one side of a split step costs: the time of any number of rows, learned from measurements.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace stencil {

// Times are in any one unit, the caller's. A side without rows costs nothing. Otherwise the law goes through what was
// measured, and never falls when rows are added: no side gets faster by more work, so that two measurements bound all
// between them.
//   one measurement       time/rows for each row: a rate
//   between two           the straight line between them
//   beyond the outermost  the line on through the next measurement at least an eighth apart in rows: a fixed time and
//                         a time for each row, neither below 0 (where the line is so steep that the fixed time would
//                         be, the rate takes its place). Nearer ones are no lever: noise would decide the slope.
// For a side that costs fixed + per_row*rows the law is exact after two measurements an eighth apart; a curved or a
// stepped cost is closed in on from both sides and exact wherever it was measured.
//
// Measurements of the same rows are averaged, over eight at most, so that noise dies out and slow drift is followed.
// The newest is right: older ones that contradict it, less time for more rows, are dropped. A time an eighth or more
// away from the average at the same rows, or an average that has moved so far since the first, is no noise: the side
// has changed, and all else known of it is forgotten. At most eight numbers of rows are held, the last measured ones.
class CostLaw {
 public:
  // A part of `rows` rows took `time`.  @pre rows >= 1, time >= 0 and finite
  void record(std::int64_t rows, double time);

  // Whether anything was measured, and whether that tells a fixed time from a time for each row.
  bool known() const { return !points_.empty(); }
  bool has_slope() const;

  // The fewest rows held as measured that are more than `rows`; 0 if there are none.
  std::int64_t next_measured(std::int64_t rows) const;

  // The time `rows` rows are expected to take.  @pre rows >= 0; known() if rows > 0
  double time(std::int64_t rows) const;

  // The same, but as long as the law has no slope, rows beyond the most measured are taken to cost nothing more: what
  // the side may turn out to do at best.
  double hoped_time(std::int64_t rows) const;

 private:
  struct Point {
    std::int64_t rows = 0;
    double time = 0.0;        // average
    double first_time = 0.0;  // since the last change
    int averaged = 0;
    std::int64_t last_record = 0;
  };

  void drop_contradicted(const Point& newest);
  void drop_oldest();

  std::vector<Point> points_;  // by rising rows, times never falling
  std::int64_t records_ = 0;
};

}  // namespace stencil
