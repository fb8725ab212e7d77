// A field cut into P1 x P2 subdomains, one per rank, of A x B tiles each (source: axis.hpp): pure arithmetic, no MPI.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "host/gauss_seidel/axis.hpp"

#pragma GCC visibility push(default)
namespace stencil {

struct TileGridShape {
  std::int64_t rows = 0;  // of the field, border included
  std::int64_t cols = 0;
  std::int64_t grid_rows = 1;          // P1, rows of the process grid
  std::int64_t grid_cols = 1;          // P2
  std::int64_t sweeps = 1;             // K: a round is K sweeps forward and K backward
  std::int64_t tile_rows = 1;          // A
  std::int64_t tile_cols = 1;          // B
  std::vector<std::int64_t> row_cuts;  // TileAxis::Shape::cuts
  std::vector<std::int64_t> col_cuts;
};

// The rectangle of the field that an array holds, row by row, packed.
struct TileFrame {
  PointRange rows;
  PointRange cols;

  std::int64_t words() const { return rows.count() * cols.count(); }
  // Index of a point of the field in the array.
  std::int64_t index(std::int64_t row, std::int64_t col) const {
    return (row - rows.first) * cols.count() + (col - cols.first);
  }
};

inline bool operator==(const TileFrame& a, const TileFrame& b) {
  return a.rows == b.rows && a.cols == b.cols;
}

class TileGrid {
 public:
  // Throws ArgumentError as TileAxis.
  explicit TileGrid(const TileGridShape& shape);

  const TileAxis& rows() const { return rows_; }
  const TileAxis& cols() const { return cols_; }
  std::int64_t sweeps() const { return rows_.sweeps(); }
  std::int64_t ranks() const { return rows_.parts() * cols_.parts(); }

  // Subdomain (p, q) belongs to rank p*P2 + q.
  std::int64_t rank_of(std::int64_t p, std::int64_t q) const { return p * cols_.parts() + q; }
  std::int64_t row_part(std::int64_t rank) const { return rank / cols_.parts(); }
  std::int64_t col_part(std::int64_t rank) const { return rank % cols_.parts(); }

  // The points that a rank stores: TileAxis::stored in both dimensions.
  TileFrame stored(std::int64_t rank) const { return {rows_.stored(row_part(rank)), cols_.stored(col_part(rank))}; }
  // The points that it owns: every point of the field belongs to one rank, the border too.
  TileFrame owned(std::int64_t rank) const { return {rows_.owned(row_part(rank)), cols_.owned(col_part(rank))}; }

  // Throws ArgumentError unless ranks = P1*P2.
  void check_ranks(std::int64_t ranks) const;

 private:
  TileAxis rows_;
  TileAxis cols_;
};

// Messages and words that all ranks together send in a round: K + 1 lines over each cut, one way, in each of the two
// groups of sweeps; a line has one more point for each cut of the other dimension that it crosses.
struct RoundTraffic {
  std::int64_t messages = 0;  // 2*((P1 - 1)*P2*B + (P2 - 1)*P1*A)
  std::int64_t words = 0;     // 2*(K + 1)*((P1 - 1)*(cols - 2 + P2 - 1) + (P2 - 1)*(rows - 2 + P1 - 1))
};
[[nodiscard]] RoundTraffic round_traffic(const TileGrid& grid);

}  // namespace stencil
#pragma GCC visibility pop
