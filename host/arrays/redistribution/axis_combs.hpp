// Ranges of a dealt axis as combs: the one-dimensional part of every plan that involves a block-cyclic array.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "host/arrays/block_cyclic/axis.hpp"
#include "host/arrays/exchange/comb.hpp"

namespace stencil {

// The elements of `process` in the global range [first, last), as local and as global numbers.
// @pre as for_each_run
Combs local_combs(const CyclicAxis& axis, std::int64_t process, std::int64_t first, std::int64_t last);
Combs global_combs(const CyclicAxis& axis, std::int64_t process, std::int64_t first, std::int64_t last);

// The elements of `process` in [first, first + n) of one axis, as its local numbers, one list per process of the other
// axis: element first + k is in the list of the process that owns element other_first + k of the other axis.
// O(blocks of either axis in the range) time.  @pre both ranges lie on their axes
std::vector<Combs> combs_by_owner(const CyclicAxis& axis, std::int64_t process, std::int64_t first, std::int64_t n,
                                  const CyclicAxis& other, std::int64_t other_first);

}  // namespace stencil
