// SPDX-License-Identifier: Apache-2.0
#include "sim/app/scale/step_recurrence.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace stencil {
namespace {

struct Front {
  std::int64_t time;
  std::int64_t in_messages;  // of the critical path to this time
};

// The ends of the ranks' last steps, where each sends all rows at the end of a step.
std::vector<Front> ends_of_steps(const StepPattern& pattern, const std::vector<StepCosts>& costs, const Steps& steps) {
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
  return now;
}

// The same where ranks between two others send rows to the one above, then receive those of the one below, beside whose
// loading they store the rows that they send to the one below.
class InTurn {
 public:
  InTurn(const StepPattern& pattern, const std::vector<StepCosts>& costs, const Steps& steps)
      : pattern_(pattern), costs_(costs), steps_(steps), ranks_(static_cast<std::size_t>(pattern.ranks())) {}

  std::vector<Front> operator()() {
    for (std::int64_t step = 0; step < steps_.last(); ++step) exchange(step);
    for (std::size_t rank = 0; rank < ranks_; ++rank) begins_[rank].time += of(rank).of(steps_.last(), steps_);
    return begins_;
  }

 private:
  const StepCosts& of(std::size_t rank) const { return costs_[static_cast<std::size_t>(pattern_.shape_of[rank])]; }

  void exchange(std::int64_t step) {
    for (std::size_t rank = 0; rank < ranks_; ++rank) {
      up_[rank] = begins_[rank];
      up_[rank].time += of(rank).in_turn() ? of(rank).half_of(step) : of(rank).of(step, steps_);
      down_[rank] = up_[rank];
    }
    for (std::size_t rank = 0; rank < ranks_; ++rank) {
      if (!of(rank).in_turn()) continue;
      receive(rank, true, down_[rank]);
      down_[rank].time += of(rank).of(step, steps_) - of(rank).half_of(step);
    }
    for (std::size_t rank = 0; rank < ranks_; ++rank) {
      begins_[rank] = down_[rank];
      receive(rank, false, begins_[rank]);
      if (!of(rank).in_turn()) receive(rank, true, begins_[rank]);
    }
  }

  void receive(std::size_t rank, bool from_below, Front& front) const {
    for (std::size_t i = pattern_.first[rank]; i < pattern_.first[rank + 1]; ++i) {
      const Incoming& message = pattern_.incoming[i];
      const auto from = static_cast<std::size_t>(message.from);
      if ((from > rank) != from_below) continue;
      const Front& sender = from_below ? up_[from] : down_[from];
      const std::int64_t comes = sender.time + message.cycles;
      if (comes > front.time) front = {comes, sender.in_messages + message.cycles};
    }
  }

  const StepPattern& pattern_;
  const std::vector<StepCosts>& costs_;
  const Steps& steps_;
  const std::size_t ranks_;
  std::vector<Front> begins_ = std::vector<Front>(ranks_, Front{0, 0});  // the device, with a step
  std::vector<Front> up_ = begins_, down_ = begins_;                     // the messages of a step
};

}  // namespace

ClusterTime step_recurrence(const StepPattern& pattern, const std::vector<StepCosts>& costs, const Steps& steps) {
  const auto ranks = static_cast<std::size_t>(pattern.ranks());
  const bool in_turn = std::any_of(costs.begin(), costs.end(), [](const StepCosts& one) { return one.in_turn(); });
  const std::vector<Front> now = in_turn ? InTurn(pattern, costs, steps)() : ends_of_steps(pattern, costs, steps);
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
