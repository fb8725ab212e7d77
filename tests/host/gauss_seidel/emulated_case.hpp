// Random cases of emulated ranks against the golden loop.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "tests/host/gauss_seidel/emulated_ranks.hpp"
#include "tests/host/gauss_seidel/random_grid.hpp"

namespace stencil::test {

inline EmulatedRun run_emulated(Random& random, const TileGridShape& shape, std::int64_t rounds,
                                const Mutation& mutation = nullptr) {
  const TileGrid grid(shape);
  const Field field = seeded_field(grid, 3);
  return EmulatedRanks(grid, rounds, field, mutation).run(random, golden(grid, field, rounds));
}

// Random grids and orders: bits, messages, words.
inline void expect_emulated_right(int cases, const RandomLimits& limits) {
  Random random(test_seed());
  for (int number = 0; number < cases; ++number) {
    const TileGridShape shape = random_shape(random, limits);
    const std::int64_t rounds = random(1, 3);
    SCOPED_TRACE("case " + std::to_string(number) + ": " + describe(shape) + ", rounds " + std::to_string(rounds));
    const EmulatedRun run = run_emulated(random, shape, rounds);
    ASSERT_EQ(run.wrong_points, 0);
    ASSERT_EQ(run.left_messages, 0);
    ASSERT_FALSE(run.deadlock);
    const RoundTraffic traffic = round_traffic(TileGrid(shape));
    ASSERT_EQ(run.messages, rounds * traffic.messages);
    ASSERT_EQ(run.words, rounds * traffic.words);
  }
}

}  // namespace stencil::test
