// SPDX-License-Identifier: Apache-2.0
#include "host/gauss_seidel/group_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "host/base/errors.hpp"

namespace stencil {
namespace {

// One tile: (a, b) of subdomain (p, q).
struct TilePlace {
  std::int64_t p;
  std::int64_t q;
  std::int64_t a;
  std::int64_t b;
};

// One dimension of a tile.
struct Side {
  const TileAxis& axis;
  std::int64_t part;
  std::int64_t tile;

  // At a low cut a tile sends forward and receives backward; at a high cut it receives forward and sends backward.
  bool has_cut(bool high) const { return high ? axis.has_high_cut(part, tile) : axis.has_low_cut(part, tile); }
};

Side row_side(const TileGrid& grid, const TilePlace& place) {
  return {grid.rows(), place.p, place.a};
}
Side col_side(const TileGrid& grid, const TilePlace& place) {
  return {grid.cols(), place.q, place.b};
}

// The sender's line next to the cut after a sweep, or the one `further` lines inside it.
PointRange line_at_cut(const PointRange& swept, std::int64_t further, bool backward) {
  const std::int64_t at = backward ? swept.last - 1 - further : swept.first + further;
  return {at, at + 1};
}

// A line of a message, as ranges across and along the cut.
struct Ranges {
  PointRange across;
  PointRange along;
};

// The lines that a tile sends over its cut in the dimension `across`.
std::vector<Ranges> sent_lines(const Side& across, const Side& along, bool backward) {
  const std::int64_t sweeps = across.axis.sweeps();
  const EdgePair across_edges = across.axis.edges(across.part, across.tile, backward);
  const EdgePair along_edges = along.axis.edges(along.part, along.tile, backward);
  const std::int64_t corner = along.has_cut(!backward) ? 1 : 0;
  std::vector<Ranges> lines;
  const auto add = [&](std::int64_t t, std::int64_t further) {
    PointRange span = along_edges.in_sweep(t);
    (backward ? span.first : span.last) += backward ? -corner : corner;
    lines.push_back({line_at_cut(across_edges.in_sweep(t), further, backward), span});
  };
  for (std::int64_t t = 1; t <= sweeps; ++t) add(t, 0);
  add(sweeps, 1);
  return lines;
}

// A rank makes the first tile of a row or column, and its neighbour needs it for the last one.
bool can_wait(std::int64_t tiles_later) {
  return tiles_later >= 2;
}

TileMessage row_message(const TileGrid& grid, const TilePlace& sender, std::int64_t peer, bool backward) {
  TileMessage message{peer, {}, can_wait((grid.rows().tiles() - 1) * grid.cols().tiles())};
  for (const Ranges& line : sent_lines(row_side(grid, sender), col_side(grid, sender), backward)) {
    message.lines.push_back({line.across, line.along});
  }
  return message;
}

TileMessage col_message(const TileGrid& grid, const TilePlace& sender, std::int64_t peer, bool backward) {
  TileMessage message{peer, {}, can_wait(grid.cols().tiles() - 1)};
  for (const Ranges& line : sent_lines(col_side(grid, sender), row_side(grid, sender), backward)) {
    message.lines.push_back({line.along, line.across});
  }
  return message;
}

void add_messages(const TileGrid& grid, const TilePlace& at, bool backward, TileStep& step) {
  const std::int64_t next = backward ? -1 : 1;  // forward, messages come from the next subdomain
  const std::int64_t last_row = backward ? grid.rows().tiles() - 1 : 0;  // the tile across a cut that sends
  const std::int64_t last_col = backward ? grid.cols().tiles() - 1 : 0;
  if (row_side(grid, at).has_cut(!backward)) {
    const TilePlace from{at.p + next, at.q, last_row, at.b};
    step.receives.push_back(row_message(grid, from, grid.rank_of(from.p, from.q), backward));
  }
  if (col_side(grid, at).has_cut(!backward)) {
    const TilePlace from{at.p, at.q + next, at.a, last_col};
    step.receives.push_back(col_message(grid, from, grid.rank_of(from.p, from.q), backward));
  }
  if (row_side(grid, at).has_cut(backward))
    step.sends.push_back(row_message(grid, at, grid.rank_of(at.p - next, at.q), backward));
  if (col_side(grid, at).has_cut(backward))
    step.sends.push_back(col_message(grid, at, grid.rank_of(at.p, at.q - next), backward));
}

TileClass class_of(const TileStep& step) {
  if (step.receives.empty()) return step.sends.empty() ? TileClass::local : TileClass::send;
  return step.sends.empty() ? TileClass::receive : TileClass::mixed;
}

}  // namespace

const char* name_of(TileClass tile_class) {
  switch (tile_class) {
    case TileClass::send:
      return "send";
    case TileClass::receive:
      return "receive";
    case TileClass::mixed:
      return "mixed";
    default:
      return "local";
  }
}

std::int64_t TileMessage::words() const {
  std::int64_t sum = 0;
  for (const TileLine& line : lines) sum += line.words();
  return sum;
}

std::vector<TileStep> plan_group(const TileGrid& grid, std::int64_t rank, bool backward) {
  const std::int64_t p = grid.row_part(rank);
  const std::int64_t q = grid.col_part(rank);
  std::vector<TileStep> steps;
  for (std::int64_t a = 0; a < grid.rows().cyclic().blocks_of(p); ++a) {
    for (std::int64_t b = 0; b < grid.cols().cyclic().blocks_of(q); ++b) {
      TileStep step;
      step.tile_row = a;
      step.tile_col = b;
      step.row_number = grid.rows().cyclic().global_block(a, p);
      step.col_number = grid.cols().cyclic().global_block(b, q);
      step.window = {grid.sweeps(), backward, grid.rows().edges(p, a, backward), grid.cols().edges(q, b, backward)};
      add_messages(grid, {p, q, a, b}, backward, step);
      step.tile_class = class_of(step);
      steps.push_back(std::move(step));
    }
  }
  if (backward) std::reverse(steps.begin(), steps.end());
  return steps;
}

Departures departures(const std::vector<TileStep>& steps, std::size_t step, bool sweeps_on) {
  const auto those = [&](std::size_t of, bool late) {
    std::vector<TileDeparture> leaving;
    for (std::size_t message = 0; message < steps[of].sends.size(); ++message)
      if ((sweeps_on && steps[of].sends[message].can_wait) == late) leaving.push_back({of, message});
    return leaving;
  };
  return {step > 0 ? those(step - 1, true) : std::vector<TileDeparture>(), those(step, false)};
}

bool receives(const TileStep& step, Arrivals which) {
  return std::any_of(step.receives.begin(), step.receives.end(),
                     [which](const TileMessage& message) { return is_among(message, which); });
}

void check_within(const std::vector<TileStep>& steps, const TileFrame& stored) {
  for (const TileStep& step : steps) {
    const auto check = [&](const std::string& what, const PointRange& rows, const PointRange& cols) {
      if (rows.count() <= 0 || cols.count() <= 0) return;
      if (rows.first >= stored.rows.first && rows.last <= stored.rows.last && cols.first >= stored.cols.first &&
          cols.last <= stored.cols.last)
        return;
      const auto text = [](const PointRange& of) { return fmt::format("{} .. {}", of.first, of.last - 1); };
      throw DeviceError(
          fmt::format("side: host (host/gauss_seidel): tile {}, {} of the subdomain, {}: {} has rows {}, columns {} of "
                      "the field, must lie in the rank's rows {}, columns {}",
                      step.tile_row, step.tile_col, step.window.backward ? "backward" : "forward", what, text(rows),
                      text(cols), text(stored.rows), text(stored.cols)));
    };
    for (std::int64_t t = 1; t <= step.window.sweeps; ++t) {
      const PointRange rows = step.window.rows.in_sweep(t), cols = step.window.cols.in_sweep(t);
      if (rows.count() > 0 && cols.count() > 0)
        check(fmt::format("what its sweep {} reads", t), {rows.first - 1, rows.last + 1},
              {cols.first - 1, cols.last + 1});
    }
    for (const std::vector<TileMessage>* const messages : {&step.receives, &step.sends})
      for (const TileMessage& message : *messages)
        for (const TileLine& line : message.lines)
          check(fmt::format("a line {} rank {}", messages == &step.sends ? "for" : "from", message.peer), line.rows,
                line.cols);
  }
}

void pack(const TileMessage& message, const TileFrame& frame, const double* field, double* packed) {
  for (const TileLine& line : message.lines) {
    for (std::int64_t i = line.rows.first; i < line.rows.last; ++i) {
      packed = std::copy_n(field + frame.index(i, line.cols.first), line.cols.count(), packed);
    }
  }
}

void unpack(const TileMessage& message, const TileFrame& frame, const double* packed, double* field) {
  for (const TileLine& line : message.lines) {
    for (std::int64_t i = line.rows.first; i < line.rows.last; ++i) {
      std::copy_n(packed, line.cols.count(), field + frame.index(i, line.cols.first));
      packed += line.cols.count();
    }
  }
}

}  // namespace stencil
