// The time of ranks that exchange halos before every step but the first: max-plus, in integers.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "sim/app/scale/step_costs.hpp"
#include "sim/app/scale/step_pattern.hpp"

namespace stencil {

struct ClusterTime {
  std::int64_t makespan = 0;
  std::int64_t waiting = 0;        // of all ranks, for messages
  double busy = 0.0;               // cycles of all devices; may be more than an integer holds
  std::int64_t path_messages = 0;  // cycles that the critical path spends in messages
};

// The same numbers, to the cycle, as virtual_time() (sim/app/cluster/time) works out of what ranks did in a run: it
// needs a moment where that needs a log of each rank. costs: by shape.
ClusterTime step_recurrence(const StepPattern& pattern, const std::vector<StepCosts>& costs, const Steps& steps);

}  // namespace stencil
