// SPDX-License-Identifier: Apache-2.0
#include "host/arrays/block_cyclic/grid_map.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "host/base/check.hpp"
#include "host/base/errors.hpp"

namespace stencil {

GridMap::GridMap(const std::vector<std::int64_t>& rank_of_process, std::int64_t nprow, std::int64_t npcol, int ranks)
    : nprow_(nprow) {
  const auto name = [nprow](std::int64_t process) { return fmt::format("({}, {})", process % nprow, process / nprow); };
  for (std::int64_t process = 0; process < nprow * npcol; ++process) {
    const std::int64_t rank = rank_of_process[static_cast<std::size_t>(process)];
    if (rank < 0 || rank >= ranks) {
      check_range(("the rank of process " + name(process)).c_str(), rank, 0, ranks - 1, "ranks of comm - 1");
    }
    const auto place = static_cast<std::size_t>(rank);
    if (place >= processes_.size()) processes_.resize(place + 1, -1);
    if (processes_[place] >= 0) {
      throw ArgumentError(fmt::format("processes {} and {} = rank {}, must be different ranks", name(processes_[place]),
                                      name(process), rank));
    }
    processes_[place] = static_cast<int>(process);
    ranks_.push_back(static_cast<int>(rank));
  }
}

std::shared_ptr<const GridMap> grid_map(const std::vector<std::int64_t>& rank_of_process, std::int64_t nprow,
                                        std::int64_t npcol, int ranks) {
  auto map = std::make_shared<const GridMap>(rank_of_process, nprow, npcol, ranks);
  bool row_major = true;
  for (std::int64_t row = 0; row < nprow; ++row) {
    for (std::int64_t col = 0; col < npcol; ++col) row_major &= map->rank_of(row, col) == row * npcol + col;
  }
  return row_major ? nullptr : map;
}

}  // namespace stencil
