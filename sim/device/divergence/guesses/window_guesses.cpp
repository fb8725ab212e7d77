// Edges of a tile that were elsewhere than its command has them.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "models/formula/exact_sweeps.hpp"
#include "models/values/canonical_nan.hpp"
#include "sim/device/divergence/guesses/guesses.hpp"
#include "sim/device/divergence/guesses/tile_edges.hpp"

namespace stencil {
namespace {

// A line of the block's own border may be set too.
bool is_inside(const Tile& tile) {
  return std::all_of(tile_edges.begin(), tile_edges.end(), [&](const NamedEdge& each) {
    return (tile.*each.edge).at >= 0 && (tile.*each.edge).at <= lines(tile, each);
  });
}

std::vector<std::int64_t> words_of(const Tile& tile, const NamedEdge& each, std::int64_t line) {
  std::vector<std::int64_t> words;
  for (std::int64_t k = 0; k < (each.is_row ? tile.cols : tile.rows); ++k)
    words.push_back(each.is_row ? line * tile.cols + k : k * tile.cols + line);
  return words;
}

bool is_as_before(const SweepView& view, const NamedEdge& each, const Tile& tile, std::int64_t line) {
  const std::vector<double>& before = view.field().after(view.sweep());
  const std::vector<std::int64_t> words = words_of(tile, each, line);
  return std::all_of(words.begin(), words.end(), [&](std::int64_t word) {
    return bits_of(before[static_cast<std::size_t>(word)]) == bits_of(view.got(word));
  });
}

// Whether the tile's one sweep leaves what was got, in all words, and explains one that is wrong by itself. What is set
// on the block's border depends on values that are not known: those that were got stand there, and where nothing else
// reads them they are not compared.
bool gives(Tile tile, const SweepView& view) {
  std::vector<double> values = view.field().after(view.sweep());
  std::vector<char> is_unknown(values.size(), 0);
  std::vector<char> is_taken_over(values.size(), 0);
  for (const NamedEdge& each : tile_edges) {
    TileEdge& edge = tile.*each.edge;
    const std::int64_t last = lines(tile, each) - 1;
    const std::int64_t line = edge.at == 0 ? 0 : last;
    if (edge.at != 0 && edge.at != last + 1) continue;
    edge.at = edge.at == 0 ? 1 : last;
    const bool is_first = (line == 0) != tile.backward;
    // A border that was set and not stored: the line beside it, which has read it, is not known either.
    if (is_first && is_as_before(view, each, tile, line)) {
      const std::int64_t beside = edge.at == 1 && line == 0 ? 1 : last - 1;
      for (const std::int64_t word : words_of(tile, each, beside)) {
        values[static_cast<std::size_t>(word)] = view.got(word);
        is_taken_over[static_cast<std::size_t>(word)] = 1;
      }
      edge.at += line == 0 ? 1 : -1;
    }
    for (const std::int64_t word : words_of(tile, each, line)) {
      if (is_first) values[static_cast<std::size_t>(word)] = view.got(word);
      is_unknown[static_cast<std::size_t>(word)] = 1;
    }
  }
  const std::vector<std::int64_t> wrong = view.wrong_by_themselves();
  const bool explains = std::any_of(wrong.begin(), wrong.end(), [&](std::int64_t word) {
    return is_unknown[static_cast<std::size_t>(word)] == 0 && is_taken_over[static_cast<std::size_t>(word)] == 0;
  });
  if (!explains) return false;
  exact_tile(tile, values.data());
  for (std::size_t word = 0; word < values.size(); ++word) {
    if (is_unknown[word] == 0 && bits_of(values[word]) != bits_of(view.got(static_cast<std::int64_t>(word))))
      return false;
  }
  return true;
}

// The tile of this one sweep.
Tile window_of(const SweepView& view) {
  Tile tile = without_first(std::get<TileCommand>(view.field().command()), view.sweep());
  tile.sweeps = 1;
  return tile;
}

class Windows {
 public:
  explicit Windows(const SweepView& view) : view_(view), right_(window_of(view)) {}

  // Slopes first: what they move may look like edges that were elsewhere.
  std::optional<ValueExplanation> operator()() {
    if (auto slopes = other_slopes()) return slopes;
    for (std::size_t edge = 0; edge < tile_edges.size(); ++edge) {
      if (auto found = moved({edge}, most_alone)) return found;
    }
    for (std::size_t edge = 0; edge < tile_edges.size(); ++edge) {
      for (std::size_t other = edge + 1; other < tile_edges.size(); ++other) {
        if (auto found = moved({edge, other}, most_of_two)) return found;
      }
    }
    return moved({0, 1, 2, 3}, 1);
  }

 private:
  static constexpr std::int64_t most_alone = 16, most_of_two = 4;

