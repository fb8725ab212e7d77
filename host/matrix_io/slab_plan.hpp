// How the elements of a matrix in a file are shared out to ranks: pure arithmetic.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "host/arrays/block_cyclic/layout.hpp"
#include "host/arrays/block_cyclic/submatrix.hpp"
#include "host/arrays/redistribution/element_runs.hpp"

namespace stencil {

// Cuts `values` elements into slabs of at most ranks * values_per_rank, and each of those evenly into one run a rank,
// by rising rank.
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

// The largest count of consecutive elements of a part, wherever they begin, of which surely no process of the grid owns
// more than `most`; at least `most` and at most the whole part.  @pre most >= 1
std::int64_t longest_run_owned_within(const BlockCyclicLayout& layout, const Submatrix& part, ElementOrder order,
                                      std::int64_t most);

}  // namespace stencil
