// SPDX-License-Identifier: Apache-2.0
#include "sim/device/accelerator/posting_order.hpp"

#include <algorithm>

#include "sim/device/kernels/kernels.hpp"

namespace stencil {

const PostingOrder::Known* PostingOrder::find(Ticket ticket) const {
  if (ticket < first_ || ticket >= first_ + static_cast<Ticket>(known_.size())) return nullptr;
  return &known_[static_cast<std::size_t>(ticket - first_)];
}

PostedAfter PostingOrder::after(const After& tickets) const {
  PostedAfter after;
  for (const Ticket ticket : tickets) {
    const Known* known = find(ticket);
    if (!known) continue;
    after.loads = std::max(after.loads, known->reached.loads);
    after.stores = std::max(after.stores, known->reached.stores);
    after.registers = std::max(after.registers, known->reached.registers);
  }
  return after;
}

std::int64_t PostingOrder::finished_before(const After& after) const {
  std::int64_t finished = 0;
  for (const Ticket ticket : after)
    if (const Known* known = find(ticket)) finished = std::max(finished, known->finished);
  return finished;
}

// A transfer posted after a sweep on its buffer is held until the sweep is finished.
std::int64_t PostingOrder::finished_after(const Place& place, const After& after, std::int64_t before) const {
  std::int64_t finished = std::max(before, finished_before(after));
  for (const Ticket ticket : after) {
    const Known* known = find(ticket);
    if (known && (place.bank == Bank::f ? known->buffers.f : known->buffers.r) == place.buffer)
      finished = std::max(finished, known->sweep);
  }
  return finished;
}

void PostingOrder::remember(Ticket ticket, const Known& known) {
  known_.resize(static_cast<std::size_t>(ticket - first_ + 1));
  known_.back() = known;
}

void PostingOrder::load(Ticket ticket, const Place& place, const After& after, std::int64_t bursts) {
  reached_.loads += bursts;
  loads_finished_ = finished_after(place, after, loads_finished_);
  Known known;
  known.reached.loads = reached_.loads;
  known.finished = loads_finished_;
  remember(ticket, known);
}

void PostingOrder::store(Ticket ticket, const Place& place, const After& after, std::int64_t bursts) {
  reached_.stores += bursts;
  stores_finished_ = finished_after(place, after, stores_finished_);
  Known known;
  known.reached.stores = reached_.stores;
  known.finished = stores_finished_;
  remember(ticket, known);
}

void PostingOrder::command(Ticket ticket, const DeviceCommand& command, const After& after) {
  commands_finished_ = std::max(commands_finished_, finished_before(after));
  Known known;
  known.reached.registers = reached_.registers;
  known.finished = commands_finished_;
  known.sweep = ++sweeps_;
  known.buffers = held_buffers(command);
  remember(ticket, known);
}

std::int64_t PostingOrder::unfinished_before(const After& after) const {
  return sweeps_ - std::max(commands_finished_, finished_before(after));
}

void PostingOrder::all_done() {
  first_ += static_cast<Ticket>(known_.size());
  known_.clear();
  loads_finished_ = stores_finished_ = commands_finished_ = sweeps_;
}

}  // namespace stencil
