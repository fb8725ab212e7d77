// SPDX-License-Identifier: Apache-2.0
#include "sim/device/software/shuffled_accelerator.hpp"

#include <algorithm>
#include <utility>

namespace stencil {

ShuffledAccelerator::ShuffledAccelerator(const Capabilities& configuration, const MakingHooks& making)
    : device_(configuration), capabilities_(device_.capabilities()) {
  capabilities_.accel = "shuffled";
  if (making.check) making.check(capabilities_);
  device_.poison(capabilities_.memory_words, making.poisoned);
}

std::unique_ptr<Accelerator> make_shuffled_accelerator(const Configuration& configuration,
                                                       const AcceleratorOptions& options) {
  return std::make_unique<ShuffledAccelerator>(capabilities_of(configuration), options.making);
}

void ShuffledAccelerator::post_call(Kind kind, Call call) {
  unfinished_.insert(call.ticket);
  posted_[kind].push_back(std::move(call));
}

void ShuffledAccelerator::do_load(Ticket ticket, const Place& place, const double* source, const After& after) {
  post_call(loads, {ticket, after, [this, place, source] { device_.post_load(place, source, {}); }});
}

void ShuffledAccelerator::do_command(Ticket ticket, const DeviceCommand& command, const After& after) {
  post_call(commands, {ticket, after, [this, command] { device_.post(command, {}); }});
}

void ShuffledAccelerator::do_store(Ticket ticket, const Place& place, double* target, const After& after) {
  post_call(stores, {ticket, after, [this, place, target] { device_.post_store(place, target, {}); }});
}

bool ShuffledAccelerator::may_begin(const Call& call) const {
  return std::none_of(call.after.begin(), call.after.end(),
                      [&](Ticket ticket) { return unfinished_.count(ticket) > 0; });
}

// The call posted first of all that are left may always begin: every ticket it names came before it.
std::vector<CycleCounts> ShuffledAccelerator::do_wait() {
  while (!unfinished_.empty()) {
    std::vector<std::deque<Call>*> ready;
    for (std::deque<Call>& calls : posted_) {
      if (!calls.empty() && may_begin(calls.front())) ready.push_back(&calls);
    }
    std::deque<Call>& next = *ready[random_() % ready.size()];
    next.front().take_effect();
    unfinished_.erase(next.front().ticket);
    next.pop_front();
  }
  device_.wait();
  return std::vector<CycleCounts>(posted_commands());
}

}  // namespace stencil
