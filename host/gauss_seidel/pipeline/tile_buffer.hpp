// A buffer of a device with the points of a tile, packed from word 0 on.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "host/device/accelerator.hpp"
#include "host/gauss_seidel/pipeline/field_cells.hpp"

namespace stencil {

struct TileBuffer {
  std::int64_t tile = -1;  // -1: none
  TileFrame points;
  CellArea area;                   // the same
  std::vector<std::int64_t> held;  // by cell of it: the number of its values; -1: none
  Ticket command = 0;              // the last one
  Ticket load = 0;                 // the last one since then
  Ticket store = 0;                // the last one since then
  std::int64_t used = 0;

  void take(std::int64_t number, const TileFrame& frame, const CellArea& cells) {
    tile = number;
    points = frame;
    area = cells;
    held.assign(static_cast<std::size_t>(cells.rows.count() * cells.segments.count()), -1);
  }
  std::int64_t& values(std::int64_t row, std::int64_t segment) {
    return held[static_cast<std::size_t>((row - area.rows.first) * area.segments.count() + segment -
                                         area.segments.first)];
  }
  void swept(Ticket by);
  void add_store(const Place& place, Ticket ticket);
  // The last store since the command that meets words of the place: those before it have ended when it has.
  Ticket last_store_of(const Place& place) const;

 private:
  struct Stored {
    Place place;
    Ticket ticket;
  };
  std::vector<std::vector<Stored>> by_chunk_;  // the same, by the chunks of words that they meet
};

// The one that holds the tile; where none does, the one that was used longest ago.
[[nodiscard]] int buffer_for(const std::vector<TileBuffer>& buffers, std::int64_t tile);

}  // namespace stencil
