// SPDX-License-Identifier: Apache-2.0
#include "sim/device/software/shuffled_accelerator.hpp"

#include <algorithm>
#include <limits>
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
std::size_t ShuffledAccelerator::run_until(Ticket done) {
  std::size_t ended = 0;
  while (!unfinished_.empty() && *unfinished_.begin() <= done) {
    std::vector<std::deque<Call>*> ready;
    for (std::deque<Call>& calls : posted_) {
      if (!calls.empty() && may_begin(calls.front())) ready.push_back(&calls);
    }
    std::deque<Call>& next = *ready[random_() % ready.size()];
    next.front().take_effect();
    ended += &next == &posted_[commands] ? 1 : 0;
    unfinished_.erase(next.front().ticket);
    next.pop_front();
  }
  device_.wait();
  return ended;
}

std::vector<CycleCounts> ShuffledAccelerator::do_wait() {
  run_until(std::numeric_limits<Ticket>::max());
  return std::vector<CycleCounts>(posted_commands());
}

std::vector<CycleCounts> ShuffledAccelerator::do_wait_for(Ticket ticket) {
  return std::vector<CycleCounts>(run_until(ticket));
}

}  // namespace stencil
