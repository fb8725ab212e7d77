// Of the last pass of a tile: edges that were elsewhere, or moved otherwise; results that lie beside their places.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <set>
#include <string>
#include <vector>

#include "host/base/text.hpp"
#include "models/formula/exact_sweeps.hpp"
#include "models/values/canonical_nan.hpp"
#include "sim/device/divergence/guesses/guesses.hpp"
#include "sim/device/divergence/guesses/tile_edges.hpp"
#include "sim/device/kernels/common/pass_plan.hpp"

namespace stencil {
namespace {

class PassWindow {
 public:
  PassWindow(const SweepView& view, std::int64_t first, std::int64_t sweeps)
      : view_(view), first_(first), right_(without_first(std::get<TileCommand>(view.field().command()), first)) {
    right_.sweeps = sweeps;
  }

  std::optional<ValueExplanation> operator()() {
    if (auto late = all_moved_otherwise()) return late;
    constexpr std::int64_t farthest = 16;
    for (const NamedEdge& each : tile_edges) {
      const TileEdge& right = right_.*each.edge;
      for (std::int64_t by = 1; by <= farthest; ++by) {
        for (const std::int64_t offset : {by, -by}) {
          Tile tile = right_;
          (tile.*each.edge).at += offset;
          if (gives(tile)) {
            return explained(fmt::format(
                "the {} had been {} {}, not {}, of the block at the beginning of the pass of sweeps {} to {}",
                each.name, each.is_row ? "row" : "column", right.at + offset, right.at, first_, view_.sweep()));
          }
        }
      }
      for (const int slope : {-1, 0, 1}) {
        Tile tile = right_;
        (tile.*each.edge).slope = slope;
        if (slope != right.slope && gives(tile)) {
          return explained(fmt::format("the slope of the {} had been {}, not {}, in the pass of sweeps {} to {}",
                                       each.name, slope, right.slope, first_, view_.sweep()));
        }
      }
    }
    return std::nullopt;
  }

 private:
  // One edge alone that moves tells nothing of the others.
  std::optional<ValueExplanation> all_moved_otherwise() {
    const auto moving = std::count_if(tile_edges.begin(), tile_edges.end(),
                                      [&](const NamedEdge& each) { return (right_.*each.edge).slope != 0; });
    constexpr std::int64_t farthest = 4;
    for (std::int64_t by = 1; by <= farthest && moving > 1; ++by) {
      for (const std::int64_t sweeps : {-by, by}) {
        if (first_ + sweeps < 0) continue;
        Tile tile = right_;
        for (const NamedEdge& each : tile_edges) (tile.*each.edge).at += sweeps * (tile.*each.edge).slope;
        if (gives(tile))
          return explained(fmt::format("the edges had moved by {}, not {}, before the pass of sweeps {} to {}",
                                       counted(first_ + sweeps, "sweep"), first_, first_, view_.sweep()));
      }
    }
    return std::nullopt;
  }

  ValueExplanation explained(std::string as_if) const {
    ValueExplanation found{"window", std::move(as_if)};
    found.fits = found.of = 1;
    found.first_sweep = first_;
    return found;
  }

  // Values that a sweep sets on the border of the block are not known.
  bool stays_inside(const Tile& tile) const {
    return std::all_of(tile_edges.begin(), tile_edges.end(), [&](const NamedEdge& each) {
      const TileEdge& edge = tile.*each.edge;
      const std::int64_t last = lines(tile, each) - 1;
      const std::int64_t end = edge.at + (tile.sweeps - 1) * edge.slope;
      return std::min(edge.at, end) >= 1 && std::max(edge.at, end) <= last;
    });
  }

  bool gives(const Tile& tile) {
    constexpr std::int64_t most_points = 10'000'000;
    const std::int64_t points = tile.rows * tile.cols * tile.sweeps;
    if (points_ + points > most_points || !stays_inside(tile)) return false;
    points_ += points;
    std::vector<double> values = view_.field().after(first_);
    exact_tile(tile, values.data());
    for (std::size_t word = 0; word < values.size(); ++word) {
      if (bits_of(values[word]) != bits_of(view_.got(static_cast<std::int64_t>(word)))) return false;
    }
    return true;
  }

  const SweepView& view_;
  std::int64_t first_;
  Tile right_;
  std::int64_t points_ = 0;  // swept so far
};

// "1 row and 2 words behind", "3 words before".
std::string distance_text(std::int64_t shift, std::int64_t cols) {
  const std::int64_t words = std::abs(shift);
  std::string text;
  if (words >= cols) text = counted(words / cols, "row");
  if (words >= cols && words % cols != 0) text += " and ";
  if (words % cols != 0) text += counted(words % cols, "word");
  return text + (shift > 0 ? " behind" : " before");
}

class MovedResults {
 public:
  explicit MovedResults(const SweepView& view) : view_(view), right_(view.field().after(view.sweep() + 1)) {
    for (std::int64_t word = 0; word < size(); ++word) {
      if (view.field().sets(word, view.sweep())) set_.push_back(word);
    }
  }

