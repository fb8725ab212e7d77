// Random ranks for the processes of a process grid.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

#include "host/arrays/block_cyclic/grid_map.hpp"
#include "tests/host/support/seed.hpp"

namespace stencil::test {

// A map of any ranks in any order; in half of the cases null, which means the first ranks in row-major order.
inline std::shared_ptr<const GridMap> random_map(Random& random, int ranks, std::int64_t prow, std::int64_t pcol) {
  if (random(0, 1) == 0) return nullptr;
  std::vector<std::int64_t> map(static_cast<std::size_t>(ranks));
  std::iota(map.begin(), map.end(), 0);
  for (std::size_t k = map.size(); k > 1; --k) {
    std::swap(map[k - 1], map[static_cast<std::size_t>(random(0, static_cast<std::int64_t>(k) - 1))]);
  }
  map.resize(static_cast<std::size_t>(prow * pcol));
  return grid_map(map, prow, pcol, ranks);
}

}  // namespace stencil::test
