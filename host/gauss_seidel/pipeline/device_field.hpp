// A rank's array in the buffers of a device, and where the newest values of its points are.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "host/device/accelerator.hpp"
#include "host/gauss_seidel/grid.hpp"
#include "host/gauss_seidel/pipeline/field_cells.hpp"
#include "host/gauss_seidel/pipeline/tile_buffer.hpp"

namespace stencil {

// Points move between buffers through the array: whole rows of tiles as wide as the array together, others row by row.
// Only what is posted must come in a certain order: a load waits for the command before it and for stores that read the
// words it sets, a command for the loads and stores of its buffer, a store for its command; values that a load needs
// from a store are waited for, so that host memory has them when the load is posted. Calls of a kind end in the order
// posted, so the last one of them stands for all.
class DeviceField {
 public:
  // waited: called after each wait for a call. Device and array must outlive this.
  DeviceField(Accelerator& device, const TileGrid& grid, std::int64_t rank, double* field,
              std::function<void()> waited);

  // The buffer that holds the tile, whose points these are. Where none does, the one that was used longest ago takes
  // it: its points that the array has not are stored.
  int hold(std::int64_t tile, const TileFrame& points);
  // The same for the tile after the one in this buffer, before the command on it, where the tile that leaves has points
  // of the one that comes: a wait for stores is one for all calls posted before them, so that it would wait for that
  // command.
  void hold_beside(int buffer, std::int64_t tile, const TileFrame& points);
  // Posts loads of the points that the array has and the buffer has not, but for `changing`, which are about to change.
  void load_ahead(int buffer, const std::vector<TileFrame>& changing);
  // Brings all its points into the buffer, but for `changing`; by_rows: those of other buffers row by row, each loaded
  // while the next one is stored.
  void load_all(int buffer, const std::vector<TileFrame>& changing = {}, bool by_rows = false);
  // The loads and stores that must end before a command on the buffer begins.
  After before_command(int buffer) const;
  // A command on the buffer was posted, and sets these points.
  void swept(int buffer, Ticket command, const TileFrame& points);

  // The array has these points when the returned call has ended. Posted behind a command it ends after that.
  Ticket post_bring(const std::vector<TileFrame>& points);
  void wait(Ticket ticket);
  // Posts stores of the points that the array lacks and this tile has: all of them, those of another tile.
  void store_tile(std::int64_t tile);
  void store_shared(std::int64_t tile, const TileFrame& other);
  // Posts stores of all points that it has not.
  void bring_all();
  // Nothing posted uses these points of the array, and all commands are done, when it returns. The others come into the
  // buffer meanwhile.
  void release(int buffer, const std::vector<TileFrame>& points);
  // Nothing posted uses these points of the array when it returns, but for the last command.
  void release_beside(const std::vector<TileFrame>& points);
  // The array has new values of these points.
  void set(const std::vector<TileFrame>& points);

 private:
  TileBuffer& buffer(int number) { return buffers_[static_cast<std::size_t>(number)]; }
  bool is_pending(Ticket ticket) const { return ticket > done_; }
  Place place(int number, const CellArea& cells);
  void load(int number, const CellArea& cells);
  void store(int number, const CellArea& cells);
  // Posts stores of the cells that the array lacks. most: rows of one store.
  void post_stores(const CellArea& cells, std::int64_t most);
  void store_newest(int number, std::int64_t pieces, const CellArea& cells);
  int holder(std::int64_t row, std::int64_t segment);
  int buffer_with(std::int64_t tile) const;
  Ticket last_stored(const std::vector<TileFrame>& points) const;
  template <class Which, class Use>
  void for_each_run(const CellArea& cells, std::int64_t most, const Which& which, const Use& use);
  std::vector<CellArea> missing(int number, const std::vector<TileFrame>& changing);
  template <class Wanted>
  void load_where(int number, std::int64_t pieces, const std::vector<CellArea>& runs, const Wanted& wanted);

  Accelerator& device_;
  FieldCells cells_;
  std::function<void()> waited_;
  std::vector<TileBuffer> buffers_;
  std::int64_t values_ = 0;  // numbers of values given out
  std::int64_t uses_ = 0;
  bool replaces_ = false;  // there are more tiles than buffers
  Ticket command_ = 0;     // the last one
  Ticket last_load_ = 0;
  Ticket load_before_command_ = 0;
  Ticket done_ = 0;  // calls up to this one
};

}  // namespace stencil
