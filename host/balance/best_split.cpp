// SPDX-License-Identifier: Apache-2.0
#include "host/balance/best_split.hpp"

#include <cstdlib>

namespace stencil {

std::int64_t SplitLimits::shared(std::int64_t device_rows) const {
  return std::clamp(device_rows, least_device, rows - least_host);
}

std::int64_t SplitLimits::nearest(std::int64_t device_rows) const {
  std::int64_t best = 0;
  const auto offer = [&best, device_rows](std::int64_t split) {
    if (std::abs(split - device_rows) <= std::abs(best - device_rows)) best = split;
  };
  if (both_may_work()) offer(shared(device_rows));
  offer(rows);
  return best;
}

}  // namespace stencil
