// Tiles on an accelerator: moves a block around each tile into the device, sweeps it and moves it back.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "host/device/accelerator.hpp"
#include "host/gauss_seidel/executor.hpp"

#pragma GCC visibility push(default)
namespace stencil {

// The block of a tile: every point it sets in any sweep, and one line around them, packed from word 0 of buffer 0 of f.
// Positions in the command count from the block's first row and column.
struct TileBlock {
  TileFrame frame;  // in points of the field
  TileCommand command;
};
[[nodiscard]] TileBlock block_of(const TileWindow& window);

// One tile that has run, with its cycles and bytes.
struct TileRun {
  std::int64_t index = 0;  // number of tiles that the executor ran before
  std::int64_t round = 0;
  const TileStep* step = nullptr;  // valid during the call
  TileBlock block;
  // From the end of the tile before (for the first: from the making of the executor) to the end of its own store.
  // Of TilePipeline as it says.
  CycleCounts cycles;
  TrafficCounts traffic;
};

// Watches the tiles; called with the device idle, or, by TilePipeline, without values.
class TileObserver {
 public:
  virtual ~TileObserver() = default;
  // block: the values about to be loaded, packed.
  virtual void before_tile(const TileRun& /*run*/, const double* /*block*/) {}
  // inner_rows: the values stored by the device, rows 1 .. rows - 2 of the block, packed, before they go into the
  // field.
  virtual void after_tile(const TileRun& run, const double* inner_rows) = 0;
};

// Throws ArgumentError unless the device has a kernel for tiles, and every tile of the grid, in both directions, fits
// the device's longest row and a buffer.
void check_tiles_fit(const Capabilities& device, const TileGrid& grid);

// Words of a buffer that the tiles use, and a row behind them.
[[nodiscard]] std::int64_t largest_tile_words(const TileGrid& grid);

class AcceleratorTiles : public TileExecutor {
 public:
  // observer may be null. Device and observer must outlive the executor.
  explicit AcceleratorTiles(Accelerator& device, TileObserver* observer = nullptr);

  // Moves 8*rows*cols bytes of the block in and 8*(rows - 2)*cols out, in one transfer each, and waits once. Puts only
  // the columns that the tile's sweeps set into the field.
  // Throws ArgumentError for a tile that does not fit, DeviceError from the device.
  void run(std::int64_t round, const TileStep& step, const TileFrame& frame, double* field) override;
  std::int64_t cycles() const override { return device_.cycles().total(); }

 private:
  Accelerator& device_;
  TileObserver* observer_;
  std::int64_t runs_ = 0;
  CycleCounts cycles_so_far_;
  TrafficCounts traffic_so_far_;
  std::vector<double> block_;
};

}  // namespace stencil
#pragma GCC visibility pop