  static ValueExplanation explanation(std::string as_if) {
    ValueExplanation found{"window", std::move(as_if)};
    found.fits = found.of = 1;
    return found;
  }

  // One first: of edges at the border of the field, which no sweep sets, the second may have any slope.
  std::optional<ValueExplanation> other_slopes() {
    const Tile& tile = std::get<TileCommand>(view_.field().command());
    if (view_.sweep() == 0) return std::nullopt;
    for (const NamedEdge& each : tile_edges) {
      const auto right = (tile.*each.edge).slope;
      for (const int slope : {0, -1, 1}) {
        Tile other = tile;
        (other.*each.edge).slope = slope;
        if (slope != right && gives_from(other))
          return explanation(fmt::format("the slope of the {} had been {}, not {}", each.name, slope, right));
      }
    }
    for (const std::size_t edge : {0, 2}) {
      Tile other = tile;
      std::swap((other.*tile_edges[edge].edge).slope, (other.*tile_edges[edge + 1].edge).slope);
      if (gives_from(other))
        return explanation(fmt::format("the slopes of {} and {} had been exchanged", tile_edges[edge].name,
                                       tile_edges[edge + 1].name));
    }
    return std::nullopt;
  }

  bool gives_from(const Tile& command) {
    Tile tile = without_first(command, view_.sweep());
    tile.sweeps = 1;
    return tries(tile);
  }

  bool tries(const Tile& tile) {
    constexpr std::int64_t most_points = 200'000'000;
    const std::int64_t points = tile.rows * tile.cols;
    if (points_ + points > most_points || !is_inside(tile)) return false;
    points_ += points;
    return gives(tile, view_);
  }

  // Each of these edges by 1 .. most rows or columns, the nearest first; with several, any but none.
  std::optional<ValueExplanation> moved(const std::vector<std::size_t>& which, std::int64_t most) {
    std::vector<std::int64_t> offsets;
    if (which.size() > 2) offsets.push_back(0);
    for (std::int64_t by = 1; by <= most; ++by) offsets.insert(offsets.end(), {-by, by});
    std::vector<std::size_t> chosen(which.size(), 0);
    while (true) {
      Tile tile = right_;
      std::string as_if;
      for (std::size_t k = 0; k < which.size(); ++k) {
        const NamedEdge& each = tile_edges[which[k]];
        TileEdge& edge = tile.*each.edge;
        const std::int64_t offset = offsets[chosen[k]];
        if (offset == 0) continue;
        as_if += fmt::format("{}the {} had been {} {}, not {},", as_if.empty() ? "" : " and ", each.name,
                             each.is_row ? "row" : "column", edge.at + offset, edge.at);
        edge.at += offset;
      }
      if (!as_if.empty() && tries(tile)) return explanation(as_if + " of the block");
      std::size_t k = 0;
      while (k < chosen.size() && ++chosen[k] == offsets.size()) chosen[k++] = 0;
      if (k == chosen.size()) return std::nullopt;
    }
  }

  const SweepView& view_;
  Tile right_;
  std::int64_t points_ = 0;  // swept so far
};

}  // namespace

std::optional<ValueExplanation> explain_window(const SweepView& view) {
  if (!view.field().is_tile()) return std::nullopt;
  return Windows(view)();
}

std::optional<ValueExplanation> explain_first_line(const SweepView& view) {
  if (!view.field().is_tile()) return std::nullopt;
  const Tile tile = window_of(view);
  const std::vector<std::int64_t> wrong = view.wrong_by_themselves();
  if (wrong.empty()) return std::nullopt;
  const std::int64_t cols = tile.cols;
  for (const bool is_row : {true, false}) {
    const NamedEdge& edge = tile_edges[(is_row ? 0 : 2) + (tile.backward ? 1 : 0)];
    const std::int64_t at = (tile.*edge.edge).at;
    const std::int64_t line = tile.backward ? at - 1 : at;
    const auto is_along = [&](std::int64_t word) {
      return (is_row ? word / cols : word % cols) == line && view.field().sets(word, view.sweep());
    };
    const TileEdge& first = is_row ? tile.left : tile.top;
    const TileEdge& last = is_row ? tile.right : tile.bottom;
    const auto along = static_cast<std::int64_t>(wrong.size());
    if (along < 3 || along < last.at - first.at || !std::all_of(wrong.begin(), wrong.end(), is_along)) continue;
    ValueExplanation found{
        "window or operand",
        fmt::format("the {} had not been {} {} of the block, or the values behind it had been others", edge.name,
                    is_row ? "row" : "column", at)};
    found.fits = found.of = along;
    found.by_themselves = true;
    return found;
  }
  return std::nullopt;
}

}  // namespace stencil
