// Edges of a tile that were elsewhere than its command has them.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "models/gauss_seidel_tile.hpp"
#include "models/values/canonical_nan.hpp"
#include "sim/device/divergence/guesses/guesses.hpp"

namespace stencil {
namespace {

struct Edge {
  const char* name;
  TileEdge Tile::*edge;
  bool is_row;
};
constexpr std::array<Edge, 4> edges{{{"top edge", &Tile::top, true},
                                     {"bottom edge", &Tile::bottom, true},
                                     {"left edge", &Tile::left, false},
                                     {"right edge", &Tile::right, false}}};

bool is_inside(const Tile& tile) {
  for (const Edge& each : edges) {
    const std::int64_t end = each.is_row ? tile.rows : tile.cols;
    if ((tile.*each.edge).at < 1 || (tile.*each.edge).at > end - 1) return false;
  }
  return true;
}

bool gives(const Tile& tile, const SweepView& view) {
  std::vector<double> values = view.field().after(view.sweep());
  gauss_seidel_tile(tile, values.data());
  for (std::size_t word = 0; word < values.size(); ++word) {
    if (bits_of(values[word]) != bits_of(view.got(static_cast<std::int64_t>(word)))) return false;
  }
  return true;
}

// The tile of this one sweep.
Tile window_of(const SweepView& view) {
  Tile tile = without_first(std::get<TileCommand>(view.field().command()), view.sweep());
  tile.sweeps = 1;
  return tile;
}

}  // namespace

std::optional<ValueExplanation> explain_window(const SweepView& view) {
  if (!view.field().is_tile()) return std::nullopt;
  const Tile right = window_of(view);
  std::optional<ValueExplanation> best;
  std::size_t fewest = edges.size() + 1;
  constexpr int offsets = 3;  // -1, 0, +1
  constexpr int combinations = offsets * offsets * offsets * offsets;
  for (int which = 0; which < combinations; ++which) {
    Tile tile = right;
    std::string as_if;
    std::size_t moved = 0;
    int rest = which;
    for (const Edge& each : edges) {
      const int offset = rest % offsets - 1;
      rest /= offsets;
      if (offset == 0) continue;
      TileEdge& edge = tile.*each.edge;
      as_if += fmt::format("{}the {} had been {} {}, not {},", as_if.empty() ? "" : " and ", each.name,
                           each.is_row ? "row" : "column", edge.at + offset, edge.at);
      edge.at += offset;
      ++moved;
    }
    if (moved == 0 || moved >= fewest || !is_inside(tile) || !gives(tile, view)) continue;
    fewest = moved;
    best = ValueExplanation{"window", as_if + " of the block"};
    best->fits = best->of = 1;
  }
  return best;
}

std::optional<ValueExplanation> explain_first_line(const SweepView& view) {
  if (!view.field().is_tile()) return std::nullopt;
  const Tile tile = window_of(view);
  const std::vector<std::int64_t> wrong = view.wrong();
  const std::int64_t cols = tile.cols;
  for (const bool is_row : {true, false}) {
    const Edge& edge = edges[(is_row ? 0 : 2) + (tile.backward ? 1 : 0)];
    const std::int64_t at = (tile.*edge.edge).at;
    const std::int64_t line = tile.backward ? at - 1 : at;
    if ((is_row ? wrong.front() / cols : wrong.front() % cols) != line) continue;
    const TileEdge& first = is_row ? tile.left : tile.top;
    const TileEdge& last = is_row ? tile.right : tile.bottom;
    const auto along = std::count_if(wrong.begin(), wrong.end(), [&](std::int64_t word) {
      return (is_row ? word / cols : word % cols) == line && view.field().sets(word, view.sweep());
    });
    if (along < 3 || along < last.at - first.at) continue;
    return ValueExplanation{
        "window or operand",
        fmt::format("the {} had not been {} {} of the block, or the values behind it had been others: "
                    "the first points wrong are all those along it",
                    edge.name, is_row ? "row" : "column", at)};
  }
  return std::nullopt;
}

}  // namespace stencil
