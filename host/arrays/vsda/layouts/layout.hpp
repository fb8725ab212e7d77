// Where the elements of a blocked array, or those along one axis of an array in boxes, lie: pure arithmetic, no MPI
// (VSDA, see vsda.h).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace stencil {

// Elements of each rank where no distribution is given: globsize / ranks + (globsize % ranks > rank).
// @pre globsize >= 0, ranks >= 1
std::vector<std::int64_t> automatic_distribution(std::int64_t globsize, int ranks);

// What lies beyond the first and the last element: nothing, shadows that no update fills, or, in shadows, copies of the
// elements at the other end.
enum class Edges { none, shadow, periodic };

// All lengths and numbers are in elements. Local numbers count from the start of the rank's local part, which begins
// with its first shadow edge.
class BlockedLayout {
 public:
  // Names of the arguments in error texts: those of VSDA_Create, or those of an axis.
  struct Names {
    const char* globsize = "globsize";
    const char* shadow_width = "shadowwidth";
    const char* distribution = "distribution_in";
    const char* owner = "rank";
  };

  // distribution: elements of each rank. Throws ArgumentError unless globsize >= 0, shadow_width >= 0, every rank owns
  // n >= 0 elements, their sum is globsize, n >= shadow_width where shadows are exchanged (with two ranks or more, or
  // periodic edges), and n + 2*shadow_width <= max_local_elements (which keeps local byte offsets in 64 bits).
  BlockedLayout(std::int64_t globsize, std::int64_t shadow_width, Edges edges,
                const std::vector<std::int64_t>& distribution, std::int64_t max_local_elements);
  BlockedLayout(std::int64_t globsize, std::int64_t shadow_width, Edges edges,
                const std::vector<std::int64_t>& distribution, std::int64_t max_local_elements, const Names& names);

  int ranks() const { return static_cast<int>(starts_.size()) - 1; }
  std::int64_t globsize() const { return starts_.back(); }
  std::int64_t shadow_width() const { return shadow_width_; }
  Edges edges() const { return edges_; }

  // Global numbers of the elements a rank owns: [start, finish).
  std::int64_t start(int rank) const { return starts_[static_cast<std::size_t>(rank)]; }
  std::int64_t finish(int rank) const { return starts_[static_cast<std::size_t>(rank) + 1]; }
  std::int64_t owned(int rank) const { return finish(rank) - start(rank); }

  std::int64_t shadow_before(int rank) const { return rank > 0 || edges_ != Edges::none ? shadow_width_ : 0; }
  std::int64_t shadow_after(int rank) const { return rank < ranks() - 1 || edges_ != Edges::none ? shadow_width_ : 0; }
  std::int64_t local_elements(int rank) const { return shadow_before(rank) + owned(rank) + shadow_after(rank); }

  // The rank whose elements fill the shadow before, or after, those of a rank; -1: no rank's do.
  int rank_before(int rank) const { return rank > 0 ? rank - 1 : edges_ == Edges::periodic ? ranks() - 1 : -1; }
  int rank_after(int rank) const { return rank < ranks() - 1 ? rank + 1 : edges_ == Edges::periodic ? 0 : -1; }

  // The owner of an element: the first rank whose finish is above its number.  @pre 0 <= element < globsize
  int owner(std::int64_t element) const;

 private:
  std::vector<std::int64_t> starts_;  // ranks + 1 numbers, the last is globsize
  std::int64_t shadow_width_;
  Edges edges_;
};

}  // namespace stencil
