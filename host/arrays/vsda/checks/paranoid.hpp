// The environment variables of the checks that cost messages.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace stencil {

// STENCIL_PARANOID is 1. Throws ArgumentError for any value but 0 and 1.
bool is_paranoid();

// STENCIL_PARANOID_SECONDS, 60 where it is not set: after them, or after 10 where that is less, a rank that waits
// prints a warning. Throws ArgumentError for any value but 1 .. 86400.
std::int64_t paranoid_seconds();

}  // namespace stencil
