// When a rank works on its tiles, and when it waits.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace stencil {

// The time of a rank, in cycles of its executor, from the beginning; zeros without a clock.
struct TileTime {
  std::int64_t busy = 0;     // tiles
  std::int64_t waiting = 0;  // for messages that a tile needs, and where residuals are measured for the other ranks

  std::int64_t now() const { return busy + waiting; }
  // Until another rank's time, where that is later.
  void wait_until(std::int64_t cycle) { waiting += cycle > now() ? cycle - now() : 0; }
};

}  // namespace stencil
