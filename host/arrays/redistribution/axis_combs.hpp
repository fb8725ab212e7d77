// Ranges of a dealt axis as combs: the one-dimensional part of every plan that involves a block-cyclic array.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "host/arrays/block_cyclic/axis.hpp"
#include "host/arrays/exchange/comb.hpp"
#include "host/arrays/redistribution/shared_combs.hpp"

namespace stencil {

// The elements of `process` in the global range [first, last), as local and as global numbers.
// O(1) time: at most three combs.  @pre 0 <= first <= last <= axis.n(), 0 <= process < axis.procs()
Combs local_combs(const CyclicAxis& axis, std::int64_t process, std::int64_t first, std::int64_t last);
Combs global_combs(const CyclicAxis& axis, std::int64_t process, std::int64_t first, std::int64_t last);

// Elements [source_first, source_first + n) of one axis move to [target_first, target_first + n) of another.
struct AxisMove {
  const CyclicAxis& source;
  std::int64_t source_first;
  const CyclicAxis& target;
  std::int64_t target_first;
  std::int64_t n;
};

// The elements of a move that `process` of the axis at this end holds, as its local numbers, one list per process of
// the other axis: the elements that this process holds at the other end. See shared_combs_of_all().
// @pre both ranges lie on their axes
std::vector<Combs> combs_by_owner(const AxisMove& move, MoveEnd end, std::int64_t process);

// Those of one process of the other axis. See shared_combs().
Combs combs_between(const AxisMove& move, MoveEnd end, std::int64_t source_process, std::int64_t target_process);

}  // namespace stencil
