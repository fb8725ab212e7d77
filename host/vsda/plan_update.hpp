// What an update sends and receives on a rank: pure arithmetic, no MPI (seed 004).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "host/vsda/layout.hpp"
#include "host/vsda/segment.hpp"

namespace stencil {

// Edge elements to both neighbours, shadows from both. Nothing with shadow_width 0.
ExchangePlan plan_update(const BlockedLayout& layout, int rank);

}  // namespace stencil
