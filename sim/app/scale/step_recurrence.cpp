// SPDX-License-Identifier: Apache-2.0
#include "sim/app/scale/step_recurrence.hpp"

#include <cstddef>
#include <utility>

namespace stencil {
namespace {

struct Front {
  std::int64_t time;
  std::int64_t in_messages;  // of the critical path to this time
};

}  // namespace

ClusterTime step_recurrence(const StepPattern& pattern, const std::vector<StepCosts>& costs, const Steps& steps) {
  const auto ranks = static_cast<std::size_t>(pattern.ranks());
  std::vector<Front> now(ranks), next(ranks);
  std::vector<std::int64_t> cost(costs.size());  // of this step, by shape
  for (std::size_t rank = 0; rank < ranks; ++rank)
    now[rank] = {costs[static_cast<std::size_t>(pattern.shape_of[rank])].of(0, steps), 0};
  for (std::int64_t step = 1; step < steps.count(); ++step) {
    for (std::size_t shape = 0; shape < costs.size(); ++shape) cost[shape] = costs[shape].of(step, steps);
    const Incoming* message = pattern.incoming.data();
    for (std::size_t rank = 0; rank < ranks; ++rank) {
      Front front = now[rank];
      for (const Incoming* const end = pattern.incoming.data() + pattern.first[rank + 1]; message != end; ++message) {
        const Front& sender = now[static_cast<std::size_t>(message->from)];
        const std::int64_t comes = sender.time + message->cycles;
        if (comes > front.time) front = {comes, sender.in_messages + message->cycles};
      }
      front.time += cost[static_cast<std::size_t>(pattern.shape_of[rank])];
      next[rank] = front;
    }
    now.swap(next);
  }
  ClusterTime sum;
  for (std::size_t rank = 0; rank < ranks; ++rank) {
    const std::int64_t busy = costs[static_cast<std::size_t>(pattern.shape_of[rank])].sum(steps);
    sum.busy += static_cast<double>(busy);
    sum.waiting += now[rank].time - busy;
    if (now[rank].time <= sum.makespan) continue;
    sum.makespan = now[rank].time;
    sum.path_messages = now[rank].in_messages;
  }
  return sum;
}

}  // namespace stencil
