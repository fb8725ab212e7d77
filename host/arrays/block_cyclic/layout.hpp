// Where the elements of a block-cyclic matrix lie (ScaLAPACK): pure arithmetic, no MPI.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "host/arrays/block_cyclic/axis.hpp"

namespace stencil {

// Rows and columns are dealt independently of one another over a grid of rows.procs() x cols.procs() processes, which
// are the first ranks of a communicator in row-major order. Ranks beyond the grid own nothing.
// The local matrix of a rank is column-major: its element (i, j) lies at i + j*lld.
struct BlockCyclicLayout {
  CyclicAxis rows;
  CyclicAxis cols;

  std::int64_t grid_size() const { return rows.procs() * cols.procs(); }
  bool in_grid(std::int64_t rank) const { return rank < grid_size(); }
  // @pre in_grid(rank)
  std::int64_t grid_row(std::int64_t rank) const { return rank / cols.procs(); }
  std::int64_t grid_col(std::int64_t rank) const { return rank % cols.procs(); }
  std::int64_t rank_of(std::int64_t grid_row, std::int64_t grid_col) const {
    return grid_row * cols.procs() + grid_col;
  }

  // LOCr and LOCc.
  std::int64_t local_rows(std::int64_t rank) const { return in_grid(rank) ? rows.count(grid_row(rank)) : 0; }
  std::int64_t local_cols(std::int64_t rank) const { return in_grid(rank) ? cols.count(grid_col(rank)) : 0; }

  // The rank that owns element (i, j).  @pre 0 <= i < rows.n(), 0 <= j < cols.n()
  std::int64_t owner(std::int64_t i, std::int64_t j) const { return rank_of(rows.owner(i), cols.owner(j)); }
};

}  // namespace stencil
