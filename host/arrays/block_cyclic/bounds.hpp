// Upper bounds of what a process holds of a dealt axis: two, for LOCr() and LOCc(), of the manual behind
// block_cyclic.h. SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "host/arrays/block_cyclic/axis.hpp"

namespace stencil {

// The bound of that manual as it stands there, all divisions between integers: ((n + nb - 1)/nb + p - 1)/p * nb.
// No process holds more; the fullest one holds less than a block fewer, if it holds anything. What each really holds
// is CyclicAxis::count. Throws ArgumentError with the numbers when the bound is no 64-bit number (n itself is one, but
// the bound counts whole blocks).
std::int64_t count_bound(const CyclicAxis& axis);

// The second bound of the text, [[n/nb]/p]*nb. Its brackets must be ceilings, though they are floors everywhere else in
// the text: for n = 9, nb = 2, p = 2 floors would give 4, and process 0 holds 5. So it equals the first. Throws as it.
std::int64_t count_bound_by_ceilings(const CyclicAxis& axis);

}  // namespace stencil
