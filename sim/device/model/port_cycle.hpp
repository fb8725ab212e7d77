// What a direction of the data port shows in one clock cycle.
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
  const Burst* served = nullptr;  // the last beat of this burst passed its buffer
  bool held_error = false;        // the device answers with SLVERR what it would otherwise have held back
};

// Buffers of commands queued or in flight, and what becomes of a burst that would begin on one: it is held back, or
// refused.
struct Interlock {
  BufferSet used = 0;
  bool refuses = false;

  bool holds(BufferSet buffer) const { return !refuses && (used & buffer) != 0; }
  bool refused(BufferSet buffer) const { return refuses && (used & buffer) != 0; }
};

inline BufferSet buffer_of(const Burst& burst) {
  return 1u << (burst.address >> (contract::address_bits - 3));
}

// What lies at the end of an address: the word in its buffer.
inline std::int64_t word_of(const Burst& burst) {
  return static_cast<std::int64_t>(burst.address % contract::buffer_stride / 8);
}

}  // namespace stencil
