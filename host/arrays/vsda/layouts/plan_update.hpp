// Plans the messages of a halo update: which edges a rank sends, which halos it receives. Pure arithmetic, no MPI
// (VSDA calls halos shadows, see vsda.h).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "host/arrays/vsda/layouts/layout.hpp"

namespace stencil {

// Where in the local portion, in bytes from its first, the edge that a neighbour wants begins and the shadow that the
// same neighbour fills.
struct ShadowNeighbour {
  int peer = 0;
  std::int64_t edge = 0;
  std::int64_t shadow = 0;
};

// One message to each neighbour and one from each, all of the same length. Small, and found once a descriptor: an
// update copies it.
struct UpdatePlan {
  bool has_shadows = false;  // false for a kind of array that knows none, unlike shadows 0 elements wide
  std::size_t neighbours = 0;
  std::int64_t bytes = 0;                    // in one message
  std::array<ShadowNeighbour, 2> neighbour;  // by rising rank; the first `neighbours` count
};

// No neighbour with shadow_width 0.  @pre local portions of elements of elemsize bytes fit 64-bit byte offsets
UpdatePlan plan_update(const BlockedLayout& layout, int rank, std::int64_t elemsize);

}  // namespace stencil
