// Where the elements of an array lie that is dealt in boxes over a process grid: pure arithmetic, no MPI (vsda.h).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "host/arrays/vsda/layouts/layout.hpp"

namespace stencil {

// Both axes are blocked, each over the processes of its side of the grid; rank p*columns + q is process (p, q). The
// local part is stored row by row, and has the shadows of both axes.
struct BoxLayout {
  BlockedLayout rows;
  BlockedLayout cols;

  int grid_row(int rank) const { return rank / cols.ranks(); }
  int grid_col(int rank) const { return rank % cols.ranks(); }
  std::int64_t elements() const { return rows.globsize() * cols.globsize(); }
  std::int64_t local_elements(int rank) const {
    return rows.local_elements(grid_row(rank)) * cols.local_elements(grid_col(rank));
  }
};

}  // namespace stencil
