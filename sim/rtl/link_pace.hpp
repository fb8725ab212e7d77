// Spaces beats so that a link no wider than bytes_per_cycle carries them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

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
  // The link has been idle.
  void rest() { saved_ = beat_; }
  bool unlimited() const { return rate_ == beat_; }

 private:
  std::int64_t rate_ = 8;
  std::int64_t beat_ = 8;
  std::int64_t saved_ = 8;
};

}  // namespace stencil
