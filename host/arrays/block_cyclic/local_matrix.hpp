// A block-cyclic matrix as one rank stores it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "host/arrays/block_cyclic/layout.hpp"

namespace stencil {

// Local element (i, j) is number i + j*lld of the local array. lld may differ between ranks.
struct LocalMatrix {
  BlockCyclicLayout layout;
  std::int64_t lld = 1;

  std::int64_t elements() const { return layout.rows.n() * layout.cols.n(); }

  // Length of the local array, in elements, the gaps between its columns included.
  std::int64_t local_elements(int rank) const {
    const std::int64_t rows = layout.local_rows(rank);
    const std::int64_t cols = layout.local_cols(rank);
    return rows == 0 || cols == 0 ? 0 : (cols - 1) * lld + rows;
  }
};

}  // namespace stencil
