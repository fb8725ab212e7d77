// Sweeps all tiles of all ranks in order on one field, and keeps what each tile of one rank must load and store.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "host/gauss_seidel/grid.hpp"
#include "host/gauss_seidel/group_plan.hpp"

namespace stencil {

// Who set a point last; no step: it is as it was read, by its owner.
struct PointSetter {
  std::int32_t rank = 0;
  std::int32_t step = -1;
};

struct ExpectedTile {
  std::int64_t order = 0;  // among the tiles of all ranks
  std::int64_t step = 0;
  std::int64_t index = 0;  // in the step of its rank
  TileFrame frame;         // of its block; what follows is by word of the block
  std::vector<double> before;
  std::vector<double> after;
  std::vector<PointSetter> setters;  // before
  std::vector<char> reads;
  std::vector<char> sets;
  std::vector<TileLine> received;  // that reach the rank before the tile
};

// Holds the whole field: for a run that went wrong.
class TileHistory {
 public:
  // field: as it was read, all of it. grid must outlive this.
  TileHistory(const TileGrid& grid, std::int64_t rank, std::vector<double> field);

  // Makes a round of all ranks' tiles, with the golden tile loop.
  void make_round();

  std::int64_t rounds() const { return rounds_; }
  // Of this rank in the last round, in the order in which it makes them.
  const std::vector<ExpectedTile>& tiles() const { return tiles_; }
  const std::vector<double>& field() const { return field_; }
  const PointSetter& setter(std::int64_t row, std::int64_t col) const { return setters_[word(row, col)]; }
  // Of the tiles of all ranks so far.
  std::int64_t order() const { return order_; }
  // The fewest golden sweeps in one direction, from the field before that group of the round, that leave another field
  // than the formula does; and where.
  struct GoldenGroup {
    std::int64_t sweeps;
    bool backward;
    PointRange rows;
    PointRange cols;
  };
  // A point that the tiles of the last round leave otherwise than permuted_gauss_seidel() does.
  struct Stray {
    std::int64_t row;
    std::int64_t col;
    double expected;
    bool tiles_right;  // they leave what the formula gives in the order of the round: permuted_gauss_seidel() is wrong
    std::optional<GoldenGroup> golden = std::nullopt;  // then
  };
  const std::optional<Stray>& stray() const { return stray_; }

 private:
  std::size_t word(std::int64_t row, std::int64_t col) const {
    return static_cast<std::size_t>(row * grid_.cols().points() + col);
  }
  void make_step(bool backward);
  void make_tile(std::int64_t rank, const TileStep& step, std::int64_t index);
  void find_stray(const std::vector<double>& before);
  bool shorten_group(const std::vector<double>& before, bool backward);

  const TileGrid& grid_;
  std::int64_t rank_;
  std::vector<double> field_;
  std::vector<PointSetter> setters_;
  std::int64_t rounds_ = 0;
  std::int64_t order_ = 0;
  std::int64_t step_ = 0;
  std::vector<ExpectedTile> tiles_;
  std::optional<Stray> stray_;
};

}  // namespace stencil
