// The signals of one direction of the data port in one clock cycle.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "sim/device/contract/job.hpp"
#include "sim/device/pins/burst_queue.hpp"

namespace stencil {

struct PortCycle {
  bool moved = false;             // a handshake took place
  bool outstanding = false;       // a burst is offered, or accepted and not answered
  bool busy = false;              // a burst is being served
  bool error = false;             // the device answers a beat with SLVERR
  bool beat = false;              // a data beat moved
  const Burst* served = nullptr;  // the last beat of this burst passed its buffer; until the next clock
  bool held_error = false;        // the device answers with SLVERR a beat that would be held
};

// Buffers of commands queued or in flight. A burst that would begin on one of them is held, or refused.
struct Interlock {
  BufferSet used = 0;
  bool refuses = false;

  bool holds(BufferSet buffer) const { return !refuses && (used & buffer) != 0; }
  bool refused(BufferSet buffer) const { return refuses && (used & buffer) != 0; }
};

inline BufferSet buffer_of(const Burst& burst) {
  return 1u << (burst.address >> (contract::address_bits - 3));
}

// The word of its buffer at which a burst begins.
inline std::int64_t word_of(const Burst& burst) {
  return static_cast<std::int64_t>(burst.address % contract::buffer_stride / 8);
}

}  // namespace stencil
