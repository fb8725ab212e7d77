// SPDX-License-Identifier: Apache-2.0
#include "sim/device/timing/ideal_timeline.hpp"

#include <algorithm>
#include <utility>

#include "sim/device/timing/tile_points.hpp"
#include "sim/device/timing/tile_timing.hpp"

namespace stencil {

IdealTimeline::IdealTimeline(const Capabilities& device, const LinkOptions& link)
    : engine_{device.pes, device.lanes, device.pe_latency},
      beat_bytes_(device.axi_data_bits / 8),
      link_bytes_(link.bytes_per_cycle > 0 ? std::min(link.bytes_per_cycle, beat_bytes_) : beat_bytes_),
      latency_cycles_(link.latency_cycles) {}

IdealTimeline::Sweep& IdealTimeline::owner(Bank bank, int buffer) {
  return owners_[bank == Bank::f ? 0 : 1][static_cast<std::size_t>(buffer)];
}

std::int64_t IdealTimeline::ready(const After& after) const {
  std::int64_t cycle = began_;
  for (const Ticket ticket : after)
    if (ticket >= first_ticket_) cycle = std::max(cycle, done_[static_cast<std::size_t>(ticket - first_ticket_)]);
  return cycle;
}

void IdealTimeline::done(Ticket ticket, std::int64_t cycle) {
  done_.resize(static_cast<std::size_t>(ticket - first_ticket_ + 1), began_);
  done_.back() = cycle;
}

void IdealTimeline::transfer(Link& link, Ticket ticket, const Place& place, const After& after) {
  std::int64_t begin = ready(after) + latency_cycles_;
  const Sweep& owner_sweep = owner(place.bank, place.buffer);
  if (owner_sweep.posted <= begin) begin = std::max(begin, owner_sweep.end);
  const std::int64_t lead = 8 * place.offset_words % beat_bytes_;
  const std::int64_t beats = (lead + 8 * place.length_words + beat_bytes_ - 1) / beat_bytes_;
  // A link that has rested delivers its first beat in one cycle, however narrow it is.
  const std::int64_t rested = begin * link_bytes_;
  link.free = rested > link.free ? rested + link_bytes_ + (beats - 1) * beat_bytes_ : link.free + beats * beat_bytes_;
  const std::int64_t end = link.free / link_bytes_;
  done(ticket, end);
  end_ = std::max(end_, end);
}

void IdealTimeline::command(Ticket ticket, const SweepCommand& command, const After& after) {
  posted_ = std::max(posted_, ready(after));
  const BlockShape block{command.rows, command.cols, command.niter, command.above, command.below};
  const EngineTiming timing = engine_timing(engine_, block);
  const bool follows = swept_any_ && block.follows(block_);
  const std::int64_t free = follows ? std::max(issued_ + gap_, swept_before_) : swept_;
  const std::int64_t begin = std::max(posted_, free);
  block_ = block;
  issued_ = begin + timing.issue_cycles();
  gap_ = timing.gap_cycles;
  swept_before_ = swept_;
  swept_ = issued_ + timing.drain_cycles;
  swept_any_ = true;
  owner(Bank::f, command.f_buffer) = owner(Bank::r, command.r_buffer) = {posted_, swept_};
  done(ticket, posted_);
  sweep_ends_.push_back(swept_);
  end_ = std::max(end_, swept_);
}

void IdealTimeline::command(Ticket ticket, const TileCommand& command, const After& after) {
  posted_ = std::max(posted_, ready(after));
  swept_ = std::max(posted_, swept_) + ideal_tile_cycles(engine_.pes, command.sweeps, points_set(command));
  swept_any_ = false;  // nothing follows it without draining
  owner(Bank::f, command.f_buffer) = {posted_, swept_};
  done(ticket, posted_);
  sweep_ends_.push_back(swept_);
  end_ = std::max(end_, swept_);
}

void IdealTimeline::wait() {
  began_ = end_;
  first_ticket_ += static_cast<Ticket>(done_.size());
  done_.clear();
}

std::vector<std::int64_t> IdealTimeline::take_sweep_ends() {
  return std::exchange(sweep_ends_, {});
}

}  // namespace stencil
