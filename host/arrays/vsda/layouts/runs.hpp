// The elements a rank owns, run by run.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "host/arrays/vsda/layouts/array_layout.hpp"

namespace stencil {

// Elements with global numbers [start, finish), stored from local number `local` on.
struct OwnedRun {
  std::int64_t start = 0;
  std::int64_t finish = 0;
  std::int64_t local = 0;
};

// Number of runs of a rank. A blocked array has one, or none where the rank owns nothing; a block-cyclic matrix one for
// each of the rank's blocks of rows in each of its columns, or one per column where the rank owns all rows; an array in
// boxes one for each of the rank's rows. A run never crosses columns of a matrix, or rows of boxes.
std::int64_t run_count(const ArrayLayout& layout, int rank);

// Run number `run`, by rising global numbers. O(1) time.  @pre 0 <= run < run_count(layout, rank)
OwnedRun owned_run(const ArrayLayout& layout, int rank, std::int64_t run);

// The owner of an element, its local number there, and how many elements from it on, at least, lie side by side there
// and have consecutive numbers. Of a block-cyclic matrix the local number is right for the rank that `layout` is of.
// @pre 0 <= element < globsize(layout)
struct PlacedRun {
  int rank = 0;
  std::int64_t local = 0;
  std::int64_t run = 0;
};
PlacedRun place_of(const ArrayLayout& layout, std::int64_t element);

}  // namespace stencil
