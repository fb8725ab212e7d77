// Plans a group of sweeps in one direction for a rank: its tiles in order, and the messages of each. No MPI.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "host/gauss_seidel/grid.hpp"

#pragma GCC visibility push(default)
namespace stencil {

// Forward, a tile receives over the cuts at its high sides and sends over those at its low sides; backward the other
// way round.
enum class TileClass {
  local,    // no messages
  send,     // sends only: can begin at once, and others wait for it
  receive,  // receives only
  mixed,    // receives, then sends
};

const char* name_of(TileClass tile_class);

// A rectangle of points of the field, mostly part of one row or column.
struct TileLine {
  PointRange rows;
  PointRange cols;

  std::int64_t words() const { return rows.count() * cols.count(); }
};

// The lines of one message, packed one after another. Both ends name the same lines in the same order.
//
// Forward, a tile of subdomain p + 1, whose first row at rest is s, sends to the tile of p across the cut:
//   row s + t - 1 after sweep t, t = 1 .. sweeps, over the tile's columns in that sweep
//   row s + sweeps after the last sweep, for the first sweep backward
// Backward, from p to p + 1: row s + sweeps - t after sweep t, and row s - 1 after the last. Columns likewise. Where
// the tile ends at a cut on its high side (backward: low side), every line has one more point, across that cut, so that
// no rank sends to a diagonal neighbour. A line does not change after its sweep, so the message may leave when the tile
// is done.
struct TileMessage {
  std::int64_t peer = 0;  // rank
  std::vector<TileLine> lines;
  bool can_wait = false;  // its receiver needs it two tiles later than the sender has made it, or more

  std::int64_t words() const;
};

struct TileStep {
  std::int64_t tile_row = 0;  // in the subdomain
  std::int64_t tile_col = 0;
  std::int64_t row_number = 0;  // as TileAxis::cyclic deals the tiles of a dimension to the subdomains in turn
  std::int64_t col_number = 0;
  TileClass tile_class = TileClass::local;
  TileWindow window;                  // in points of the field
  std::vector<TileMessage> receives;  // needed before the tile begins, at most one per dimension
  std::vector<TileMessage> sends;     // ready when it is done, at most one per dimension
};

// The tiles of a rank by number, rising forward and falling backward, row by row. The messages between two ranks have
// the same order on both.  @pre 0 <= rank < grid.ranks()
[[nodiscard]] std::vector<TileStep> plan_group(const TileGrid& grid, std::int64_t rank, bool backward);

// Throws DeviceError, which names the tile and the rectangle, where what a tile sets or reads, or a line of a message,
// lies outside the rank's array: the plan is wrong, and would change memory of others.
void check_within(const std::vector<TileStep>& steps, const TileFrame& stored);

// A message by its place in the steps of a group.
struct TileDeparture {
  std::size_t step = 0;
  std::size_t message = 0;  // of the step's sends
};

// The messages that leave when this step has been run, in their order.
struct Departures {
  std::vector<TileDeparture> beside;  // of the step before, whose points are brought while this one sweeps
  std::vector<TileDeparture> behind;  // of this step
};

// Where the executor sweeps on, messages that can wait leave beside the next step.
[[nodiscard]] Departures departures(const std::vector<TileStep>& steps, std::size_t step, bool sweeps_on);

// Messages of a step that are received together: where the executor sweeps on, those that can wait come ahead, beside
// the step before.
enum class Arrivals { all, ahead, others };

[[nodiscard]] inline bool is_among(const TileMessage& message, Arrivals which) {
  return which == Arrivals::all || message.can_wait == (which == Arrivals::ahead);
}
// Whether the step receives any of these.
[[nodiscard]] bool receives(const TileStep& step, Arrivals which);

// Copy the lines of a message out of an array, and into an array.
void pack(const TileMessage& message, const TileFrame& frame, const double* field, double* packed);
void unpack(const TileMessage& message, const TileFrame& frame, const double* packed, double* field);

}  // namespace stencil
#pragma GCC visibility pop
