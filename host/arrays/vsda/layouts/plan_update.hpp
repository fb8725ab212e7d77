// Plans the messages of a halo update: the edges a rank sends, the shadow edges (halos) it receives. Pure arithmetic,
// no MPI (VSDA, see vsda.h).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "host/arrays/vsda/layouts/layout.hpp"

namespace stencil {

// One neighbour: where in the local part, in bytes from its start, the edge begins that is sent to it, and the shadow
// edge that it fills.
struct ShadowNeighbour {
  int peer = 0;
  std::int64_t edge = 0;
  std::int64_t shadow = 0;
};

// One message to each neighbour and one from each, all of the same length. Made once per descriptor, and small enough
// for an update to copy it.
struct UpdatePlan {
  bool has_shadows = false;  // false for a kind of array without shadow edges, which differs from shadow width 0
  int rank = 0;              // this one, as peers are counted
  std::size_t neighbours = 0;
  std::int64_t bytes = 0;     // per message
  std::int64_t elemsize = 1;  // bytes per element
  // That before this rank, then that after it; with periodic edges of two ranks or one they are the same.
  std::array<ShadowNeighbour, 2> neighbour;  // only the first `neighbours` are set
};

// elemsize: bytes per element. With shadow_width 0 there is no neighbour.
// @pre byte offsets in the local part fit 64 bits
UpdatePlan plan_update(const BlockedLayout& layout, int rank, std::int64_t elemsize);

}  // namespace stencil
