// SPDX-License-Identifier: Apache-2.0
#include "host/arrays/redistribution/axis_combs.hpp"

#include <algorithm>

#include "host/arrays/block_cyclic/axis_runs.hpp"

namespace stencil {

Combs local_combs(const CyclicAxis& axis, std::int64_t process, std::int64_t first, std::int64_t last) {
  Combs combs;
  for_each_run(axis, process, first, last,
               [&](std::int64_t, std::int64_t local, std::int64_t length) { append_run(combs, local, length); });
  return combs;
}

Combs global_combs(const CyclicAxis& axis, std::int64_t process, std::int64_t first, std::int64_t last) {
  Combs combs;
  for_each_run(axis, process, first, last,
               [&](std::int64_t global, std::int64_t, std::int64_t length) { append_run(combs, global, length); });
  return combs;
}

std::vector<Combs> combs_by_owner(const CyclicAxis& axis, std::int64_t process, std::int64_t first, std::int64_t n,
                                  const CyclicAxis& other, std::int64_t other_first) {
  std::vector<Combs> combs(static_cast<std::size_t>(other.procs()));
  for_each_run(axis, process, first, first + n, [&](std::int64_t global, std::int64_t local, std::int64_t length) {
    std::int64_t there = global - first + other_first;
    for (std::int64_t done = 0; done < length;) {
      const std::int64_t part = std::min(length - done, other.block() - other.in_block(there));
      append_run(combs[static_cast<std::size_t>(other.owner(there))], local + done, part);
      done += part;
      there += part;
    }
  });
  return combs;
}

}  // namespace stencil
