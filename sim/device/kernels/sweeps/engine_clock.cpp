// SPDX-License-Identifier: Apache-2.0
#include "sim/device/kernels/sweeps/engine_clock.hpp"

#include <algorithm>

#include "sim/device/pins/progress.hpp"

namespace stencil {

void EngineClock::reset() {
  issuing_ = draining_ = held_ = false;
}

void EngineClock::begin_pass(std::int64_t number, std::int64_t start) {
  const PassTiming timing = passes_[number];
  pass_ = number;
  present_end_ = start + timing.present;
  last_beat_ = start + timing.issued() - 1;
  next_start_ = start + timing.until_next();
  finish_cycle_ = last_pass() ? last_beat_ + timing_.control_cycles + timing_.drain_cycles : never;
}

EngineCycle EngineClock::show(std::int64_t now) const {
  EngineCycle shows;
  shows.busy = issuing_;
  const bool waits = issuing_ && !last_pass() && now > last_beat_;
  shows.stall = waits || held_;
  shows.fill = issuing_ && now >= present_end_ && !shows.stall;
  return shows;
}

EngineCycle EngineClock::cycle(std::int64_t now, const BlockShape* offered) {
  EngineCycle seen = show(now);
  seen.finished = issuing_ && now == (draining_ ? drained_cycle_ : finish_cycle_);
  const bool follows = could_follow(now, offered);
  const bool in_order = now >= last_beat_ + timing_.gap_cycles;
  const bool place = !draining_ || seen.finished;
  seen.take = offered && (!issuing_ || (follows && in_order && place));

  const bool alone = seen.finished && !draining_;
  draining_ = (seen.take && issuing_ && !alone) || (draining_ && !seen.finished);
  issuing_ = seen.take || (issuing_ && !alone);
  held_ = follows && !seen.take;
  if (seen.take) {
    drained_cycle_ = finish_cycle_;
    block_ = *offered;
    passes_ = BlockPasses(shape_, block_);
    timing_ = passes_.all();
    begin_pass(0, now + 1);
  } else if (issuing_ && !last_pass() && now + 1 == next_start_) {
    begin_pass(pass_ + 1, next_start_);
  }
  return seen;
}

std::int64_t EngineClock::quiet(std::int64_t now, const BlockShape* offered) const {
  if (!issuing_) return offered ? 0 : never;
  std::int64_t until = draining_ ? std::min(drained_cycle_, finish_cycle_) : finish_cycle_;
  if (now < present_end_) until = std::min(until, present_end_);
  if (!last_pass()) {
    if (now <= last_beat_) until = std::min(until, last_beat_ + 1);
    until = std::min(until, next_start_ - 1);
  } else if (now <= last_beat_) {
    until = std::min(until, last_beat_);
  }
  if (could_follow(now, offered)) {
    const std::int64_t in_order = last_beat_ + timing_.gap_cycles;
    if (!held_) return 0;
    if (now < in_order)
      until = std::min(until, in_order);
    else if (!draining_)
      return 0;
  } else if (held_) {
    return 0;
  }
  return until - now;
}

}  // namespace stencil
