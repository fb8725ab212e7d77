// Cuts the elements of a matrix file into one run per rank and slab: pure arithmetic.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "host/arrays/block_cyclic/layout.hpp"
#include "host/arrays/block_cyclic/submatrix.hpp"
#include "host/arrays/redistribution/element_runs.hpp"

namespace stencil {

// Cuts `values` elements into slabs of at most ranks * values_per_rank elements, and each slab evenly into one run per
// rank, by rising rank.
class SlabPlan {
 public:
  // @pre values >= 0, ranks, values_per_rank >= 1
  SlabPlan(std::int64_t values, int ranks, std::int64_t values_per_rank);

  std::int64_t slabs() const { return slabs_; }

  // @pre 0 <= k < slabs(), 0 <= rank < ranks
  ElementRun share(std::int64_t k, int rank) const;
  std::vector<ElementRun> shares(std::int64_t k) const;

 private:
  std::int64_t values_;
  std::int64_t ranks_;
  std::int64_t slab_values_;
  std::int64_t slabs_;
};

// The longest run of consecutive elements of a part of which, wherever it begins, no process owns more than `most`
// elements; at least `most` and at most the whole part.  @pre most >= 1
std::int64_t longest_run_owned_within(const BlockCyclicLayout& layout, const Submatrix& part, ElementOrder order,
                                      std::int64_t most);

}  // namespace stencil
