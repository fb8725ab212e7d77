// Spaces beats so that a link no wider than bytes_per_cycle carries them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

namespace stencil {

class LinkPace {
 public:
  void set(std::int64_t bytes_per_cycle, std::int64_t beat_bytes) {
    rate_ = bytes_per_cycle <= 0 || bytes_per_cycle > beat_bytes ? beat_bytes : bytes_per_cycle;
    beat_ = beat_bytes;
    saved_ = beat_bytes;
  }
  // Whether a beat may be offered now.
  bool ready() const { return saved_ >= beat_; }
  // One clock passed, with or without a beat. What a beat does not need is kept for the next one, but a link
  // that could have moved one and did not has nothing more to save.
  void clock(bool moved) {
    if (moved)
      saved_ += rate_ - beat_;
    else if (saved_ < beat_)
      saved_ += rate_;
  }
  bool unlimited() const { return rate_ == beat_; }

  // Many clocks at once. Clocks until a beat may be offered, if none is.
  std::int64_t wait_cycles() const { return saved_ >= beat_ ? 0 : (beat_ - saved_ + rate_ - 1) / rate_; }
  // The most clocks in which no more than `beats` move, if one moves whenever it may.
  std::int64_t most_cycles(std::int64_t beats) const {
    const std::int64_t room = beats * beat_ + beat_ - 1 - saved_;
    return room < 0 ? 0 : room / rate_ + 1;
  }
  // Beats that move in so many clocks, if one moves whenever it may.
  std::int64_t beats_in(std::int64_t cycles) const { return cycles == 0 ? 0 : (saved_ + (cycles - 1) * rate_) / beat_; }
  void stream(std::int64_t cycles) { saved_ += cycles * rate_ - beats_in(cycles) * beat_; }
  void idle(std::int64_t cycles) { saved_ += std::min(cycles, wait_cycles()) * rate_; }

 private:
  std::int64_t rate_ = 8;
  std::int64_t beat_ = 8;
  std::int64_t saved_ = 8;
};

}  // namespace stencil
