// Tiles on an accelerator: a block around each tile is moved into the device, swept and moved back.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "host/device/accelerator.hpp"
#include "host/gauss_seidel/executor.hpp"

namespace stencil {

// The block of a tile: every point it sets in any sweep, and one line around. It is packed from word 0 of buffer 0 of
// f; in the command, positions count from the block's first row and column.
struct TileBlock {
  TileFrame frame;  // in points of the field
  TileCommand command;
};
TileBlock block_of(const TileWindow& window);

// One tile as it was run, and what it cost.
struct TileRun {
  std::int64_t index = 0;  // tiles this object has run before
  std::int64_t round = 0;
  const TileStep* step = nullptr;  // for the time of the call
  TileBlock block;
  // From the end of the tile before, at first from when the executor was made, to the end of its own store.
  CycleCounts cycles;
  TrafficCounts traffic;
};

// Watches tiles go by, with the device idle.
class TileObserver {
 public:
  virtual ~TileObserver() = default;
  // The values the device is given: the block, packed.
  virtual void before_tile(const TileRun& /*run*/, const double* /*block*/) {}
  // The values it left: rows 1 .. rows - 2 of the block, packed, before anything of them is put into the field.
  virtual void after_tile(const TileRun& run, const double* inner_rows) = 0;
};

// Throws ArgumentError unless the device has a kernel for tiles, and every tile of the grid, in both directions, fits
// its rows and its buffers.
void check_tiles_fit(const Capabilities& device, const TileGrid& grid);

// Words of a buffer that the tiles use, and a row behind them.
std::int64_t largest_tile_words(const TileGrid& grid);

class AcceleratorTiles : public TileExecutor {
 public:
  // observer may be null. Both must outlive this.
  explicit AcceleratorTiles(Accelerator& device, TileObserver* observer = nullptr);

  // Moves 8*rows*cols bytes of the block in and 8*(rows - 2)*cols out, in one transfer each, and waits once. Only the
  // columns that some sweep of the tile sets are put into the field.
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
