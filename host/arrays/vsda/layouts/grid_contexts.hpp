// The process grids that the context handles of block_cyclic.h name.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include "host/arrays/block_cyclic/layout.hpp"
#include "host/base/handle_table.hpp"
#include "host/mpi/communicators/callers_comm.hpp"

namespace stencil {

// A process grid, whose processes are ranks of a communicator.
struct GridContext {
  CallersComm comm;
  int rank = 0;   // of the caller in comm; it need not be in the grid
  int ranks = 1;  // of comm
  std::int64_t nprow = 1;
  std::int64_t npcol = 1;
  std::shared_ptr<const GridMap> map;  // null: the first ranks in row-major order

  GridPlace process_of(std::int64_t comm_rank) const { return process_on_grid(map.get(), nprow, npcol, comm_rank); }
  // @pre both axes are over the processes of this grid
  BlockCyclicLayout layout(const CyclicAxis& rows, const CyclicAxis& cols) const { return {rows, cols, map}; }
};

HandleTable<GridContext>& grid_contexts();

}  // namespace stencil
