// Two random process grids for pdgemr2d, and the elements that must move between them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "block_cyclic.h"
#include "tests/host/arrays/vsda/matrix_array.hpp"

namespace stencil::test {

// Some ranks of MPI_COMM_WORLD as a communicator of their own, in any order.
class SomeRanks {
 public:
  // Collective over MPI_COMM_WORLD: these ranks and random others.
  SomeRanks(Random& random, const std::set<int>& needed) {
    std::vector<int> keys;
    std::vector<int> inside;
    for (int rank = 0; rank < comm_size(); ++rank) {
      keys.push_back(static_cast<int>(random(0, 100)));
      inside.push_back(random(0, 2) == 0 || needed.count(rank) != 0 ? 1 : 0);
    }
    const auto me = static_cast<std::size_t>(comm_rank());
    MPI_Comm_split(MPI_COMM_WORLD, inside[me] != 0 ? 0 : MPI_UNDEFINED, keys[me], &comm_);
    std::vector<int> order;
    for (int rank = 0; rank < comm_size(); ++rank) {
      if (inside[static_cast<std::size_t>(rank)] != 0) order.push_back(rank);
    }
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
      return keys[static_cast<std::size_t>(a)] < keys[static_cast<std::size_t>(b)];
    });
    for (std::size_t k = 0; k < order.size(); ++k) numbers_[order[k]] = static_cast<std::int64_t>(k);
  }
  ~SomeRanks() {
    if (comm_ != MPI_COMM_NULL) MPI_Comm_free(&comm_);
  }
  SomeRanks(const SomeRanks&) = delete;
  SomeRanks& operator=(const SomeRanks&) = delete;

  bool inside() const { return comm_ != MPI_COMM_NULL; }
  MPI_Comm comm() const { return comm_; }
  std::int64_t number(int world_rank) const { return numbers_.at(world_rank); }

 private:
  MPI_Comm comm_ = MPI_COMM_NULL;
  std::map<int, std::int64_t> numbers_;
};

// By process, column by column.
inline std::vector<int> ranks_of(const BlockCyclicLayout& layout) {
  std::vector<int> ranks;
  for (std::int64_t col = 0; col < layout.cols.procs(); ++col) {
    for (std::int64_t row = 0; row < layout.rows.procs(); ++row) {
      ranks.push_back(static_cast<int>(layout.rank_of(row, col)));
    }
  }
  return ranks;
}

// A process grid of ours on ranks of MPI_COMM_WORLD, made by one of the functions that make contexts.
class OwnGrid {
 public:
  OwnGrid(Random& random, const BlockCyclicLayout& layout) : ranks_(ranks_of(layout)) {
    const std::int64_t nprow = layout.rows.procs();
    const std::int64_t npcol = layout.cols.procs();
    some_.emplace(random, std::set<int>(ranks_.begin(), ranks_.end()));
    const bool on_world = random(0, 1) == 0;
    const std::int64_t ldumap = nprow + random(0, 2);
    const auto map = [&](auto&& number) {
      std::vector<std::int64_t> usermap(static_cast<std::size_t>(ldumap * npcol), -9);
      for (std::size_t k = 0; k < ranks_.size(); ++k) {
        const auto process = static_cast<std::int64_t>(k);
        usermap[static_cast<std::size_t>(process % nprow + process / nprow * ldumap)] = number(ranks_[k]);
      }
      return usermap;
    };
    if (on_world && layout.map == nullptr) {
      context_ = random(0, 1) == 0 ? block_cyclic_context(MPI_COMM_WORLD, nprow, npcol)
                                   : block_cyclic_gridinit(MPI_COMM_WORLD, "row", nprow, npcol);
    } else if (on_world) {
      const auto usermap = map([](int rank) { return rank; });
      context_ = block_cyclic_gridmap(MPI_COMM_WORLD, usermap.data(), ldumap, nprow, npcol);
    } else if (some_->inside()) {
      const auto usermap = map([&](int rank) { return some_->number(rank); });
      context_ = block_cyclic_gridmap(some_->comm(), usermap.data(), ldumap, nprow, npcol);
    }
  }
  ~OwnGrid() {
    if (context_ != -1) block_cyclic_context_free(context_);
  }
  OwnGrid(const OwnGrid&) = delete;
  OwnGrid& operator=(const OwnGrid&) = delete;

  // Ranks outside the process grid may also have a descriptor, if they have the context.
  std::vector<std::int64_t> descriptor(Random& random, const LocalMatrix& matrix) const {
    std::vector<std::int64_t> desc(DLEN_, -77);
    const bool give_up = random(0, 1) == 0;
    desc[CTXT_] = -1;
    if (context_ == -1 || (give_up && !matrix.layout.in_grid(comm_rank()))) return desc;
    const CyclicAxis& rows = matrix.layout.rows;
    const CyclicAxis& cols = matrix.layout.cols;
    descinit(desc.data(), rows.n(), cols.n(), rows.block(), cols.block(), rows.source(), cols.source(), context_,
             matrix.lld, nullptr);
    return desc;
  }
  const std::vector<int>& ranks() const { return ranks_; }

 private:
  std::vector<int> ranks_;
  std::optional<SomeRanks> some_;
  std::int64_t context_ = -1;
};

struct Parts {
  std::int64_t m = 0, n = 0, si = 0, sj = 0, ti = 0, tj = 0;
};

inline Parts random_parts(Random& random, const LocalMatrix& source, const LocalMatrix& target) {
  Parts parts;
  const auto side = [&](const CyclicAxis& a, const CyclicAxis& b) {
    const std::int64_t most = std::min(a.n(), b.n());
    return random(0, 3) == 0 ? random(0, most) : random(most / 2, most);
  };
  parts.m = side(source.layout.rows, target.layout.rows);
  parts.n = side(source.layout.cols, target.layout.cols);
  parts.si = random(0, source.layout.rows.n() - parts.m);
  parts.sj = random(0, source.layout.cols.n() - parts.n);
  parts.ti = random(0, target.layout.rows.n() - parts.m);
  parts.tj = random(0, target.layout.cols.n() - parts.n);
  return parts;
}

// Expects the result in the target, and returns the ranks to which the calling one must send, by the definition.
inline std::set<int> expect_moved(const LocalMatrix& source, const LocalMatrix& target, const Parts& parts,
                                  LocalArray& to, unsigned salt) {
  const std::vector<Place> from_places = places(source);
  const std::vector<Place> to_places = places(target);
  std::set<int> receivers;
  for (std::int64_t j = 0; j < parts.n; ++j) {
    for (std::int64_t i = 0; i < parts.m; ++i) {
      const std::int64_t from = parts.si + i + (parts.sj + j) * source.layout.rows.n();
      const std::int64_t there = parts.ti + i + (parts.tj + j) * target.layout.rows.n();
      to.expect(there, salt, from);
      const int receiver = to_places[static_cast<std::size_t>(there)].rank;
      if (from_places[static_cast<std::size_t>(from)].rank == comm_rank() && receiver != comm_rank()) {
        receivers.insert(receiver);
      }
    }
  }
  return receivers;
}

// All ranks of both grids, as a context around them.
inline std::set<int> both(const OwnGrid& a, const OwnGrid& b) {
  std::set<int> ranks(a.ranks().begin(), a.ranks().end());
  ranks.insert(b.ranks().begin(), b.ranks().end());
  return ranks;
}

}  // namespace stencil::test
