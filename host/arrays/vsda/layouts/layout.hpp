// Where the elements of a blocked array lie: pure arithmetic, no MPI (VSDA, see vsda.h).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace stencil {

// Elements of each rank where no distribution is given: globsize / ranks + (globsize % ranks > rank).
// @pre globsize >= 0, ranks >= 1
std::vector<std::int64_t> automatic_distribution(std::int64_t globsize, int ranks);

// All lengths and numbers are in elements. Local numbers count from the start of the rank's local part, which begins
// with its first shadow edge.
class BlockedLayout {
 public:
  // distribution: elements of each rank. Throws ArgumentError, with the names of VSDA_Create's arguments, unless
  // globsize >= 0, shadow_width >= 0, every rank owns n >= 0 elements, their sum is globsize, with two ranks or more
  // n >= shadow_width, and n + 2*shadow_width <= max_local_elements (which keeps local byte offsets in 64 bits).
  BlockedLayout(std::int64_t globsize, std::int64_t shadow_width, bool global_shadows,
                const std::vector<std::int64_t>& distribution, std::int64_t max_local_elements);

  int ranks() const { return static_cast<int>(starts_.size()) - 1; }
  std::int64_t globsize() const { return starts_.back(); }
  std::int64_t shadow_width() const { return shadow_width_; }
  bool global_shadows() const { return global_shadows_; }

  // Global numbers of the elements a rank owns: [start, finish).
  std::int64_t start(int rank) const { return starts_[static_cast<std::size_t>(rank)]; }
  std::int64_t finish(int rank) const { return starts_[static_cast<std::size_t>(rank) + 1]; }
  std::int64_t owned(int rank) const { return finish(rank) - start(rank); }

  std::int64_t shadow_before(int rank) const { return rank > 0 || global_shadows_ ? shadow_width_ : 0; }
  std::int64_t shadow_after(int rank) const { return rank < ranks() - 1 || global_shadows_ ? shadow_width_ : 0; }
  std::int64_t local_elements(int rank) const { return shadow_before(rank) + owned(rank) + shadow_after(rank); }

  // The owner of an element: the first rank whose finish is above its number.  @pre 0 <= element < globsize
  int owner(std::int64_t element) const;

 private:
  std::vector<std::int64_t> starts_;  // ranks + 1 numbers, the last is globsize
  std::int64_t shadow_width_;
  bool global_shadows_;
};

}  // namespace stencil
