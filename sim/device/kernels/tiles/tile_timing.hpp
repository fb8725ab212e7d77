// Clock cycles of the tile engine, from shapes alone: the laws of rtl/kernels/tiles/tile_engine.v.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "sim/device/kernels/common/pass_plan.hpp"

namespace stencil {

// Parameters of the tile engine.
struct TileEngineShape {
  std::int64_t pes = 1;
  std::int64_t latency = 22;    // Lp of tiles in cycles: four additions and the division
  std::int64_t slots_min = 13;  // fewest row slots that a command may use
  std::int64_t slots_max = 32;
};

// One tile command. The place of the tile in its block costs nothing: every cell of the block passes the elements.
struct TileShape {
  std::int64_t rows = 3;    // of the block, >= 3
  std::int64_t cols = 3;    // of the block, >= 3
  std::int64_t sweeps = 1;  // >= 1
};

// One pass, in cycles. It reads, padding included, in its first read_cycles; the rest of `cycles` is fill. The next
// pass begins right after it.
struct TilePass {
  std::int64_t cycles = 0;
  std::int64_t read_cycles = 0;

  std::int64_t fill_cycles() const { return cycles - read_cycles; }
};

// A whole command, from the cycle after it is taken to the cycle that writes its last cell. It never stalls.
struct TileTiming {
  std::int64_t busy_cycles = 0;
  std::int64_t fill_cycles = 0;
};

// The passes of one command. slots: slots_min .. slots_max of the engine.
class TilePasses {
 public:
  TilePasses(const TileEngineShape& engine, const TileShape& tile, std::int64_t slots);

  std::int64_t count() const { return plan_.passes; }
  TilePass operator[](std::int64_t number) const;
  TileTiming all() const;

 private:
  // Cycles from the first cell of a frame to the cell of this row and column.
  std::int64_t until(std::int64_t row, std::int64_t col) const;

  TileShape tile_;
  PassPlan plan_;
  std::int64_t slots_;
  std::int64_t latency_;
};

inline TileTiming tile_timing(const TileEngineShape& engine, const TileShape& tile, std::int64_t slots) {
  return TilePasses(engine, tile, slots).all();
}

// The number of slots that makes the command shortest, the smallest of several.
std::int64_t best_slots(const TileEngineShape& engine, const TileShape& tile);

// A lower bound for any schedule: points_set points over all sweeps, one per cycle in each element that has a sweep.
std::int64_t ideal_tile_cycles(std::int64_t pes, std::int64_t sweeps, std::int64_t points_set);

}  // namespace stencil
