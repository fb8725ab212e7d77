// The cost of one side of a split step: its time for any number of rows, learned from measurements.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace stencil {

// Times are in any one unit. A side without rows takes no time. Otherwise the law goes through the measured points and
// never falls when rows are added, because more work makes no side faster; so two measurements bound all times between
// them.
//   one measurement       time/rows per row: a rate
//   between two           the straight line between them
//   beyond the outermost  the line through the outermost and the next measurement at least an eighth apart in rows: a
//                         fixed time and a time per row, neither below 0 (where the fixed time would be negative, the
//                         rate is used). Nearer measurements do not count, since noise would decide the slope.
// For a side that takes fixed + per_row*rows the law is exact after two measurements an eighth apart; for a curved or
// stepped time it is exact at every measured number of rows and improves between them.
//
// Up to eight measurements of the same number of rows are averaged, which suppresses noise and follows slow drift. A
// new measurement overrules older ones that contradict it (less time for more rows); those are dropped. A time that is
// an eighth or more off the average for the same rows, or an average that has moved that far from its first value, is
// not noise: the side has changed, and the law forgets all other points. It keeps the eight numbers of rows measured
// last.
class CostLaw {
 public:
  // Records that `rows` rows took `time`.  @pre rows >= 1, time >= 0 and finite
  void record(std::int64_t rows, double time);

  // Whether there is a measurement, and whether there are two far enough apart to separate fixed time from time per
  // row.
  bool known() const { return !points_.empty(); }
  bool has_slope() const;

  // The next larger number of rows with a measurement; 0 if there is none above `rows`.
  std::int64_t next_measured(std::int64_t rows) const;

  // The expected time of `rows` rows.  @pre rows >= 0; known() if rows > 0
  double time(std::int64_t rows) const;

  // The least time that `rows` rows may turn out to take: as time(), but while the law has no slope, rows beyond the
  // most measured add nothing.
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
