// The split of a step's rows between device and host that takes the least time.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

namespace stencil {

// The allowed splits, as rows of the device: 0, least_device .. rows - least_host, and `rows`. A side gets no rows or
// at least its least number; where the two least numbers exceed `rows` together, all rows go to one side.
struct SplitLimits {
  std::int64_t rows = 0;          // >= 0
  std::int64_t least_device = 1;  // >= 1
  std::int64_t least_host = 1;    // >= 1

  bool both_may_work() const { return least_device < rows && least_host <= rows - least_device; }

  // The allowed split nearest to device_rows in which both sides have rows.  @pre both_may_work()
  std::int64_t shared(std::int64_t device_rows) const;

  // The allowed split nearest to device_rows; of two equally near, the one with more rows for the device.
  // @pre 0 <= device_rows <= rows
  std::int64_t nearest(std::int64_t device_rows) const;
};

struct Split {
  std::int64_t device_rows = 0;
  double time = 0.0;
};

// The split with the least max(device_time(device_rows), host_time(rows - device_rows)): both sides work at the same
// time, and the step ends with the later one. Each is a function of that side's rows and must not fall when rows are
// added; so the least lies where they cross, or at an end, and O(log rows) evaluations find it. The time of a side
// without rows should be 0 and may jump at the first row, so the ends are tried separately. Of equal times it prefers a
// split of both sides, then all rows on the host.
template <typename DeviceTime, typename HostTime>
Split best_split(const SplitLimits& limits, const DeviceTime& device_time, const HostTime& host_time) {
  const auto at = [&](std::int64_t device_rows) {
    return Split{device_rows, std::max(device_time(device_rows), host_time(limits.rows - device_rows))};
  };
  const auto better = [](const Split& first, const Split& second) { return second.time < first.time ? second : first; };
  const Split ends = better(at(0), at(limits.rows));
  if (!limits.both_may_work()) return ends;
  // Finds the first split where the device is not faster; the split before it is the other candidate.
  std::int64_t first = limits.least_device;
  std::int64_t last = limits.rows - limits.least_host;
  while (first < last) {
    const std::int64_t middle = first + (last - first) / 2;
    if (device_time(middle) >= host_time(limits.rows - middle)) {
      last = middle;
    } else {
      first = middle + 1;
    }
  }
  Split crossing = at(first);
  if (first > limits.least_device) crossing = better(crossing, at(first - 1));
  return better(crossing, ends);
}

}  // namespace stencil
