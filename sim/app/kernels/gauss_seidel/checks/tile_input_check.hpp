// Compares what the accelerator of a rank is given, tile by tile, and what the rank keeps, with the golden tiles.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "sim/app/divergence/host_fault.hpp"
#include "sim/app/kernels/gauss_seidel/checks/tile_history.hpp"
#include "sim/app/run/problem_source.hpp"

namespace stencil {

class TileInputCheck {
 public:
  // grid must outlive this. Throws as ProblemSource::read_rows.
  TileInputCheck(const ProblemSource& source, const TileGrid& grid, std::int64_t rank);

  // The first wrong point around a tile: in the rank's field (frame grid.stored(rank)) before the tile's results are put
  // there, or in what its calls load. Calls come in the order of tiles, and none is left out.
  std::optional<WrongRow> wrong_load(const Capsule& calls, const double* field);
  // After the last tile: a wrong point that the rank owns.
  std::optional<WrongRow> wrong_result(const double* field);

 private:
  const ExpectedTile& tile_of(const Capsule& calls);
  std::optional<WrongRow> planned_wrong() const;
  std::optional<WrongRow> wrong_field(const double* field, const ExpectedTile* next) const;
  std::optional<WrongRow> wrong_words(const ExpectedTile& tile, const Capsule& calls, const double* field) const;
  void put_back(const ExpectedTile& tile);
  std::size_t stored_word(std::int64_t row, std::int64_t col) const {
    return static_cast<std::size_t>(stored_.index(row, col));
  }

  const TileGrid& grid_;
  std::int64_t rank_;
  TileFrame stored_;
  TileHistory history_;
  std::vector<double> kept_;  // what the rank's field must be, by word of stored_, where
  std::vector<char> own_;     // the rank set the point, or owns it and has read it, and no other's value has come since
  std::vector<PointSetter> setters_;  // of such points
  std::optional<ExpectedTile> last_;  // the tile before; no value: none
};

}  // namespace stencil
