// SPDX-License-Identifier: Apache-2.0
#include "host/balance/cost_law.hpp"

#include <algorithm>
#include <cmath>

namespace stencil {
namespace {

constexpr int averaged_at_most = 8;
constexpr std::size_t points_at_most = 8;

// Two times an eighth of the larger one or more apart: a change, no noise.
bool differ(double a, double b) {
  return std::abs(a - b) > 0.125 * std::max(a, b);
}

// Rows an eighth of the larger number or more apart.
bool apart(std::int64_t fewer, std::int64_t more) {
  return more - fewer >= (more + 7) / 8;
}

}  // namespace

void CostLaw::record(std::int64_t rows, double time) {
  ++records_;
  auto place = std::lower_bound(points_.begin(), points_.end(), rows,
                                [](const Point& point, std::int64_t wanted) { return point.rows < wanted; });
  const bool measured_before = place != points_.end() && place->rows == rows;
  const Point fresh{rows, time, time, 1, records_};
  if (measured_before && differ(time, place->time)) {
    points_.assign(1, fresh);
    return;
  }
  if (!measured_before) {
    points_.insert(place, fresh);
  } else {
    place->averaged = std::min(place->averaged + 1, averaged_at_most);
    place->time += (time - place->time) / place->averaged;
    place->last_record = records_;
    if (differ(place->time, place->first_time)) {
      points_.assign(1, Point{rows, place->time, place->time, place->averaged, records_});
      return;
    }
  }
  drop_contradicted(rows);
  if (points_.size() > points_at_most) drop_oldest();
}

void CostLaw::drop_contradicted(std::int64_t rows) {
  const auto newest =
      std::find_if(points_.begin(), points_.end(), [rows](const Point& point) { return point.rows == rows; });
  const double time = newest->time;
  const auto contradicted = [rows, time](const Point& point) {
    return point.rows < rows ? point.time > time : point.time < time;
  };
  points_.erase(std::remove_if(points_.begin(), points_.end(), contradicted), points_.end());
}

void CostLaw::drop_oldest() {
  points_.erase(std::min_element(points_.begin(), points_.end(), [](const Point& a, const Point& b) {
    return a.last_record < b.last_record;
  }));
}

std::int64_t CostLaw::next_measured(std::int64_t rows) const {
  const auto next = std::upper_bound(points_.begin(), points_.end(), rows,
                                     [](std::int64_t wanted, const Point& point) { return wanted < point.rows; });
  return next == points_.end() ? 0 : next->rows;
}

bool CostLaw::has_slope() const {
  return known() && apart(points_.front().rows, points_.back().rows);
}

double CostLaw::time_on_line(const Point& end, const Point* other, std::int64_t rows) const {
  const double rate = end.time / static_cast<double>(end.rows);
  double slope = rate;
  if (other != nullptr) {
    slope = std::min(rate, (end.time - other->time) / static_cast<double>(end.rows - other->rows));
  }
  return std::max(0.0, end.time + slope * static_cast<double>(rows - end.rows));
}

double CostLaw::time(std::int64_t rows) const {
  if (rows == 0) return 0.0;
  const Point& least = points_.front();
  const Point& most = points_.back();
  if (rows > most.rows) {
    const auto other = std::find_if(points_.rbegin(), points_.rend(),
                                    [&most](const Point& point) { return apart(point.rows, most.rows); });
    return time_on_line(most, other == points_.rend() ? nullptr : &*other, rows);
  }
  if (rows < least.rows) {
    const auto other = std::find_if(points_.begin(), points_.end(),
                                    [&least](const Point& point) { return apart(least.rows, point.rows); });
    return time_on_line(least, other == points_.end() ? nullptr : &*other, rows);
  }
  const auto above = std::lower_bound(points_.begin(), points_.end(), rows,
                                      [](const Point& point, std::int64_t wanted) { return point.rows < wanted; });
  if (above->rows == rows) return above->time;
  const auto below = above - 1;
  const double part = static_cast<double>(rows - below->rows) / static_cast<double>(above->rows - below->rows);
  return below->time + part * (above->time - below->time);
}

}  // namespace stencil
