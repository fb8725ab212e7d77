// The split of a step's rows between device and host that is expected to take the least time.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "host/balance/cost_law.hpp"

namespace stencil {

// The splits that may be chosen, as rows of the device: 0, least_device .. rows - least_host, and `rows`. A side gets
// nothing, or as many rows as its part needs to be one at all. Where the least numbers do not both fit, all the rows
// go to one side.
struct SplitLimits {
  std::int64_t rows = 0;          // >= 0
  std::int64_t least_device = 1;  // >= 1
  std::int64_t least_host = 1;    // >= 1

  std::int64_t low() const { return least_device; }
  std::int64_t high() const { return rows - least_host; }
  bool both_may_work() const { return least_device <= rows && low() <= high(); }
  // The one of these splits next to device_rows; of two as near, the one with more rows.  @pre 0 <= device_rows <= rows
  std::int64_t nearest(std::int64_t device_rows) const;
};

struct Split {
  std::int64_t device_rows = 0;
  double time = 0.0;  // of the slower side
};

// The time of a step: both sides work at the same time, the step ends with the later one.
double step_time(const CostLaw& device, const CostLaw& host, std::int64_t rows, std::int64_t device_rows);

// The least step_time over all splits within the limits, found in O(log rows) since the laws never fall: the least
// lies where they cross, or at an end. Of equal times a split of both sides comes first, then all on the host.
// @pre both laws are known
Split best_split(const CostLaw& device, const CostLaw& host, const SplitLimits& limits, bool hope = false);

}  // namespace stencil
