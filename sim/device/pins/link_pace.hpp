// Spaces beats so that a link of bytes_per_cycle can carry them, and rests between some of them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

#include "sim/device/contract/device.hpp"

namespace stencil {

class LinkPace {
 public:
  void set(const BusTiming& timing, std::int64_t beat_bytes) {
    rate_ = timing.bytes_per_cycle <= 0 || timing.bytes_per_cycle > beat_bytes ? beat_bytes : timing.bytes_per_cycle;
    stalls_ = static_cast<std::uint64_t>(timing.stalls);
    beat_ = beat_bytes;
    saved_ = beat_bytes;
  }
  // Whether a beat may be offered now.
  bool ready() const { return saved_ >= beat_; }
  // One clock passed, with or without a beat. Bytes that a beat does not need are saved for the next one. A link that
  // could have moved a beat and did not has saved one beat, whatever was moved before.
  void clock(bool moved) {
    if (moved)
      saved_ += rate_ - beat_;
    else
      saved_ = ready() ? beat_ : saved_ + rate_;
  }
  // Behind clock(true): the link rests after this beat of the burst, from 0, if the stalls say so. That depends on the
  // place of the beat alone, so that the same data moves at the same pace whatever was moved before.
  void rest_after(const Burst& burst, std::int64_t beat) {
    if (stalls_ == 0) return;
    const std::uint64_t place = burst.address / static_cast<std::uint64_t>(beat_) + static_cast<std::uint64_t>(beat);
    saved_ -= rate_ * stall_cycles(stalls_, 2 * place + (burst.to_device ? 1 : 0));
  }
  bool unlimited() const { return rate_ == beat_ && stalls_ == 0; }

  // For many clocks at once: the clocks until a beat may be offered, if none is.
  std::int64_t wait_cycles() const { return saved_ >= beat_ ? 0 : (beat_ - saved_ + rate_ - 1) / rate_; }
  // The largest number of clocks in which at most `beats` move, if one moves whenever it may. With stalls, those before
  // the next beat: after it the link may rest.
  std::int64_t most_cycles(std::int64_t beats) const {
    if (unlimited()) return std::max<std::int64_t>(0, beats);  // saved_ is a beat then; this saves a division
    const std::int64_t room = (stalls_ == 0 ? beats : 0) * beat_ + beat_ - 1 - saved_;
    return room < 0 ? 0 : room / rate_ + 1;
  }
  // Beats that move in this many clocks, if one moves whenever it may; with stalls, of at most most_cycles(0) clocks.
  std::int64_t beats_in(std::int64_t cycles) const {
    if (unlimited()) return cycles;
    return cycles == 0 ? 0 : std::max<std::int64_t>(0, (saved_ + (cycles - 1) * rate_) / beat_);
  }
  void stream(std::int64_t cycles) { saved_ += cycles * rate_ - beats_in(cycles) * beat_; }
  void idle(std::int64_t cycles) { saved_ = cycles > wait_cycles() ? beat_ : saved_ + cycles * rate_; }

  static constexpr std::int64_t longest_stall_cycles = 40;
  // The rest after this beat of a link with these stalls, not 0. Some numbers mean short rests, others long ones, after
  // few beats or many.
  static std::int64_t stall_cycles(std::uint64_t stalls, std::uint64_t beat) {
    const std::uint64_t kind = mixed(stalls);
    const std::uint64_t drawn = mixed(kind ^ beat);
    constexpr std::uint64_t one_in[] = {2, 4, 4, 16};
    constexpr std::uint64_t longest[] = {1, 3, 8, longest_stall_cycles};
    if (drawn % one_in[kind % 4] != 0) return 0;
    return static_cast<std::int64_t>(1 + drawn / 16 % longest[kind / 4 % 4]);
  }

 private:
  // A number of which each bit depends on all of these.
  static std::uint64_t mixed(std::uint64_t bits) {
    for (int round = 0; round < 2; ++round) bits = (bits ^ bits >> 31U) * 0x9e3779b97f4a7c15U;
    return bits ^ bits >> 29U;
  }

  std::int64_t rate_ = 8;
  std::int64_t beat_ = 8;
  std::int64_t saved_ = 8;  // below 0: a rest
  std::uint64_t stalls_ = 0;
};

}  // namespace stencil
