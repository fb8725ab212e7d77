// SPDX-License-Identifier: Apache-2.0
#include "sim/device/kernels/tiles/tile_timing.hpp"

#include <algorithm>
#include <limits>

namespace stencil {
namespace {

// Two stages from memory to the first element, one from the last to memory, and the write itself.
constexpr std::int64_t tile_pipeline_cycles = 4;

// Adds a product; saturates at the largest number, since a command may ask for more cycles than 63 bits hold.
void add_times(std::int64_t& sum, std::int64_t times, std::int64_t cycles) {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  sum = cycles > 0 && times > (most - sum) / cycles ? most : sum + times * cycles;
}

}  // namespace

TilePasses::TilePasses(const TileEngineShape& engine, const TileShape& tile, std::int64_t slots)
    : tile_(tile), plan_(plan_passes(tile.sweeps, engine.pes)), slots_(slots), latency_(engine.latency) {}

std::int64_t TilePasses::until(std::int64_t row, std::int64_t col) const {
  const std::int64_t width = std::max(tile_.cols, 2 * slots_ + 1);  // narrower rows are padded
  const std::int64_t band = row / slots_, slot = row % slots_;
  return slots_ * (band * width + col + 2 * slot) + slot;
}

TilePass TilePasses::operator[](std::int64_t number) const {
  const std::int64_t extra = plan_.sweeps(number) - 1;  // each sweep follows its predecessor by a row and two rounds
  TilePass pass;
  pass.read_cycles = until(tile_.rows - 1, tile_.cols - 2) + 1;
  pass.cycles = until(tile_.rows - 1 + extra, tile_.cols - 2) + 2 * slots_ * extra + latency_ + tile_pipeline_cycles;
  return pass;
}

TileTiming TilePasses::all() const {
  TileTiming sum;
  for (const std::int64_t deep : {0, 1}) {
    const std::int64_t alike = deep ? plan_.passes - plan_.shallow : plan_.shallow;
    if (alike == 0) continue;
    const TilePass pass = (*this)[deep ? plan_.shallow : 0];
    add_times(sum.busy_cycles, alike, pass.cycles);
    add_times(sum.fill_cycles, alike, pass.fill_cycles());
  }
  return sum;
}

std::int64_t best_slots(const TileEngineShape& engine, const TileShape& tile) {
  std::int64_t best = engine.slots_min, least = tile_timing(engine, tile, best).busy_cycles;
  for (std::int64_t slots = best + 1; slots <= engine.slots_max; ++slots) {
    const std::int64_t cycles = tile_timing(engine, tile, slots).busy_cycles;
    if (cycles < least) {
      best = slots;
      least = cycles;
    }
  }
  return best;
}

std::int64_t ideal_tile_cycles(std::int64_t pes, std::int64_t sweeps, std::int64_t points_set) {
  const std::int64_t elements = std::min(pes, sweeps);
  return (points_set + elements - 1) / elements;
}

}  // namespace stencil
