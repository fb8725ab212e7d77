// SPDX-License-Identifier: Apache-2.0
#include "host/gauss_seidel/pipeline/column_segments.hpp"

#include <set>
#include <stdexcept>
#include <string>

#include "host/gauss_seidel/group_plan.hpp"
#include "host/gauss_seidel/pipeline/tile_frames.hpp"

namespace stencil {

ColumnSegments::ColumnSegments(const TileGrid& grid, std::int64_t rank)
    : points_(grid.cols().points()), stored_(grid.stored(rank).cols) {
  std::set<std::int64_t> edges{stored_.first, stored_.last};
  const auto add = [&](const PointRange& cols) { edges.insert({cols.first, cols.last}); };
  for (const bool backward : {false, true}) {
    for (const TileStep& step : plan_group(grid, rank, backward)) {
      add(tile_frame(grid, rank, step).cols);
      add(with_border(step.window.cols.over(step.window.sweeps)));
      for (const std::vector<TileMessage>* messages : {&step.receives, &step.sends}) {
        for (const TileMessage& message : *messages)
          for (const TileLine& line : message.lines) add(with_border(line.cols));
      }
    }
  }
  edges_.assign(edges.begin(), edges.end());
  segment_.assign(static_cast<std::size_t>(stored_.count() + 1), -1);
  for (std::size_t number = 0; number < edges_.size(); ++number)
    segment_[static_cast<std::size_t>(edges_[number] - stored_.first)] = static_cast<std::int64_t>(number);
}

PointRange ColumnSegments::with_border(const PointRange& cols) const {
  const bool reaches_low = cols.first == 1 && stored_.first == 0;
  const bool reaches_high = cols.last == points_ - 1 && stored_.last == points_;
  return {reaches_low ? 0 : cols.first, reaches_high ? points_ : cols.last};
}

std::int64_t ColumnSegments::at(std::int64_t col) const {
  const std::int64_t place = col - stored_.first;
  const bool known = place >= 0 && place < static_cast<std::int64_t>(segment_.size());
  const std::int64_t number = known ? segment_[static_cast<std::size_t>(place)] : -1;
  if (number < 0) throw std::logic_error("column segments: none begins or ends at column " + std::to_string(col));
  return number;
}

}  // namespace stencil
