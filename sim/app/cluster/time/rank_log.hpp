// The messages that a rank sent and received, with the cycles of its device.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace stencil {

struct RankEvent {
  enum Kind : std::int64_t {
    sent,
    received,
    met,  // waited until all ranks had come here; has no peer and no bytes
  };

  std::int64_t kind = sent;
  std::int64_t peer = 0;
  std::int64_t bytes = 0;
  std::int64_t cycle = 0;  // of the device, from 0: it stands still while its rank waits
};

// In the order in which the rank did it. Messages from one rank to another are received in the order of their sending.
struct RankLog {
  std::vector<RankEvent> events;
  std::int64_t cycles = 0;  // of the device in all
};

}  // namespace stencil
