// SPDX-License-Identifier: Apache-2.0
#include "sim/device/accelerator/activity_watch.hpp"

#include <algorithm>

#include "sim/device/kernels/kernels.hpp"
#include "sim/device/pins/link_pace.hpp"

namespace stencil {

using namespace contract;

namespace {

// Ports of our RTL take 2 (load) and 4 (store) cycles from an address to its first beat.
constexpr std::int64_t port_cycles = 8;

const CauseField& field_of(Cause cause) {
  switch (cause) {
    case CAUSE_LOAD:
      return cause_fields[0];
    case CAUSE_COMPUTE:
      return cause_fields[1];
    case CAUSE_STORE:
      return cause_fields[2];
    case CAUSE_STALL:
      return cause_fields[3];
    default:
      return cause_fields[4];
  }
}
static_assert(cause_fields[0].member == &CauseCycles::load && cause_fields[1].member == &CauseCycles::compute &&
              cause_fields[2].member == &CauseCycles::store && cause_fields[3].member == &CauseCycles::stall &&
              cause_fields[4].member == &CauseCycles::idle);

bool engine_works(Cause cause) {
  return cause == CAUSE_COMPUTE || cause == CAUSE_STALL;
}

}  // namespace

ActivityWatch::ActivityWatch(DeviceObserver& observer, const Capabilities& device, const LinkOptions& link,
                             std::int64_t zero_cycle)
    : observer_(observer), zero_cycle_(zero_cycle), patience_cycles_(port_cycles) {
  // A narrow link spaces the beats, and one with stalls rests between bursts too.
  if (device.link_bytes_per_cycle > 0.0)
    patience_cycles_ +=
        static_cast<std::int64_t>(static_cast<double>(device.axi_data_bits) / 8.0 / device.link_bytes_per_cycle);
  if (link.stalls != 0) patience_cycles_ += LinkPace::longest_stall_cycles;
}

void ActivityWatch::posted(bool to_device, const Place& place, std::int64_t bursts) {
  if (bursts > 0) direction(to_device).posted.push_back({place, bursts});
}

void ActivityWatch::posted(const DeviceCommand& command) {
  commands_.push_back(command);
}

void ActivityWatch::close(std::int64_t cycle) {
  if (cause_begin_ >= 0 && cycle > cause_begin_) observer_.cause(field_of(cause_), span(cause_begin_, cycle));
  cause_begin_ = cycle;
}

TransferWatch ActivityWatch::transfer_begins(bool to_device, std::int64_t free, std::int64_t cycle) {
  Direction& moved = direction(to_device);
  if (moved.posted.empty()) return {};
  const Transfer& transfer = moved.posted.front();
  if (cycle - free > patience_cycles_) observer_.held(to_device, transfer.place, span(free, cycle));
  moved.begin = cycle;
  use(transfer.place.bank, transfer.place.buffer, true, cycle);
  return {transfer.bursts, patience_cycles_};
}

void ActivityWatch::burst_held(bool to_device, std::int64_t free, std::int64_t cycle) {
  observer_.held(to_device, direction(to_device).posted.front().place, span(free, cycle));
}

void ActivityWatch::transfer_ends(bool to_device, std::int64_t end) {
  Direction& moved = direction(to_device);
  if (moved.posted.empty()) return;
  const Transfer transfer = moved.posted.front();
  moved.posted.pop_front();
  observer_.transfer(to_device, transfer.place, transfer.bursts, span(moved.begin, end));
  if (!to_device) use(transfer.place.bank, transfer.place.buffer, false, end);
}

void ActivityWatch::cause_begins(Cause cause, std::int64_t cycle) {
  if (engine_works(cause) && !engine_works(cause_)) busy_begin_ = cycle;
  close(cycle);
  cause_ = cause;
}

void ActivityWatch::command_ends(std::int64_t cycle) {
  if (commands_.empty()) return;
  const HeldBuffers held = held_buffers(commands_.front());
  const std::int64_t begin = std::min(busy_begin_, cycle);
  observer_.command(commands_.front(), span(begin, cycle + 1));
  busy_begin_ = cycle + 1;
  commands_.pop_front();
  // Data may have stayed there since an earlier command.
  use(Bank::f, held.f, true, begin);
  if (held.r == HeldBuffers::none) return;
  use(Bank::r, held.r, true, begin);
  use(Bank::r, held.r, false, cycle + 1);
}

void ActivityWatch::use(Bank bank, int buffer, bool in_use, std::int64_t cycle) {
  unsigned& buffers = in_use_[bank == Bank::f ? 0 : 1];
  const unsigned bit = 1u << buffer;
  const unsigned then = in_use ? buffers | bit : buffers & ~bit;
  if (then == buffers) return;
  buffers = then;
  int count = 0;
  for (unsigned left = buffers; left != 0; left &= left - 1) ++count;
  observer_.buffers_in_use(bank, count, cycle - zero_cycle_);
}

}  // namespace stencil
