// A block-cyclic matrix for tests of files: poisoned and fenced memory, with values computed from indices.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>
#include <mpi.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "host/matrix_io/matrix.hpp"
#include "tests/host/support/random_map.hpp"
#include "tests/host/support/seed.hpp"
#include "tests/support/scratch_directory.hpp"
#include "tests/support/shared_scratch.hpp"
#include "tests/support/world.hpp"

namespace stencil::test {

inline double from_bits(std::uint64_t pattern) {
  double value = 0;
  std::memcpy(&value, &pattern, sizeof value);
  return value;
}

inline std::uint64_t to_bits(double value) {
  std::uint64_t pattern = 0;
  std::memcpy(&pattern, &value, sizeof pattern);
  return pattern;
}

// The value of element (i, j) of every test matrix: different for all i, j < 2^20, with some that are hard to print.
// The NaN is the one without payload, which survives a text file.
inline double element(std::int64_t i, std::int64_t j) {
  switch ((i * 7 + j * 3) % 23) {
    case 0:
      return -0.0;
    case 1:
      return from_bits(0x7ff0000000000000);
    case 2:
      return from_bits(0xfff0000000000000);
    case 3:
      return from_bits(0x7ff8000000000000);
    case 4:
      return from_bits(1 + static_cast<std::uint64_t>(i + j));  // subnormal
    case 5:
      return from_bits(0x7fefffffffffffff - static_cast<std::uint64_t>(i + j));
    default:
      return (static_cast<double>(i) * 1048576.0 + static_cast<double>(j) + 0.1) * (j % 2 == 0 ? 1e-30 : -3.0);
  }
}

inline constexpr std::uint64_t poison = 0x7ff4dead0000beef;

class TestMatrix {
 public:
  // The local matrix has `gap` rows more than it needs; these, and all elements not filled, stay poisoned.
  TestMatrix(const BlockCyclicLayout& layout, std::int64_t gap, MPI_Comm comm = MPI_COMM_WORLD)
      : layout_(layout),
        comm_(comm),
        rank_(comm_rank(comm)),
        lld_(std::max<std::int64_t>(1, layout.local_rows(rank_) + gap)),
        memory_(static_cast<std::size_t>(lld_ * layout.local_cols(rank_)), from_bits(poison)) {}

  DistributedMatrix view() { return {{layout_, lld_}, comm_, memory_.empty() ? nullptr : memory_.data()}; }
  const BlockCyclicLayout& layout() const { return layout_; }

  // Calls visit(i, j, value&) for every element of this rank.
  template <typename Visit>
  void each(Visit&& visit) {
    if (!layout_.in_grid(rank_)) return;
    for (std::int64_t y = 0; y < layout_.local_cols(rank_); ++y) {
      for (std::int64_t x = 0; x < layout_.local_rows(rank_); ++x) {
        visit(layout_.rows.global(x, layout_.grid_row(rank_)), layout_.cols.global(y, layout_.grid_col(rank_)),
              memory_[static_cast<std::size_t>(x + y * lld_)]);
      }
    }
  }

  void fill(std::int64_t row = 0, std::int64_t col = 0) {
    each([&](std::int64_t i, std::int64_t j, double& value) { value = element(i - row, j - col); });
  }

  // The number of elements that differ from element(i, j), bit for bit.
  std::int64_t wrong() {
    std::int64_t count = 0;
    each([&](std::int64_t i, std::int64_t j, double& value) {
      if (to_bits(value) != to_bits(element(i, j))) ++count;
    });
    return count;
  }

  // The number of poisoned places, gaps included.
  std::int64_t poisoned() const {
    return std::count_if(memory_.begin(), memory_.end(), [](double value) { return to_bits(value) == poison; });
  }
  std::int64_t gaps() const { return layout_.local_cols(rank_) * (lld_ - layout_.local_rows(rank_)); }
  std::int64_t places() const { return static_cast<std::int64_t>(memory_.size()); }

 private:
  BlockCyclicLayout layout_;
  MPI_Comm comm_;
  int rank_;
  std::int64_t lld_;
  std::vector<double> memory_;
};

// A random distribution of an m x n matrix over a process grid of at most `ranks` processes; the same on all ranks.
inline BlockCyclicLayout random_layout(Random& random, std::int64_t m, std::int64_t n, int ranks) {
  const std::int64_t prow = random(1, ranks);
  const std::int64_t pcol = random(1, ranks / prow);
  const std::int64_t mb = random(1, 2) == 1 ? random(1, 4) : random(1, m + 2);
  const std::int64_t nb = random(1, 2) == 1 ? random(1, 4) : random(1, n + 2);
  const std::int64_t rsrc = random(0, prow - 1);
  const std::int64_t csrc = random(0, pcol - 1);
  return {CyclicAxis(m, mb, rsrc, prow), CyclicAxis(n, nb, csrc, pcol), random_map(random, ranks, prow, pcol)};
}

}  // namespace stencil::test
