// A check of what a round of tiles is given: the halo points that it reads are those of the ranks that own them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <cstdint>

#include "host/c/steps/field_parts.hpp"
#include "host/gauss_seidel/grid.hpp"

namespace stencil {

// Halo rows and columns of this rank with points that are not those of their owner.
struct StaleHalo {
  std::int64_t lines = 0;
  // The first such point, by the field's numbers, and the rank that owns it. @pre lines > 0
  std::int64_t row = 0, col = 0, owner = 0;
};

// Collective; `rank` counts in the grid, as in comm.
[[nodiscard]] StaleHalo stale_halo(MPI_Comm comm, const FieldPart& part, const TileGrid& grid, std::int64_t rank);

}  // namespace stencil
