// SPDX-License-Identifier: Apache-2.0
#include "host/arrays/redistribution/axis_combs.hpp"

#include <algorithm>

namespace stencil {
namespace {

// The same elements, all on one process: local numbers are global numbers.
RankShare undealt(const CyclicAxis& axis) {
  return {CyclicAxis(axis.n(), std::max<std::int64_t>(1, axis.n()), 0, 1), 0};
}

}  // namespace

Combs local_combs(const CyclicAxis& axis, std::int64_t process, std::int64_t first, std::int64_t last) {
  return shared_combs(undealt(axis), {axis, process}, {first, first, last - first}, MoveEnd::target);
}

Combs global_combs(const CyclicAxis& axis, std::int64_t process, std::int64_t first, std::int64_t last) {
  return shared_combs(undealt(axis), {axis, process}, {first, first, last - first}, MoveEnd::source);
}

std::vector<Combs> combs_by_owner(const AxisMove& move, MoveEnd end, std::int64_t process) {
  const Move elements{move.source_first, move.target_first, move.n};
  if (end == MoveEnd::source) {
    return shared_combs_of_all({move.source, process}, RankShare::of_all(move.target), elements, end);
  }
  return shared_combs_of_all(RankShare::of_all(move.source), {move.target, process}, elements, end);
}

Combs combs_between(const AxisMove& move, MoveEnd end, std::int64_t source_process, std::int64_t target_process) {
  return shared_combs({move.source, source_process}, {move.target, target_process},
                      {move.source_first, move.target_first, move.n}, end);
}

}  // namespace stencil
