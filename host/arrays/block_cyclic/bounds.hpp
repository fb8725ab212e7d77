// Upper bounds of the elements that a process holds of a dealt axis: the two that the manual named in block_cyclic.h
// gives for LOCr() and LOCc().
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "host/arrays/block_cyclic/axis.hpp"

#pragma GCC visibility push(default)
namespace stencil {

// The manual's first bound, ((n + nb - 1)/nb + p - 1)/p * nb with every quotient rounded down. No process holds more
// elements, and the fullest one holds less than a block fewer, unless n = 0. CyclicAxis::count gives the exact numbers.
// Throws ArgumentError where the bound exceeds 2^63 - 1, which it may although n does not: it counts whole blocks.
[[nodiscard]] std::int64_t count_bound(const CyclicAxis& axis);

// The manual's second bound, [[n/nb]/p]*nb, with brackets that round up. Everywhere else in the manual they round down,
// but for n = 9, nb = 2, p = 2 that would give 4, and process 0 holds 5. Equal to the first bound; throws as it does.
[[nodiscard]] std::int64_t count_bound_by_ceilings(const CyclicAxis& axis);

}  // namespace stencil
#pragma GCC visibility pop
