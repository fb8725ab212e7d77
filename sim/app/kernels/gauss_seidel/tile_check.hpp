// Compares each tile with the golden tile loop after the device has run it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "host/gauss_seidel/accelerator_tiles.hpp"
#include "sim/app/report/report.hpp"

namespace stencil {

// The expected values of a tile follow from the block that was loaded and from no other tile: a wrong tile is found
// once, and later tiles are expected to continue from its values. Compares all inner rows of the block, with the
// outermost columns, which no sweep may change.
class TileCheck {
 public:
  // rank, tiles: as for tile_record(). first_step: the number of the first step.
  TileCheck(std::int64_t rank, std::int64_t tiles, std::int64_t first_step = 0)
      : rank_(rank), tiles_(tiles), first_step_(first_step) {}

  void before_tile(const TileRun& run, const double* block);
  void after_tile(const TileRun& run, const double* inner_rows);

  // The verdict on all tiles so far. The first difference is in the earliest tile; its sweep is the last of that tile,
  // since a tile is compared when it is done; row and column are those of the field.
  const Verdict& verdict() const { return verdict_; }

 private:
  std::int64_t rank_;
  std::int64_t tiles_;
  std::int64_t first_step_;
  std::vector<double> expected_;
  Verdict verdict_;
};

}  // namespace stencil
