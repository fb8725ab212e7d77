// The tile engine in clock cycles: commands one after another, pass by pass, by its laws.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "sim/device/kernels/common/kernel_clock.hpp"
#include "sim/device/kernels/tiles/tile_timing.hpp"

namespace stencil {

// A tile command as the engine takes it.
struct OfferedTile {
  TileShape shape;
  std::int64_t slots = 0;
};

// Mirrors rtl/kernels/tiles/tile_engine.v around TilePasses: a command is taken when none is in flight and begins in
// the next cycle. Members as those of EngineClock.
class TileClock {
 public:
  explicit TileClock(const TileEngineShape& engine) : engine_(engine), passes_(engine, {}, engine.slots_min) {}

  void reset() { busy_ = false; }
  EngineCycle cycle(std::int64_t now, const OfferedTile* offered);
  std::int64_t quiet(std::int64_t now, const OfferedTile* offered) const;
  EngineCycle show(std::int64_t now) const;

 private:
  bool last_pass() const { return pass_ == passes_.count() - 1; }
  void begin_pass(std::int64_t number, std::int64_t start);

  TileEngineShape engine_;
  bool busy_ = false;
  TilePasses passes_;
  std::int64_t pass_ = 0;
  std::int64_t read_end_ = 0;  // first cycle after the pass has read its last cell
  std::int64_t end_ = 0;
};

}  // namespace stencil
