// The tag of every message of VSDA and of matrix files.
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace stencil {

// One does for all operations: all ranks begin them in the same order, and MPI keeps the order of messages between two
// ranks. Large, so that a user's own traffic is not met by chance. Published in vsda.h.
inline constexpr int exchange_tag = 22084;

}  // namespace stencil
