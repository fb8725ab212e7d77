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

// Sweeps of one direction of a round.
std::vector<double> golden_group(const TileGrid& grid, std::vector<double> field, std::int64_t sweeps, bool backward) {
  permuted_group(grid.rows().points(), grid.cols().points(), field.data(), {grid.rows().cuts(), grid.cols().cuts()},
                 sweeps, backward);
  return field;
}

std::vector<double> exact_group_of(const TileGrid& grid, std::vector<double> field, std::int64_t sweeps,
                                   bool backward) {
  exact_group(grid.rows().points(), grid.cols().points(), field.data(), grid.rows().cuts(), grid.cols().cuts(), sweeps,
              backward);
  return field;
}

// The first word; the number of words where there is none.
std::size_t first_difference(const std::vector<double>& one, const std::vector<double>& other) {
  std::size_t at = 0;
  while (at < one.size() && bits_of(one[at]) == bits_of(other[at])) ++at;
  return at;
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
  const std::vector<double> before = field_;
  make_step(false);
  make_step(true);
  ++rounds_;
  find_stray(before);
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
  if (has_points) golden_tile(block.command, tile.after.data());
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

// before: the field before the round.
void TileHistory::find_stray(const std::vector<double>& before) {
  stray_.reset();
  std::vector<double> expected = before;
  permuted_gauss_seidel(grid_.rows().points(), grid_.cols().points(), expected.data(),
                        {grid_.rows().cuts(), grid_.cols().cuts()}, grid_.sweeps(), 1);
  const std::size_t at = first_difference(expected, field_);
  if (at == field_.size()) return;
  const auto cols = static_cast<std::size_t>(grid_.cols().points());
  stray_ = Stray{static_cast<std::int64_t>(at / cols), static_cast<std::int64_t>(at % cols), expected[at], false};
  std::vector<double> turn = exact_group_of(grid_, before, grid_.sweeps(), false);
  stray_->tiles_right = bits_of(exact_group_of(grid_, turn, grid_.sweeps(), true)[at]) == bits_of(field_[at]);
  if (!stray_->tiles_right || shorten_group(before, false)) return;
  shorten_group(turn, true);
}

// After all sweeps a fault at a cut has spread; after the first that is wrong it stands where it was made.
bool TileHistory::shorten_group(const std::vector<double>& before, bool backward) {
  const std::int64_t cols = grid_.cols().points();
  for (std::int64_t sweeps = 1; sweeps <= grid_.sweeps(); ++sweeps) {
    const std::vector<double> golden = golden_group(grid_, before, sweeps, backward);
    const std::vector<double> exact = exact_group_of(grid_, before, sweeps, backward);
    GoldenGroup wrong{sweeps, backward, {grid_.rows().points(), 0}, {cols, 0}};
    for (std::size_t word = 0; word < golden.size(); ++word) {
      if (bits_of(golden[word]) == bits_of(exact[word])) continue;
      const auto at = static_cast<std::int64_t>(word);
      wrong.rows = {std::min(wrong.rows.first, at / cols), std::max(wrong.rows.last, at / cols + 1)};
      wrong.cols = {std::min(wrong.cols.first, at % cols), std::max(wrong.cols.last, at % cols + 1)};
    }
    if (wrong.rows.count() <= 0) continue;
    stray_->golden = wrong;
    return true;
  }
  return false;
}

}  // namespace stencil
