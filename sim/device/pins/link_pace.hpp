// Spaces beats so that a link of bytes_per_cycle can carry them.
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
  // One clock passed, with or without a beat. Bytes that a beat does not need are saved for the next one, but a link
  // that could have moved a beat and did not saves no more.
  void clock(bool moved) {
    if (moved)
      saved_ += rate_ - beat_;
    else if (saved_ < beat_)
      saved_ += rate_;
  }
  bool unlimited() const { return rate_ == beat_; }

  // For many clocks at once: the clocks until a beat may be offered, if none is.
  std::int64_t wait_cycles() const { return saved_ >= beat_ ? 0 : (beat_ - saved_ + rate_ - 1) / rate_; }
  // The largest number of clocks in which at most `beats` move, if one moves whenever it may.
  std::int64_t most_cycles(std::int64_t beats) const {
    const std::int64_t room = beats * beat_ + beat_ - 1 - saved_;
    return room < 0 ? 0 : room / rate_ + 1;
  }
  // Beats that move in this many clocks, if one moves whenever it may.
  std::int64_t beats_in(std::int64_t cycles) const { return cycles == 0 ? 0 : (saved_ + (cycles - 1) * rate_) / beat_; }
  void stream(std::int64_t cycles) { saved_ += cycles * rate_ - beats_in(cycles) * beat_; }
  void idle(std::int64_t cycles) { saved_ += std::min(cycles, wait_cycles()) * rate_; }

 private:
  std::int64_t rate_ = 8;
  std::int64_t beat_ = 8;
  std::int64_t saved_ = 8;
};

}  // namespace stencil
