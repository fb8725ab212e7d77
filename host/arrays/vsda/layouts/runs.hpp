// The elements a rank owns, run by run.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "host/arrays/vsda/layouts/array_layout.hpp"

namespace stencil {

// Global numbers [start, finish), at local numbers from `local` on.
struct OwnedRun {
  std::int64_t start = 0;
  std::int64_t finish = 0;
  std::int64_t local = 0;
};

// Runs of a rank: of a blocked array one, or none where it owns nothing; of a block-cyclic matrix one for each of its
// blocks of rows in each of its columns, or for each of its columns where it owns all rows. A run stays within a
// column.
std::int64_t run_count(const ArrayLayout& layout, int rank);

// By rising number, O(1).  @pre 0 <= run < run_count(layout, rank)
OwnedRun owned_run(const ArrayLayout& layout, int rank, std::int64_t run);

}  // namespace stencil
