// Each tile against the golden tile loop, after the device ran it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "host/gauss_seidel/accelerator_tiles.hpp"
#include "sim/app/report/report.hpp"

namespace stencil {

// What is expected of a tile depends on the block the device was given and on no other tile: a wrong tile is found
// once, and its values are expected of those after it. Compared are all inner rows of the block, the outermost columns
// too, which no sweep may change.
class TileCheck {
 public:
  // rank, tiles: as for tile_record().
  TileCheck(std::int64_t rank, std::int64_t tiles) : rank_(rank), tiles_(tiles) {}

  void before_tile(const TileRun& run, const double* block);
  void after_tile(const TileRun& run, const double* inner_rows);

  // Of all tiles so far. The first difference is in the earliest tile; its sweep is the tile's last, since a tile is
  // compared when it is done; row and column are the field's.
  const Verdict& verdict() const { return verdict_; }

 private:
  std::int64_t rank_;
  std::int64_t tiles_;
  std::vector<double> expected_;
  Verdict verdict_;
};

}  // namespace stencil
