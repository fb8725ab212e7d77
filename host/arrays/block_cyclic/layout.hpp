// Where the elements of a block-cyclic matrix lie (ScaLAPACK): pure arithmetic, no MPI.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include "host/arrays/block_cyclic/axis.hpp"
#include "host/arrays/block_cyclic/grid_map.hpp"

#pragma GCC visibility push(default)
namespace stencil {

// Rows and columns are dealt independently over a process grid of rows.procs() x cols.procs() ranks of a communicator:
// those of the map or, without one, the first ranks in row-major order. Ranks outside the grid own nothing. The local
// matrix of a rank is column-major: its element (i, j) lies at i + j*lld.
struct BlockCyclicLayout {
  CyclicAxis rows;
  CyclicAxis cols;
  std::shared_ptr<const GridMap> map = nullptr;  // of a process grid of this shape

  std::int64_t grid_size() const { return rows.procs() * cols.procs(); }
  // @pre rank >= 0
  GridPlace process_of(std::int64_t rank) const { return process_on_grid(map.get(), rows.procs(), cols.procs(), rank); }
  bool in_grid(std::int64_t rank) const { return process_of(rank).inside(); }
  // @pre in_grid(rank)
  std::int64_t grid_row(std::int64_t rank) const { return process_of(rank).row; }
  std::int64_t grid_col(std::int64_t rank) const { return process_of(rank).col; }
  std::int64_t rank_of(std::int64_t grid_row, std::int64_t grid_col) const {
    return map != nullptr ? map->rank_of(grid_row, grid_col) : grid_row * cols.procs() + grid_col;
  }

  // ScaLAPACK's LOCr and LOCc.
  std::int64_t local_rows(std::int64_t rank) const { return in_grid(rank) ? rows.count(grid_row(rank)) : 0; }
  std::int64_t local_cols(std::int64_t rank) const { return in_grid(rank) ? cols.count(grid_col(rank)) : 0; }

  // The rank that owns element (i, j).  @pre 0 <= i < rows.n(), 0 <= j < cols.n()
  std::int64_t owner(std::int64_t i, std::int64_t j) const { return rank_of(rows.owner(i), cols.owner(j)); }
};

}  // namespace stencil
#pragma GCC visibility pop