  // From the place of a result to where it lies; no value: most of them lie at no one distance.
  std::optional<std::int64_t> shift() const {
    constexpr std::size_t enough = 16, samples = 8;
    if (set_.size() < enough) return std::nullopt;
    for (std::size_t sample = 0; sample < samples; ++sample) {
      const std::int64_t place = set_[(2 * sample + 1) * set_.size() / (2 * samples)];
      for (std::int64_t at = 0; at < size(); ++at) {
        if (at != place && lies(place, at) && fitting(at - place) * 4 >= 3 * all()) return at - place;
      }
    }
    return std::nullopt;
  }

 private:
  std::int64_t fitting(std::int64_t shift) const {
    return std::count_if(set_.begin(), set_.end(), [&](std::int64_t word) { return lies(word, word + shift); });
  }
  std::int64_t all() const { return static_cast<std::int64_t>(set_.size()); }
  std::int64_t size() const { return static_cast<std::int64_t>(right_.size()); }
  bool lies(std::int64_t word, std::int64_t at) const {
    return at >= 0 && at < size() && bits_of(right_[static_cast<std::size_t>(word)]) == bits_of(view_.got(at));
  }

  const SweepView& view_;
  const std::vector<double>& right_;
  std::vector<std::int64_t> set_;  // words
};

PassPlan plan_so_far(const SweepView& view, std::int64_t processing_elements) {
  return plan_passes(view.sweep() + 1, std::max<std::int64_t>(1, processing_elements));
}

}  // namespace

std::optional<ValueExplanation> explain_lines_at_edge(const SweepView& view, std::int64_t processing_elements) {
  if (!view.field().is_tile()) return std::nullopt;
  const PassPlan plan = plan_so_far(view, processing_elements);
  const std::int64_t sweeps = plan.sweeps(plan.passes - 1);
  const std::int64_t first = plan.sweeps_before(plan.passes - 1);
  const std::vector<std::int64_t> wrong = view.wrong_by_themselves();
  if (sweeps < 2 || wrong.empty()) return std::nullopt;
  const Tile tile = without_first(std::get<TileCommand>(view.field().command()), first);
  for (const NamedEdge& each : tile_edges) {
    const std::int64_t at = (tile.*each.edge).at;
    // Only beside the border of the block, which no sweep may set.
    if (at != (each.is_low ? 1 : lines(tile, each) - 1)) continue;
    std::set<std::int64_t> reached;
    for (const std::int64_t word : wrong) {
      const std::int64_t line = each.is_row ? word / tile.cols : word % tile.cols;
      reached.insert(each.is_low ? line - at : at - 1 - line);
    }
    // A wrong border reaches one line further in each sweep after the one that set it.
    if (*reached.begin() != 0 || static_cast<std::int64_t>(reached.size()) != sweeps - 1 ||
        *reached.rbegin() != sweeps - 2)
      continue;
    const TileEdge& one = each.is_row ? tile.left : tile.top;
    const TileEdge& other = each.is_row ? tile.right : tile.bottom;
    const std::int64_t along = other.at - one.at;
    if (along < 3 || static_cast<std::int64_t>(wrong.size()) < (along - 1) * (sweeps - 1)) continue;
    ValueExplanation found{
        "window or operand",
        fmt::format("the {} had been beyond the border of the block in the pass of sweeps {} to {}, which set it, or "
                    "the values behind it had been others",
                    each.name, first, view.sweep())};
    found.fits = found.of = static_cast<std::int64_t>(wrong.size());
    found.by_themselves = true;
    found.first_sweep = first;
    return found;
  }
  return std::nullopt;
}

std::optional<ValueExplanation> explain_pass_window(const SweepView& view, std::int64_t processing_elements) {
  if (!view.field().is_tile()) return std::nullopt;
  const PassPlan plan = plan_so_far(view, processing_elements);
  const std::int64_t last = plan.passes - 1;
  if (plan.sweeps(last) < 2) return std::nullopt;
  return PassWindow(view, plan.sweeps_before(last), plan.sweeps(last))();
}

std::optional<ValueExplanation> explain_moved_results(const SweepView& view, std::int64_t processing_elements) {
  if (!view.field().is_tile()) return std::nullopt;
  const MovedResults results(view);
  const auto shift = results.shift();
  if (!shift) return std::nullopt;
  const PassPlan plan = plan_so_far(view, processing_elements);
  ValueExplanation found{"write-back", fmt::format("what pass {} writes had gone {} its place", plan.passes - 1,
                                                   distance_text(*shift, view.field().cols()))};
  found.fits = found.of = 1;
  found.first_sweep = plan.sweeps_before(plan.passes - 1);
  return found;
}

}  // namespace stencil
