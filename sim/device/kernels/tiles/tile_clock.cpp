// SPDX-License-Identifier: Apache-2.0
#include "sim/device/kernels/tiles/tile_clock.hpp"

#include "sim/device/pins/progress.hpp"

namespace stencil {

void TileClock::begin_pass(std::int64_t number, std::int64_t start) {
  const TilePass pass = passes_[number];
  pass_ = number;
  read_end_ = start + pass.read_cycles;
  end_ = start + pass.cycles;
}

EngineCycle TileClock::show(std::int64_t now) const {
  EngineCycle shows;
  shows.busy = busy_;
  shows.fill = busy_ && now >= read_end_;
  return shows;
}

EngineCycle TileClock::cycle(std::int64_t now, const OfferedTile* offered) {
  EngineCycle seen = show(now);
  seen.take = offered && !busy_;
  if (seen.take) {
    busy_ = true;
    passes_ = TilePasses(engine_, offered->shape, offered->slots);
    begin_pass(0, now + 1);
  } else if (busy_ && now + 1 == end_) {
    seen.finished = last_pass();
    busy_ = !seen.finished;
    if (busy_) begin_pass(pass_ + 1, now + 1);
  }
  return seen;
}

std::int64_t TileClock::quiet(std::int64_t now, const OfferedTile* offered) const {
  if (!busy_) return offered ? 0 : never;
  return (now < read_end_ ? read_end_ : end_ - 1) - now;
}

}  // namespace stencil
