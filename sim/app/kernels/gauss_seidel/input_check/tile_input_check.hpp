// Compares what the accelerator of a rank is given, tile by tile, and what the rank keeps, with the golden tiles.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "sim/app/divergence/host_fault.hpp"
#include "sim/app/kernels/gauss_seidel/input_check/tile_history.hpp"

namespace stencil {

class TileInputCheck {
 public:
  // field: as it was read, all of it. grid must outlive this.
  TileInputCheck(std::vector<double> field, const TileGrid& grid, std::int64_t rank);

  // To be called while a tile is on the device, with the rank's field (frame grid.stored(rank)): the first point there
  // that the tile before has left wrong, or that what was received for this one has overwritten, or that this one loads
  // wrong. Calls come in the order of tiles, and none is left out. A wrong point that a rank receives and only sends on
  // is found by the rank that reads it.
  std::optional<WrongRow> wrong_load(const Capsule& calls, const double* field);
  // To be called when the results of that tile are in the field, and before anything is received.
  void after_tile(const double* field);
  // After the last tile: a wrong point that the rank owns.
  std::optional<WrongRow> wrong_result(const double* field);
  // The whole field after the last round so far.
  const std::vector<double>& expected() const { return history_.field(); }

 private:
  const ExpectedTile& tile_of(const Capsule& calls);
  std::optional<WrongRow> planned_wrong() const;
  std::optional<WrongRow> wrong_by_formula(const ExpectedTile& tile, const Capsule& calls) const;
  std::optional<WrongRow> wrong_own(const double* field) const;
  std::optional<WrongRow> wrong_words(const ExpectedTile& tile, const Capsule& calls, const double* field) const;
  void find_sender(WrongRow& point, const double* field) const;
  void put_back(const ExpectedTile& tile);
  std::size_t stored_word(std::int64_t row, std::int64_t col) const {
    return static_cast<std::size_t>(stored_.index(row, col));
  }

  const TileGrid& grid_;
  std::int64_t rank_;
  TileFrame stored_;
  TileHistory history_;
  // By word of stored_: who wrote there last.
  enum class Written : char { reader, rank, message };
  std::vector<Written> written_;
  std::vector<double> read_;            // what the rank had before its first tile
  std::vector<double> kept_;            // what must be there, if the rank wrote it
  std::vector<PointSetter> setters_;    // of such points
  const ExpectedTile* tile_ = nullptr;  // that was checked last
  std::optional<WrongRow> left_wrong_;  // by it
};

}  // namespace stencil
