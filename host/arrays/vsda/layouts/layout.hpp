// Where the elements of a block-distributed array lie: pure arithmetic, no MPI (VSDA, see vsda.h).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace stencil {

// Elements of each rank when nobody says otherwise: globsize / ranks + (globsize % ranks > rank).
// @pre globsize >= 0, ranks >= 1
std::vector<std::int64_t> automatic_portions(std::int64_t globsize, int ranks);

// All lengths and numbers in elements. Local numbers count from the start of the local portion, shadows included.
class BlockedLayout {
 public:
  // Throws ArgumentError, in the words of VSDA_Create's arguments, unless globsize >= 0, shadow_width >= 0,
  // every portion >= 0 and their sum = globsize, with two ranks or more every portion >= shadow_width, and
  // portion + 2*shadow_width <= max_local_elements everywhere (what keeps local byte offsets in 64 bits).
  BlockedLayout(std::int64_t globsize, std::int64_t shadow_width, bool global_shadows,
                const std::vector<std::int64_t>& portions, std::int64_t max_local_elements);

  int ranks() const { return static_cast<int>(starts_.size()) - 1; }
  std::int64_t globsize() const { return starts_.back(); }
  std::int64_t shadow_width() const { return shadow_width_; }

  // Global numbers of the elements a rank owns: [start, finish).
  std::int64_t start(int rank) const { return starts_[static_cast<std::size_t>(rank)]; }
  std::int64_t finish(int rank) const { return starts_[static_cast<std::size_t>(rank) + 1]; }
  std::int64_t portion(int rank) const { return finish(rank) - start(rank); }

  std::int64_t shadow_before(int rank) const { return rank > 0 || global_shadows_ ? shadow_width_ : 0; }
  std::int64_t shadow_after(int rank) const { return rank < ranks() - 1 || global_shadows_ ? shadow_width_ : 0; }
  std::int64_t local_elements(int rank) const { return shadow_before(rank) + portion(rank) + shadow_after(rank); }

  // First rank whose finish lies beyond this global number, i.e. its owner.  @pre 0 <= element < globsize
  int owner(std::int64_t element) const;

 private:
  std::vector<std::int64_t> starts_;  // ranks + 1 of them, the last is globsize
  std::int64_t shadow_width_;
  bool global_shadows_;
};

}  // namespace stencil
