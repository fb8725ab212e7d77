// Random legal tile jobs, with edges anywhere.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

#include "tests/rtl/kernels/tiles/tile_loop.hpp"
#include "tests/rtl/support/random.hpp"

namespace stencil::test {

// An edge inside 1 .. length-1 in the first and the last sweep.
inline Edge random_edge(std::int64_t length, std::int64_t sweeps, Random& random) {
  Edge edge;
  if (sweeps - 1 <= length - 2) edge.slope = random.in(-1, 1);
  const std::int64_t moves = edge.slope * (sweeps - 1);
  edge.at = random.in(std::max<std::int64_t>(1, 1 - moves), std::min(length - 1, length - 1 - moves));
  return edge;
}

// Two edges as far apart as possible: the whole block, or as much as the slopes leave of it.
inline Edge outermost_edge(std::int64_t length, std::int64_t sweeps, bool high, Random& random) {
  Edge edge = random_edge(length, sweeps, random);
  const std::int64_t moves = edge.slope * (sweeps - 1);
  edge.at = high ? std::min(length - 1, length - 1 - moves) : std::max<std::int64_t>(1, 1 - moves);
  return edge;
}

// Three of four have edges far apart, so that many points are set; the others anywhere, crossing as they like.
inline TileJob random_job(std::int64_t rows, std::int64_t cols, std::int64_t sweeps, std::int64_t slots,
                          Random& random) {
  TileJob job;
  job.cols = cols;
  job.sweeps = sweeps;
  job.slots = slots;
  job.backward = random.one_in(2);
  const bool anywhere = random.one_in(4);
  const auto edge = [&](std::int64_t length, bool high) {
    return anywhere ? random_edge(length, sweeps, random) : outermost_edge(length, sweeps, high, random);
  };
  job.top = edge(rows, false);
  job.bottom = edge(rows, true);
  job.left = edge(cols, false);
  job.right = edge(cols, true);
  return job;
}

}  // namespace stencil::test
