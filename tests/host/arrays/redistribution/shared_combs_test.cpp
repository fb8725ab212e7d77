// Combs that two distributions share: what moves between two processes, where periods begin, what overflows.
// SPDX-License-Identifier: Apache-2.0
#include "host/arrays/redistribution/shared_combs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "host/arrays/exchange/comb_steps.hpp"
#include "host/arrays/redistribution/axis_combs.hpp"
#include "tests/host/arrays/exchange/patch_elements.hpp"
#include "tests/host/arrays/redistribution/combs_size.hpp"
#include "tests/host/support/seed.hpp"

namespace stencil {
namespace {

using test::numbers;
using test::Numbers;
using test::Random;

// An axis dealt element by element, by the definition.
struct Dealt {
  explicit Dealt(const CyclicAxis& axis) {
    std::vector<std::int64_t> held(static_cast<std::size_t>(axis.procs()), 0);
    for (std::int64_t k = 0; k < axis.n(); ++k) {
      const std::int64_t process = (axis.source() + k / axis.block()) % axis.procs();
      places.emplace_back(process, held[static_cast<std::size_t>(process)]++);
    }
  }
  std::vector<std::pair<std::int64_t, std::int64_t>> places;  // process, local number
};

CyclicAxis random_axis(Random& random) {
  const std::int64_t procs = random(1, 4);
  return {random(0, 400), random(1, random(1, 20)), random(0, procs - 1), procs};
}

// Every pair of processes of two random axes, against a list of elements. A list is as long as one that names every run
// and folds regular ones, or hardly longer: a run may be cut in two, and a few periods may fold by chance.
TEST(SharedCombs, ListWhatMovesBetweenTwoProcesses) {
  Random random(test::test_seed());
  std::size_t loops = 0;
  std::size_t moved = 0;
  for (int round = 0; round < 1500; ++round) {
    SCOPED_TRACE(round);
    const CyclicAxis source = random_axis(random);
    const CyclicAxis target = random_axis(random);
    Move move;
    move.count = random(0, std::min(source.n(), target.n()));
    move.source_first = random(0, source.n() - move.count);
    move.target_first = random(0, target.n() - move.count);
    const Dealt from(source);
    const Dealt to(target);
    const auto all_targets = [&](std::int64_t p) {
      return shared_combs_of_all({source, p}, RankShare::of_all(target), move, MoveEnd::source);
    };
    const auto all_sources = [&](std::int64_t q) {
      return shared_combs_of_all(RankShare::of_all(source), {target, q}, move, MoveEnd::target);
    };
    for (std::int64_t p = 0; p < source.procs(); ++p) {
      for (std::int64_t q = 0; q < target.procs(); ++q) {
        Numbers at_source;
        Numbers at_target;
        Combs source_runs;
        Combs target_runs;
        for (std::int64_t k = 0; k < move.count; ++k) {
          const auto& [source_process, source_local] = from.places[static_cast<std::size_t>(move.source_first + k)];
          const auto& [target_process, target_local] = to.places[static_cast<std::size_t>(move.target_first + k)];
          if (source_process != p || target_process != q) continue;
          at_source.push_back(source_local);
          at_target.push_back(target_local);
          append_run(source_runs, source_local, 1);
          append_run(target_runs, target_local, 1);
        }
        const Combs source_combs = shared_combs({source, p}, {target, q}, move, MoveEnd::source);
        const Combs target_combs = shared_combs({source, p}, {target, q}, move, MoveEnd::target);
        ASSERT_EQ(numbers(source_combs), at_source);
        ASSERT_EQ(numbers(target_combs), at_target);
        ASSERT_EQ(count(source_combs), static_cast<std::int64_t>(at_source.size()));
        ASSERT_EQ(numbers(all_targets(p)[static_cast<std::size_t>(q)]), at_source);
        ASSERT_EQ(numbers(all_sources(q)[static_cast<std::size_t>(p)]), at_target);
        EXPECT_LE(size_of(source_combs), size_of(source_runs) + 2 + 4 * source_combs.loops().size());
        EXPECT_LE(size_of(target_combs), size_of(target_runs) + 2 + 4 * target_combs.loops().size());
        EXPECT_LE(pair_combs(source_combs, target_combs).items().size(),
                  2 * (size_of(source_combs) + size_of(target_combs)));
        loops += source_combs.loops().size();
        moved += at_source.size();
      }
    }
    ASSERT_FALSE(::testing::Test::HasFailure());
  }
  EXPECT_GT(loops, 500u) << "too few to prove anything";
  EXPECT_GT(moved, 50000u) << "too few to prove anything";
}

// A range that begins and ends in the middle of a block has two pieces more, and no block inside is cut.
TEST(SharedCombs, BeginPeriodsAtTheEdgeOfABlock) {
  const CyclicAxis axis(20000, 64, 0, 2);
  EXPECT_EQ(global_combs(axis, 0, 10, 12810), (Combs{{10, 54, 0, 1}, {128, 64, 128, 99}, {12800, 10, 0, 1}}));
  EXPECT_EQ(local_combs(axis, 0, 10, 12810), (Combs{{10, 6400, 0, 1}}));
}

// Numbers near 2^63: blocks longer than the axis, a period and steps to the next block above 2^63.
TEST(SharedCombs, OverflowForNoAxis) {
  Random random(test::test_seed());
  const std::int64_t most = std::numeric_limits<std::int64_t>::max();
  const auto huge_axis = [&](std::int64_t n) {
    const std::int64_t procs = random(1, 3);
    const std::int64_t block = random(0, 2) == 0 ? random(1, most) : most >> random(0, 9);
    return CyclicAxis(n, std::max(block, most >> 12), random(0, procs - 1), procs);
  };
  for (int round = 0; round < 300; ++round) {
    const std::int64_t count = random(most / 4, most);
    const CyclicAxis source = huge_axis(count + random(0, 1) * random(0, most - count));
    const CyclicAxis target = huge_axis(count + random(0, 1) * random(0, most - count));
    const Move move{random(0, source.n() - count), random(0, target.n() - count), count};
    std::int64_t shared = 0;
    for (std::int64_t p = 0; p < source.procs(); ++p) {
      for (std::int64_t q = 0; q < target.procs(); ++q) {
        const Combs combs = shared_combs({source, p}, {target, q}, move, MoveEnd::source);
        const Combs there = shared_combs({source, p}, {target, q}, move, MoveEnd::target);
        ASSERT_EQ(stencil::count(combs), stencil::count(there));
        pair_combs(combs, there);
        shared += stencil::count(combs);
      }
    }
    ASSERT_EQ(shared, count) << "round " << round;
  }
}

}  // namespace
}  // namespace stencil
