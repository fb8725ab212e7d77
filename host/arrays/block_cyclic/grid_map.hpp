// Which ranks are the processes of a process grid: pure arithmetic, no MPI.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#pragma GCC visibility push(default)
namespace stencil {

// The place of a process in its process grid; (-1, -1): none.
struct GridPlace {
  std::int64_t row = -1;
  std::int64_t col = -1;

  bool inside() const { return row >= 0; }
};

// Maps the places of a process grid to ranks of a communicator, in any order, each rank at most once.
class GridMap {
 public:
  // rank_of_process[p + q*nprow] is the rank of process (p, q). Throws ArgumentError, naming the process and the rank,
  // unless each is one of 0 .. ranks - 1 and no two are the same.
  // @pre nprow, npcol >= 1, rank_of_process has nprow*npcol numbers
  GridMap(const std::vector<std::int64_t>& rank_of_process, std::int64_t nprow, std::int64_t npcol, int ranks);

  int rank_of(std::int64_t row, std::int64_t col) const { return ranks_[static_cast<std::size_t>(row + col * nprow_)]; }
  // {} for a rank that is no process of the grid, and for any other number.
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
  std::vector<int> processes_;  // number of each rank's process, up to the highest rank in the grid; -1: none
};

// The map, or null where the grid is the first ranks in row-major order, which needs none. Throws as GridMap does.
[[nodiscard]] std::shared_ptr<const GridMap> grid_map(const std::vector<std::int64_t>& rank_of_process,
                                                      std::int64_t nprow, std::int64_t npcol, int ranks);

// The place of a rank >= 0, with a map or without one.
inline GridPlace process_on_grid(const GridMap* map, std::int64_t nprow, std::int64_t npcol, std::int64_t rank) {
  if (map != nullptr) return map->process_of(rank);
  if (rank >= nprow * npcol) return {};
  return {rank / npcol, rank % npcol};
}

}  // namespace stencil
#pragma GCC visibility pop
