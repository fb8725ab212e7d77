// Which ranks are the processes of a grid: pure arithmetic, no MPI.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace stencil {

// A process of a grid; (-1, -1): none.
struct GridPlace {
  std::int64_t row = -1;
  std::int64_t col = -1;

  bool inside() const { return row >= 0; }
};

// The processes of a grid are any ranks of a communicator, each at most once.
class GridMap {
 public:
  // rank_of_process[p + q*nprow] is the rank of process (p, q). Throws ArgumentError, naming the process and the rank,
  // unless each is one of 0 .. ranks - 1 and no two are the same.
  // @pre nprow, npcol >= 1, as many numbers as processes
  GridMap(const std::vector<std::int64_t>& rank_of_process, std::int64_t nprow, std::int64_t npcol, int ranks);

  int rank_of(std::int64_t row, std::int64_t col) const { return ranks_[static_cast<std::size_t>(row + col * nprow_)]; }
  // Any number is taken for a rank.
  GridPlace process_of(std::int64_t rank) const {
    if (rank < 0 || rank >= static_cast<std::int64_t>(processes_.size())) return {};
    const std::int64_t process = processes_[static_cast<std::size_t>(rank)];
    if (process < 0) return {};
    return {process % nprow_, process / nprow_};
  }
  const std::vector<int>& ranks() const { return ranks_; }  // by process, column-major

 private:
  std::int64_t nprow_;
  std::vector<int> ranks_;
  std::vector<int> processes_;  // of each rank up to the highest one; -1: none
};

// The map, or null for the first ranks in row-major order, which need none. Throws as the map does.
std::shared_ptr<const GridMap> grid_map(const std::vector<std::int64_t>& rank_of_process, std::int64_t nprow,
                                        std::int64_t npcol, int ranks);

// The process that a rank >= 0 is, with a map or without one.
inline GridPlace process_on_grid(const GridMap* map, std::int64_t nprow, std::int64_t npcol, std::int64_t rank) {
  if (map != nullptr) return map->process_of(rank);
  if (rank >= nprow * npcol) return {};
  return {rank / npcol, rank % npcol};
}

}  // namespace stencil
