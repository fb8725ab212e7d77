// The exchange of shadow rows between neighbouring strips: pure arithmetic, no MPI.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "host/arrays/exchange/message_plan.hpp"
#include "host/arrays/strips/strips.hpp"

namespace stencil {

// What `rank` sends, receives and copies within its memory so that every shadow row holds what its owner has. Elements
// are rows of the rank's memory; source and target are the same memory, and no row is both read and written.
// One message goes from a rank to each other one that has a neighbouring strip.
MessagePlan plan_shadows(const Strips& strips, int rank);

}  // namespace stencil
