// Plans the exchange of halo rows (VSDA: shadow edges) between neighbouring strips: pure arithmetic, no MPI.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "host/arrays/exchange/message_plan.hpp"
#include "host/arrays/strips/strips.hpp"

namespace stencil {

// The rows that `rank` sends, receives and copies within its memory so that every halo row equals its owner's row.
// Elements of the plan are rows of the rank's memory, which is source and target; no row is both read and written.
// A rank sends one message to each other rank that has a neighbouring strip.
MessagePlan plan_halos(const Strips& strips, int rank);

}  // namespace stencil
