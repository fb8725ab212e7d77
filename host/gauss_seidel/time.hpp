// The time that a rank spends on tiles and on waiting.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#pragma GCC visibility push(default)
namespace stencil {

// In cycles of the rank's executor, from the start; 0 without a clock.
struct TileTime {
  std::int64_t busy = 0;     // sweeping tiles
  std::int64_t waiting = 0;  // for messages that a tile needs; for the other ranks, where residuals are measured

  std::int64_t now() const { return busy + waiting; }
  // Waits until another rank's time, if that is later.
  void wait_until(std::int64_t cycle) { waiting += cycle > now() ? cycle - now() : 0; }
};

}  // namespace stencil
#pragma GCC visibility pop
