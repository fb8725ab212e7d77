// SPDX-License-Identifier: Apache-2.0
#include "sim/app/kernels/gauss_seidel/input_check/tile_history.hpp"

#include <algorithm>
#include <utility>

#include "host/gauss_seidel/accelerator_tiles.hpp"
#include "models/formula/exact_sweeps.hpp"
#include "models/gauss_seidel.hpp"
#include "models/gauss_seidel_tile.hpp"
#include "models/values/canonical_nan.hpp"

namespace stencil {
namespace {

// Fills in which words of a tile's block its sweeps read and set. A point is an operand of itself, so that what a sweep
// reads has been read before it was set.
void mark_words(const TileWindow& window, ExpectedTile& tile) {
  const std::int64_t cols = tile.frame.cols.count();
  for (std::int64_t t = 1; t <= window.sweeps; ++t) {
    const PointRange rows = window.rows.in_sweep(t);
    const PointRange across = window.cols.in_sweep(t);
    const std::int64_t points = std::max<std::int64_t>(rows.count(), 0) * std::max<std::int64_t>(across.count(), 0);
    for (std::int64_t k = 0; k < points; ++k) {
      const std::int64_t at = tile.frame.index(rows.first + k / across.count(), across.first + k % across.count());
      for (const std::int64_t operand : {at - cols, at + cols, at, at - 1, at + 1})
        tile.reads[static_cast<std::size_t>(operand)] = 1;
      tile.sets[static_cast<std::size_t>(at)] = 1;
    }
  }
}

}  // namespace

TileHistory::TileHistory(const TileGrid& grid, std::int64_t rank, std::vector<double> field)
    : grid_(grid), rank_(rank), field_(std::move(field)), setters_(field_.size()) {
  for (std::int64_t owner = 0; owner < grid.ranks(); ++owner) {
    const TileFrame owned = grid.owned(owner);
    for (std::int64_t row = owned.rows.first; row < owned.rows.last; ++row) {
      for (std::int64_t col = owned.cols.first; col < owned.cols.last; ++col)
        setters_[word(row, col)].rank = static_cast<std::int32_t>(owner);
    }
  }
}

void TileHistory::make_round() {
  tiles_.clear();
  std::vector<double> expected = field_;
  make_step(false);
  make_step(true);
  ++rounds_;
  find_stray(std::move(expected));
}

// Forward, a subdomain needs those after it; backward, those before it.
void TileHistory::make_step(bool backward) {
  for (std::int64_t k = 0; k < grid_.ranks(); ++k) {
    const std::int64_t rank = backward ? k : grid_.ranks() - 1 - k;
    const std::vector<TileStep> group = plan_group(grid_, rank, backward);
    for (std::size_t index = 0; index < group.size(); ++index)
      make_tile(rank, group[index], static_cast<std::int64_t>(index));
  }
  ++step_;
}

void TileHistory::make_tile(std::int64_t rank, const TileStep& step, std::int64_t index) {
  const TileBlock block = block_of(step.window);
  ExpectedTile tile;
  tile.order = order_++;
  tile.step = step_;
  tile.index = index;
  tile.frame = block.frame;
  const auto words = static_cast<std::size_t>(block.frame.words());
  tile.before.reserve(words);
  tile.setters.reserve(words);
  const auto cols = block.frame.cols.count();
  for (std::int64_t row = block.frame.rows.first; row < block.frame.rows.last; ++row) {
    const auto first = static_cast<std::ptrdiff_t>(word(row, block.frame.cols.first));
    tile.before.insert(tile.before.end(), field_.begin() + first, field_.begin() + first + cols);
    tile.setters.insert(tile.setters.end(), setters_.begin() + first, setters_.begin() + first + cols);
  }
  tile.after = tile.before;
  const bool has_points = block.command.rows >= 3 && block.command.cols >= 3;
  if (has_points) gauss_seidel_tile(block.command, tile.after.data());
  tile.reads.resize(words);
  tile.sets.resize(words);
  mark_words(step.window, tile);
  for (std::size_t k = 0; k < words; ++k) {
    if (tile.sets[k] == 0) continue;
    const auto at = static_cast<std::int64_t>(k);
    const std::size_t target = word(block.frame.rows.first + at / cols, block.frame.cols.first + at % cols);
    field_[target] = tile.after[k];
    setters_[target] = {static_cast<std::int32_t>(rank), static_cast<std::int32_t>(step_)};
  }
  if (rank != rank_) return;
  for (const TileMessage& message : step.receives)
    tile.received.insert(tile.received.end(), message.lines.begin(), message.lines.end());
  tiles_.push_back(std::move(tile));
}

// expected: the field before the round.
void TileHistory::find_stray(std::vector<double> expected) {
  stray_.reset();
  const std::vector<double> before = expected;
  permuted_gauss_seidel(grid_.rows().points(), grid_.cols().points(), expected.data(),
                        {grid_.rows().cuts(), grid_.cols().cuts()}, grid_.sweeps(), 1);
  for (std::size_t k = 0; k < expected.size() && !stray_; ++k) {
    if (bits_of(expected[k]) == bits_of(field_[k])) continue;
    const auto at = static_cast<std::int64_t>(k);
    stray_ = Stray{at / grid_.cols().points(), at % grid_.cols().points(), expected[k], false};
    std::vector<double> exact = before;
    exact_round(grid_.rows().points(), grid_.cols().points(), exact.data(), grid_.rows().cuts(), grid_.cols().cuts(),
                grid_.sweeps());
    stray_->tiles_right = bits_of(exact[k]) == bits_of(field_[k]);
  }
}

}  // namespace stencil
