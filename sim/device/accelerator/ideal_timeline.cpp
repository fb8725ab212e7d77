// SPDX-License-Identifier: Apache-2.0
#include "sim/device/accelerator/ideal_timeline.hpp"

#include <algorithm>
#include <utility>

#include "sim/device/kernels/kernels.hpp"

namespace stencil {

IdealTimeline::IdealTimeline(const Capabilities& device, const LinkOptions& link)
    : device_(device),
      beat_bytes_(device.axi_data_bits / 8),
      link_bytes_(link.bytes_per_cycle > 0 ? std::min(link.bytes_per_cycle, beat_bytes_) : beat_bytes_),
      latency_cycles_(link.latency_cycles) {}

IdealTimeline::Sweep& IdealTimeline::owner(Bank bank, int buffer) {
  return owners_[bank == Bank::f ? 0 : 1][static_cast<std::size_t>(buffer)];
}

std::int64_t IdealTimeline::ready(const Tickets& after) const {
  std::int64_t cycle = began_;
  for (const Ticket ticket : after)
    if (ticket >= first_ticket_)
      cycle = std::max(cycle, done_[static_cast<std::size_t>(ticket - first_ticket_)].released);
  return cycle;
}

void IdealTimeline::done(Ticket ticket, std::int64_t released, std::int64_t end) {
  end_ = std::max(end_, end);
  while (first_ticket_ + static_cast<Ticket>(done_.size()) < ticket) done_.push_back({began_, began_});
  done_.push_back({released, end_});
}

void IdealTimeline::transfer(Link& link, Ticket ticket, const Place& place, const Tickets& after) {
  std::int64_t begin = ready(after) + latency_cycles_;
  const Sweep& owner_sweep = owner(place.bank, place.buffer);
  if (owner_sweep.posted <= begin) begin = std::max(begin, owner_sweep.end);
  const std::int64_t lead = 8 * place.offset_words % beat_bytes_;
  const std::int64_t beats = (lead + 8 * place.length_words + beat_bytes_ - 1) / beat_bytes_;
  // A link that has been idle delivers its first beat in one cycle, however narrow it is.
  const std::int64_t rested = begin * link_bytes_;
  link.free = rested > link.free ? rested + link_bytes_ + (beats - 1) * beat_bytes_ : link.free + beats * beat_bytes_;
  const std::int64_t end = link.free / link_bytes_;
  done(ticket, end, end);
}

void IdealTimeline::command(Ticket ticket, const DeviceCommand& command, const Tickets& after) {
  posted_ = std::max(posted_, ready(after));
  const EngineUse use = ideal_use(command, device_);
  const bool follows = before_ && command_follows(command, *before_);
  const std::int64_t free = follows ? std::max(issued_ + gap_, swept_before_) : swept_;
  before_ = command;
  issued_ = std::max(posted_, free) + use.issue_cycles;
  gap_ = use.gap_cycles;
  swept_before_ = swept_;
  swept_ = issued_ + use.drain_cycles;
  const HeldBuffers held = held_buffers(command);
  owner(Bank::f, held.f) = {posted_, swept_};
  if (held.r != HeldBuffers::none) owner(Bank::r, held.r) = {posted_, swept_};
  done(ticket, posted_, swept_);
  sweep_ends_.push_back(swept_);
}

void IdealTimeline::wait() {
  began_ = end_;
  first_ticket_ += static_cast<Ticket>(done_.size());
  done_.clear();
}

void IdealTimeline::wait(Ticket ticket) {
  if (ticket >= first_ticket_) began_ = std::max(began_, done_[static_cast<std::size_t>(ticket - first_ticket_)].all);
}

std::vector<std::int64_t> IdealTimeline::take_sweep_ends() {
  return std::exchange(sweep_ends_, {});
}

}  // namespace stencil
