// Plans the messages of a halo update of an array in boxes. Pure arithmetic, no MPI (VSDA, see vsda.h).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "host/arrays/exchange/message_plan.hpp"
#include "host/arrays/vsda/layouts/box_layout.hpp"

namespace stencil {

// At most one message to each of the eight processes around a rank, corners included; element numbers are those of the
// local part. O(1) time.
MessagePlan plan_box_update(const BoxLayout& layout, int rank);

}  // namespace stencil
