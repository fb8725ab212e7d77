// SPDX-License-Identifier: Apache-2.0
#include "sim/device/model/store_port.hpp"

#include <algorithm>
#include <string>

#include "host/base/errors.hpp"

namespace stencil {

void StorePort::reset() {
  queue_.clear();
  read_of_.clear();
  address_offered_ = active_ = begun_ = delivered_ = false;
  read_ = 0;
  read_beat_ = taken_beat_ = claimed_ = outstanding_ = 0;
}

void StorePort::end_read(PortCycle& seen) {
  if (!seen.held_error) seen.served = &(served_ = queue_[read_]);
  read_beat_ = 0;
  ++read_;
}

PortCycle StorePort::cycle(std::int64_t now, Progress& progress, const Interlock& lock) {
  if (!address_offered_ && now >= queue_.next_address_cycle(progress)) address_offered_ = true;
  if (rests()) {
    pace_.clock(false);
    return {};
  }

  const std::int64_t queued = waiting();
  const bool address = address_offered_ && queued < addresses_that_wait;
  PortCycle seen;
  seen.busy = open(lock);
  const bool step = seen.busy && claimed_ < most_claimed;
  seen.beat = there() > 0 && pace_.ready();
  seen.outstanding = address_offered_ || outstanding_ > 0;
  seen.moved = address || seen.beat;

  pace_.clock(seen.beat);
  bool last = false;
  if (step) {
    const Burst& burst = queue_[read_];
    if (!begun_) read_of_.push_back({lock.refused(buffer_of(burst)), refused(burst, queue_.beats(burst) - 1)});
    const Read& read = read_of_.back();
    seen.held_error = read.too_early;
    seen.error = !read.too_early && read.leaves_memory && refused(burst, read_beat_);
    last = ++read_beat_ == queue_.beats(burst);
    begun_ = !last;
    if (last) end_read(seen);
  }
  claimed_ += (step ? 1 : 0) - (seen.beat ? 1 : 0);
  delivered_ = step;
  if (last || !active_) active_ = queued > 0;
  if (address) {
    address_offered_ = false;
    queue_.address_accepted(now);
    ++outstanding_;
  }
  if (seen.beat) {
    const Burst& burst = queue_.front();
    const Read& read = read_of_.front();
    if (read.too_early || (read.leaves_memory && refused(burst, taken_beat_)))
      throw DeviceError(
          "device answered the read burst at address " + std::to_string(burst.address) + " of " +
          std::to_string(burst.length_words) + " words: RVALID at word " +
          std::to_string(std::max<std::int64_t>(0, taken_beat_ * beat_words_ - queue_.first_lane(burst))) +
          " with response 2 instead of OKAY");
    if (taken_beat_ == 0) queue_.data_begins(0, now);
    const bool is_last = taken_beat_ + 1 == queue_.beats(burst);
    if (!is_last || queue_.size() > 1) pace_.rest_after(burst, taken_beat_);
    ++taken_beat_;
    if (is_last) {
      queue_.data_ends(now);
      taken_beat_ = 0;
      read_of_.pop_front();
      --outstanding_;
      --read_;
      queue_.complete_front();
      progress.stores.add(now);
    }
  }
  return seen;
}

StorePort::Mode StorePort::mode(const Interlock& lock) const {
  const bool reads_on = open(lock) && begun_ && read_of_.back().is_good();
  // Skipped clocks read that burst and take the front one, which may be an earlier one.
  if (reads_on && read_of_.front().is_good()) {
    if (pace_.unlimited() && claimed_ == 2 && delivered_) return Mode::stream;
    if (!pace_.unlimited() && claimed_ >= most_claimed - 1) return Mode::paced;
  }
  const bool reads = open(lock) && claimed_ < most_claimed;
  const bool takes = there() > 0 && pace_.ready();
  return reads || takes || delivered_ ? Mode::other : Mode::still;
}

std::int64_t StorePort::quiet(std::int64_t now, const Progress& progress, const Interlock& lock) {
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
    if (rests()) {
      mode_ = Mode::still;
      return limit;
    }
  }
  if (!active_ && waiting() > 0) return 0;
  const auto to_read = [&] { return queue_.beats(queue_[read_]) - read_beat_; };
  const auto to_take = [&] { return queue_.beats(queue_.front()) - taken_beat_; };
  mode_ = mode(lock);
  switch (mode_) {
    case Mode::still:
      return there() > 0 ? std::min(limit, pace_.wait_cycles()) : limit;
    case Mode::stream:
      return std::min({limit, to_read(), to_take() - 1});
    case Mode::paced:
      // Reading follows taking by a clock; a beat may have been taken in the clock before.
      if (to_read() < 2) return 0;
      return std::min({limit, pace_.most_cycles(to_read() - 2), pace_.most_cycles(to_take() - 1)});
    default:
      return 0;
  }
}

PortCycle StorePort::skip(std::int64_t now, std::int64_t cycles, const Interlock& lock, std::int64_t& beats) {
  PortCycle seen;
  seen.busy = open(lock);
  seen.outstanding = address_offered_ || outstanding_ > 0;
  beats = 0;
  const std::int64_t first_beat = now + pace_.wait_cycles();
  switch (mode_) {
    case Mode::stream:
      beats = cycles;
      read_beat_ += cycles;
      pace_.stream(cycles);
      break;
    case Mode::paced: {
      beats = pace_.beats_in(cycles);
      const std::int64_t but_last = pace_.beats_in(cycles - 1);
      read_beat_ += but_last + (most_claimed - claimed_);
      delivered_ = cycles > 1 ? but_last > pace_.beats_in(cycles - 2) : claimed_ < most_claimed;
      claimed_ = most_claimed - (beats - but_last);
      pace_.stream(cycles);
      break;
    }
    default:
      pace_.idle(cycles);
  }
  if (taken_beat_ == 0 && beats > 0) queue_.data_begins(0, first_beat);
  taken_beat_ += beats;
  seen.moved = beats > 0;
  if (mode_ == Mode::stream && read_beat_ == queue_.beats(queue_[read_])) {
    active_ = waiting() > 0;
    begun_ = false;
    end_read(seen);
  }
  return seen;
}

}  // namespace stencil
