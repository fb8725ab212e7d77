// SPDX-License-Identifier: Apache-2.0
#include "sim/device/accelerator/posting_order.hpp"

#include <algorithm>

namespace stencil {

const PostingOrder::Known* PostingOrder::find(Ticket ticket) const {
  if (ticket < first_ || ticket >= first_ + static_cast<Ticket>(known_.size())) return nullptr;
  return &known_[static_cast<std::size_t>(ticket - first_)];
}

PostedAfter PostingOrder::after(const Tickets& tickets) const {
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

void PostingOrder::remember(Ticket ticket, const PostedAfter& reached) {
  while (first_ + static_cast<Ticket>(known_.size()) < ticket) known_.emplace_back();
  known_.push_back({reached, {reached_.loads, reached_.stores, commands_}});
}

void PostingOrder::load(Ticket ticket, std::int64_t bursts) {
  reached_.loads += bursts;
  PostedAfter reached;
  reached.loads = reached_.loads;
  remember(ticket, reached);
}

void PostingOrder::store(Ticket ticket, std::int64_t bursts) {
  reached_.stores += bursts;
  PostedAfter reached;
  reached.stores = reached_.stores;
  remember(ticket, reached);
}

void PostingOrder::command(Ticket ticket) {
  ++commands_;
  PostedAfter reached;
  reached.registers = reached_.registers;
  remember(ticket, reached);
}

DoneCounts PostingOrder::through(Ticket ticket) const {
  const Known* known = find(ticket);
  return known ? known->through : DoneCounts();
}

void PostingOrder::all_done() {
  first_ += static_cast<Ticket>(known_.size());
  known_.clear();
}

}  // namespace stencil
