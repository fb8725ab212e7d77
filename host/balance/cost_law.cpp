// SPDX-License-Identifier: Apache-2.0
#include "host/balance/cost_law.hpp"

#include <algorithm>
#include <cmath>

namespace stencil {
namespace {

constexpr int averaged_at_most = 8;
constexpr std::size_t points_at_most = 8;

// True for times that differ by an eighth of the larger one or more.
bool differ(double a, double b) {
  return std::abs(a - b) > 0.0 && std::abs(a - b) >= 0.125 * std::max(a, b);
}

// True for numbers of rows that differ by an eighth of the larger one, rounded down, and by 1 at least.
bool apart(std::int64_t fewer, std::int64_t more) {
  return more - fewer >= std::max<std::int64_t>(more / 8, 1);
}

// The time of `rows` on the line through `end`, an outermost point, and `other`; at the rate of `end` where that line
// starts below 0, or without `other`.
template <typename Point>
double time_beyond(const Point& end, const Point* other, std::int64_t rows) {
  double slope = end.time / static_cast<double>(end.rows);
  if (other != nullptr) {
    slope = std::min(slope, (end.time - other->time) / static_cast<double>(end.rows - other->rows));
  }
  return std::max(0.0, end.time + slope * static_cast<double>(rows - end.rows));
}

constexpr auto has_fewer_rows = [](const auto& point, std::int64_t rows) { return point.rows < rows; };

}  // namespace

void CostLaw::record(std::int64_t rows, double time) {
  ++records_;
  Point newest{rows, time, time, 1, records_};
  const auto place = std::lower_bound(points_.begin(), points_.end(), rows, has_fewer_rows);
  if (place == points_.end() || place->rows != rows) {
    points_.insert(place, newest);
  } else {
    if (!differ(time, place->time)) {
      newest.averaged = std::min(place->averaged + 1, averaged_at_most);
      newest.time = place->time + (time - place->time) / newest.averaged;
      newest.first_time = place->first_time;
    }
    if (differ(time, place->time) || differ(newest.time, newest.first_time)) {
      newest.first_time = newest.time;
      points_.assign(1, newest);
      return;
    }
    *place = newest;
  }
  drop_contradicted(newest);
  if (points_.size() > points_at_most) drop_oldest();
}

void CostLaw::drop_contradicted(const Point& newest) {
  const auto contradicted = [newest](const Point& point) {
    return point.rows < newest.rows ? point.time > newest.time : point.time < newest.time;
  };
  points_.erase(std::remove_if(points_.begin(), points_.end(), contradicted), points_.end());
}

void CostLaw::drop_oldest() {
  points_.erase(std::min_element(points_.begin(), points_.end(),
                                 [](const Point& a, const Point& b) { return a.last_record < b.last_record; }));
}

bool CostLaw::has_slope() const {
  return known() && apart(points_.front().rows, points_.back().rows);
}

std::int64_t CostLaw::next_measured(std::int64_t rows) const {
  const auto next = std::lower_bound(points_.begin(), points_.end(), rows + 1, has_fewer_rows);
  return next == points_.end() ? 0 : next->rows;
}

double CostLaw::time(std::int64_t rows) const {
  if (rows == 0) return 0.0;
  const Point& least = points_.front();
  const Point& most = points_.back();
  if (rows > most.rows) {
    const auto other = std::find_if(points_.rbegin(), points_.rend(),
                                    [&most](const Point& point) { return apart(point.rows, most.rows); });
    return time_beyond(most, other == points_.rend() ? nullptr : &*other, rows);
  }
  if (rows < least.rows) {
    const auto other = std::find_if(points_.begin(), points_.end(),
                                    [&least](const Point& point) { return apart(least.rows, point.rows); });
    return time_beyond(least, other == points_.end() ? nullptr : &*other, rows);
  }
  const auto above = std::lower_bound(points_.begin(), points_.end(), rows, has_fewer_rows);
  if (above->rows == rows) return above->time;
  const auto below = above - 1;
  const double part = static_cast<double>(rows - below->rows) / static_cast<double>(above->rows - below->rows);
  return below->time + part * (above->time - below->time);
}

double CostLaw::hoped_time(std::int64_t rows) const {
  if (rows == 0 || has_slope() || rows <= points_.back().rows) return time(rows);
  return points_.back().time;
}

}  // namespace stencil
