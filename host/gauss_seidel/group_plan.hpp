// What a rank does in a group of sweeps in one direction: its tiles in order, and the messages of each. No MPI.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "host/gauss_seidel/grid.hpp"

namespace stencil {

// Forward, a tile receives what lies behind a cut at its high sides and sends what lies before one at its low sides;
// backward the other way round.
enum class TileClass {
  local,    // neither
  send,     // can begin at once, and others wait for it
  receive,  // waits for others
  mixed,    // both: receives, then sends
};

const char* name_of(TileClass tile_class);

// Points of the field in one line, row or column, or any rectangle.
struct TileLine {
  PointRange rows;
  PointRange cols;

  std::int64_t words() const { return rows.count() * cols.count(); }
};

// The lines of one message, packed one behind the other. Both ends name the same lines in the same order.
//
// Forward, over the cut between subdomains p and p + 1, whose first row at rest is s, from a tile of p + 1 to the tile
// of p across:
//   row s + t - 1 as sweep t leaves it, t = 1 .. sweeps, over the tile's columns of that sweep
//   row s + sweeps as the last one leaves it, for the first sweep backward
// Backward, from p to p + 1: row s + sweeps - t as sweep t leaves it, and row s - 1 as the last one does. Where the
// tile ends at a cut on its high side (backward: low), every line has one point more, across it. Columns likewise. So
// no rank sends to a diagonal neighbour. Nothing of a line changes after the sweep it belongs to: it is sent when the
// tile is done.
struct TileMessage {
  std::int64_t peer = 0;  // rank
  std::vector<TileLine> lines;

  std::int64_t words() const;
};

struct TileStep {
  std::int64_t tile_row = 0;  // in the subdomain
  std::int64_t tile_col = 0;
  std::int64_t row_number = 0;  // in the dealing of all tiles of a dimension to the subdomains in turn
  std::int64_t col_number = 0;
  TileClass tile_class = TileClass::local;
  TileWindow window;                  // in points of the field
  std::vector<TileMessage> receives;  // needed before the tile begins, at most one a dimension
  std::vector<TileMessage> sends;     // ready when it is done, at most one a dimension
};

// The tiles of a rank in the order of their numbers, which rise forward and fall backward, rows before columns. Two
// ranks exchange their messages in the same order.  @pre 0 <= rank < grid.ranks()
std::vector<TileStep> plan_group(const TileGrid& grid, std::int64_t rank, bool backward);

// Copies the lines of a message out of an array, into an array.
void pack(const TileMessage& message, const TileFrame& frame, const double* field, double* packed);
void unpack(const TileMessage& message, const TileFrame& frame, const double* packed, double* field);

}  // namespace stencil
