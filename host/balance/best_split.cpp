// SPDX-License-Identifier: Apache-2.0
#include "host/balance/best_split.hpp"

#include <algorithm>

namespace stencil {

std::int64_t SplitLimits::nearest(std::int64_t device_rows) const {
  std::int64_t best = 0;
  const auto offer = [&](std::int64_t split) {
    const std::int64_t off = split > device_rows ? split - device_rows : device_rows - split;
    const std::int64_t best_off = best > device_rows ? best - device_rows : device_rows - best;
    if (off <= best_off) best = split;
  };
  if (both_may_work()) offer(std::clamp(device_rows, low(), high()));
  offer(rows);
  return best;
}

double step_time(const CostLaw& device, const CostLaw& host, std::int64_t rows, std::int64_t device_rows) {
  return std::max(device.time(device_rows), host.time(rows - device_rows));
}

Split best_split(const CostLaw& device, const CostLaw& host, const SplitLimits& limits, bool hope) {
  const auto at = [&](std::int64_t device_rows) {
    return Split{device_rows, std::max(hope ? device.hope(device_rows) : device.time(device_rows), hope ? host.hope(limits.rows - device_rows) : host.time(limits.rows-device_rows))};
  };
  Split best = at(0);
  const auto offer = [&](std::int64_t device_rows, bool even_if_equal) {
    const Split split = at(device_rows);
    if (split.time < best.time || (even_if_equal && split.time == best.time)) best = split;
  };
  if (limits.both_may_work()) {
    // The first split from which on the device is not the faster side; the one before it is the other candidate.
    std::int64_t first = limits.low();
    std::int64_t last = limits.high();
    while (first < last) {
      const std::int64_t middle = first + (last - first) / 2;
      if ((hope ? device.hope(middle) : device.time(middle)) >= (hope ? host.hope(limits.rows - middle): host.time(limits.rows - middle))) {
        last = middle;
      } else {
        first = middle + 1;
      }
    }
    offer(first, true);
    if (first > limits.low()) offer(first - 1, false);
  }
  offer(limits.rows, false);
  return best;
}

}  // namespace stencil
