// A distributed array of any kind for tests with messages: fenced, poisoned, with values computed from global
// numbers.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "block_cyclic.h"
#include "tests/host/arrays/vsda/random_layout.hpp"
#include "tests/host/arrays/vsda/test_array.hpp"
#include "vsda.h"

namespace stencil::test {

// Sets the layout's lld to this rank's smallest one plus `extra`.
inline LocalMatrix with_local_lld(LocalMatrix matrix, int rank, std::int64_t extra) {
  matrix.lld = std::max<std::int64_t>(1, matrix.layout.local_rows(rank)) + extra;
  return matrix;
}

inline VSDA create(const ArrayLayout& layout, long elemsize) {
  VSDA vsda;
  if (const auto* blocked = std::get_if<BlockedLayout>(&layout)) {
    std::vector<long> distribution;
    for (int rank = 0; rank < blocked->ranks(); ++rank) distribution.push_back(blocked->owned(rank));
    const int globalshadows = blocked->shadow_before(0) > 0 ? 1 : 0;
    VSDA_Create(MPI_COMM_WORLD, VSDA_BLOCKED, globalshadows, blocked->globsize(), elemsize, blocked->shadow_width(),
                distribution.data(), nullptr, &vsda);
    return vsda;
  }
  if (const auto* boxes = std::get_if<BoxLayout>(&layout)) {
    std::vector<long> dealt[2];
    const BlockedLayout* const axes[] = {&boxes->rows, &boxes->cols};
    for (int axis = 0; axis < 2; ++axis) {
      for (int at = 0; at < axes[axis]->ranks(); ++at) dealt[axis].push_back(axes[axis]->owned(at));
    }
    const auto edges = [](const BlockedLayout& axis) {
      return axis.edges() == Edges::none ? VSDA_EDGE_NONE : VSDA_EDGE_SHADOW;
    };
    VSDA_Create_2d(MPI_COMM_WORLD, boxes->rows.globsize(), boxes->cols.globsize(), elemsize, boxes->rows.ranks(),
                   boxes->cols.ranks(), boxes->rows.shadow_width(), boxes->cols.shadow_width(), edges(boxes->rows),
                   edges(boxes->cols), dealt[0].data(), dealt[1].data(), &vsda);
    return vsda;
  }
  const auto& matrix = std::get<LocalMatrix>(layout);
  const CyclicAxis& rows = matrix.layout.rows;
  const CyclicAxis& cols = matrix.layout.cols;
  if (const auto& map = matrix.layout.map; map != nullptr) {
    const std::vector<std::int64_t> ranks(map->ranks().begin(), map->ranks().end());
    const std::int64_t context =
        block_cyclic_gridmap(MPI_COMM_WORLD, ranks.data(), rows.procs(), rows.procs(), cols.procs());
    VSDA_Create_on_grid(context, rows.n(), cols.n(), elemsize, rows.block(), cols.block(), rows.source(), cols.source(),
                        matrix.lld, &vsda);
    block_cyclic_context_free(context);  // the array no longer needs it
    return vsda;
  }
  VSDA_Create_block_cyclic(MPI_COMM_WORLD, rows.n(), cols.n(), elemsize, rows.block(), cols.block(), rows.source(),
                           cols.source(), rows.procs(), cols.procs(), matrix.lld, &vsda);
  return vsda;
}

// One rank's local array between two fences; all bytes outside its elements are poison.
class LocalArray {
 public:
  static constexpr unsigned char poison = 0xD7;
  static constexpr std::int64_t fence_bytes = 64;

  LocalArray(const ArrayLayout& layout, long elemsize, unsigned salt)
      : rank_(comm_rank()), elemsize_(elemsize), places_(places(layout)) {
    const std::int64_t bytes = 2 * fence_bytes + local_elements(layout, rank_) * elemsize;
    memory_.assign(static_cast<std::size_t>(bytes), poison);
    for (std::size_t g = 0; g < places_.size(); ++g) {
      if (places_[g].rank == rank_) write(memory_, places_[g].local, salt, static_cast<std::int64_t>(g));
    }
    expected_ = memory_;
  }

  void* data() { return memory_.data() + fence_bytes; }
  const std::vector<unsigned char>& bytes() const { return memory_; }

  // Expects element `global` of this array to equal element `value_of` of the array with this salt.
  void expect(std::int64_t global, unsigned salt, std::int64_t value_of) {
    const Place& place = places_[static_cast<std::size_t>(global)];
    if (place.rank == rank_) write(expected_, place.local, salt, value_of);
  }

  ::testing::AssertionResult as_expected() const {
    for (std::size_t i = 0; i < memory_.size(); ++i) {
      if (memory_[i] == expected_[i]) continue;
      const std::int64_t byte = static_cast<std::int64_t>(i) - fence_bytes;
      return ::testing::AssertionFailure()
             << "rank " << rank_ << " local number " << byte / elemsize_ << " (byte " << byte << "): got "
             << int{memory_[i]} << ", expected " << int{expected_[i]};
    }
    return ::testing::AssertionSuccess();
  }

 private:
  void write(std::vector<unsigned char>& bytes, std::int64_t local, unsigned salt, std::int64_t global) const {
    for (std::int64_t k = 0; k < elemsize_; ++k) {
      const auto mixed = (static_cast<std::uint64_t>(global * elemsize_ + k) + salt * 1000003u) * 0x9E3779B97F4A7C15u;
      // Never the poison, so that a missing element shows.
      bytes[static_cast<std::size_t>(fence_bytes + local * elemsize_ + k)] =
          static_cast<unsigned char>((mixed >> 40) % 0xD0);
    }
  }

  int rank_;
  long elemsize_;
  std::vector<Place> places_;
  std::vector<unsigned char> memory_;
  std::vector<unsigned char> expected_;
};

}  // namespace stencil::test
