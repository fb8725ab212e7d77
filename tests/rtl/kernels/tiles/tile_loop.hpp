// The expected result of a tile command: the loop that defines it, in place.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "tests/rtl/engine/reference.hpp"
#include "tests/rtl/support/ports.hpp"

namespace stencil::test {

struct Edge {
  std::int64_t at = 0, slope = 0;

  std::int64_t in(std::int64_t sweep) const { return at + slope * sweep; }  // sweeps count from 0
};

// A command on a block of rows x cols, and its job.
struct TileJob {
  std::int64_t cols = 3, sweeps = 1, slots = 13;
  bool backward = false;
  Edge top, bottom, left, right;
};

// Calls visit(index) for every point that a sweep sets, in its order; sweeps count from 0.
template <class Visit>
void for_each_point(const TileJob& job, std::int64_t sweep, const Visit& visit) {
  const std::int64_t top = job.top.in(sweep), bottom = job.bottom.in(sweep);
  const std::int64_t left = job.left.in(sweep), right = job.right.in(sweep);
  for (std::int64_t i = top; i < bottom; ++i)
    for (std::int64_t j = left; j < right; ++j) {
      const std::int64_t row = job.backward ? top + bottom - 1 - i : i;
      const std::int64_t col = job.backward ? left + right - 1 - j : j;
      visit(static_cast<std::size_t>(row * job.cols + col));
    }
}

inline void sweep_tile(Words& f, const TileJob& job) {
  const auto width = static_cast<std::size_t>(job.cols);
  for (std::int64_t sweep = 0; sweep < job.sweeps; ++sweep)
    for_each_point(job, sweep, [&](std::size_t at) {
      f[at] = tile_point(f[at - width], f[at + width], f[at], f[at - 1], f[at + 1]);
    });
}

// Signalling NaN in cells that no sweep reads.
inline void poison_unread(Words& f, const TileJob& job) {
  const auto width = static_cast<std::size_t>(job.cols);
  std::vector<bool> read(f.size(), false);
  for (std::int64_t sweep = 0; sweep < job.sweeps; ++sweep)
    for_each_point(job, sweep, [&](std::size_t at) {
      for (const std::size_t cell : std::array<std::size_t, 5>{at - width, at - 1, at, at + 1, at + width})
        read[cell] = true;
    });
  for (std::size_t cell = 0; cell < f.size(); ++cell)
    if (!read[cell]) f[cell] = 0x7ff4000000000000 + cell;
}

}  // namespace stencil::test
