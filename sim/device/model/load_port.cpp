// SPDX-License-Identifier: Apache-2.0
#include "sim/device/model/load_port.hpp"

#include <algorithm>
#include <string>

#include "host/base/errors.hpp"

namespace stencil {

void LoadPort::reset() {
  queue_.clear();
  answers_.clear();
  address_offered_ = data_offered_ = active_ = begun_ = false;
  sent_ = 0;
  beat_ = outstanding_ = 0;
}

void LoadPort::offer_data() {
  if (sent_ < queue_.addressed() + (address_offered_ ? 1 : 0) && pace_.ready()) data_offered_ = true;
}

void LoadPort::end_data(std::int64_t now, PortCycle& seen) {
  const Burst& burst = queue_[sent_];
  seen.error = !too_early_ && limits_.load_refused(burst);
  seen.held_error = too_early_;
  if (!too_early_) seen.served = &(served_ = burst);
  answers_.push_back(seen.error || seen.held_error);
  queue_.data_ends(now);
  beat_ = 0;
  ++sent_;
}

PortCycle LoadPort::cycle(std::int64_t now, Progress& progress, const Interlock& lock) {
  if (!address_offered_ && now >= queue_.next_address_cycle(progress)) address_offered_ = true;
  if (rests()) {
    pace_.clock(false);
    return {};
  }
  if (!data_offered_) offer_data();

  const std::int64_t queued = waiting();
  const bool address = address_offered_ && queued < addresses_that_wait;
  const bool answer = sent_ > 0;
  PortCycle seen;
  seen.busy = open(lock);
  seen.beat = data_offered_ && seen.busy;
  seen.outstanding = address_offered_ || outstanding_ > 0;
  seen.moved = address || seen.beat || answer;

  pace_.clock(seen.beat);
  bool last = false;
  if (seen.beat) {
    const Burst& burst = queue_[sent_];
    if (!begun_) {
      too_early_ = lock.refused(buffer_of(burst));
      queue_.data_begins(sent_, now);
    }
    const std::int64_t beat = beat_;
    last = ++beat_ == queue_.beats(burst);
    if (!last || sent_ + 1 < queue_.size()) pace_.rest_after(burst, beat);
    begun_ = !last;
    data_offered_ = false;
    if (last) end_data(now, seen);
  }
  if (last || !active_) active_ = queued > 0;
  if (address) {
    address_offered_ = false;
    queue_.address_accepted(now);
    ++outstanding_;
  }
  if (answer) {
    const Burst& burst = queue_.front();
    if (answers_.front())
      throw DeviceError("device answered the write burst at address " + std::to_string(burst.address) + " of " +
                        std::to_string(burst.length_words) + " words: BVALID with response 2 instead of OKAY");
    answers_.pop_front();
    --outstanding_;
    --sent_;
    queue_.complete_front();
    progress.loads.add(now);
  }
  return seen;
}

std::int64_t LoadPort::quiet(std::int64_t now, const Progress& progress, const Interlock& lock) {
  if (sent_ > 0) return 0;
  std::int64_t limit = never;
  if (address_offered_) {
    if (waiting() < addresses_that_wait) return 0;
  } else {
    const std::int64_t next = queue_.next_address_cycle(progress);
    if (next <= now) {
      // It is offered, and waits like one that was offered before.
      if (waiting() < addresses_that_wait) return 0;
      address_offered_ = true;
    } else if (next != never) {
      limit = next - now;
    }
    if (rests()) return limit;
  }
  if (!active_) return waiting() > 0 ? 0 : limit;
  if (!open(lock)) return limit;
  if (!begun_ || data_offered_) return 0;
  const std::int64_t left = queue_.beats(queue_[sent_]) - beat_;
  return std::min(limit, pace_.unlimited() ? left : pace_.most_cycles(left - 1));
}

PortCycle LoadPort::skip(std::int64_t now, std::int64_t cycles, const Interlock& lock, std::int64_t& beats) {
  PortCycle seen;
  seen.busy = open(lock);
  seen.outstanding = address_offered_ || outstanding_ > 0;
  beats = 0;
  if (rests()) {
    pace_.idle(cycles);
  } else if (seen.busy) {
    beats = pace_.beats_in(cycles);
    beat_ += beats;
    pace_.stream(cycles);
    seen.moved = beats > 0;
    if (beat_ == queue_.beats(queue_[sent_])) {
      const bool next = waiting() > 0;
      end_data(now + cycles - 1, seen);
      begun_ = false;
      active_ = next;
    }
  } else {
    // In the last of these clocks the link may already have a beat to offer.
    pace_.idle(cycles - 1);
    if (!data_offered_) offer_data();
    pace_.idle(1);
  }
  return seen;
}

}  // namespace stencil
