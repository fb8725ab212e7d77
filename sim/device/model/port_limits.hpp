// The buffers that exist, and the beats of a burst that lie inside them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "sim/device/model/port_cycle.hpp"

namespace stencil {

struct PortLimits {
  std::int64_t f_buffers = 2;
  std::int64_t r_buffers = 2;
  std::int64_t memory_words = 0;

  bool exists(const Burst& burst) const {
    const BufferSet all = ((1u << f_buffers) - 1) | ((1u << r_buffers) - 1) << contract::max_buffers;
    return (buffer_of(burst) & all) != 0;
  }
  // A burst to the device is refused as a whole when any of its words lies outside.
  bool load_refused(const Burst& burst) const {
    return !exists(burst) || word_of(burst) + burst.length_words > memory_words;
  }
  // A beat from the device is refused when all of its words lie outside. lane: of the burst's first word; beat: from 0.
  bool store_refused(const Burst& burst, std::int64_t lane, std::int64_t beat, std::int64_t beat_words) const {
    return !exists(burst) || word_of(burst) - lane + beat * beat_words >= memory_words;
  }
};

}  // namespace stencil
