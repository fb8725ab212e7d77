// SPDX-License-Identifier: Apache-2.0
#include "host/arrays/redistribution/shared_combs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "host/arrays/exchange/comb_steps.hpp"
#include "host/arrays/exchange/prepared_plan.hpp"
#include "host/arrays/redistribution/axis_combs.hpp"
#include "host/arrays/redistribution/plan_matrix.hpp"
#include "host/arrays/redistribution/plan_reshape.hpp"
#include "host/arrays/redistribution/plan_runs.hpp"
#include "host/base/errors.hpp"
#include "tests/host/arrays/exchange/patch_elements.hpp"
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

std::size_t size_of(const Combs& combs) {
  return combs.items().size() + combs.loops().size();
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

// Of the plans of all ranks: elements sent and kept, elements received and kept, combs and loops, and bytes.
struct Totals {
  std::int64_t moved = 0;
  std::int64_t received = 0;
  std::size_t combs = 0;
  std::int64_t bytes = 0;

  void add(const MessagePlan& plan) {
    for (const Message& message : plan.sends) moved += message.elements();
    for (const Message& message : plan.receives) received += message.elements();
    for (const KeptPart& kept : plan.kept) {
      moved += kept.source.elements();
      received += kept.target.elements();
    }
    const auto add_patch = [&](const Patch& patch) { combs += size_of(patch.inner) + size_of(patch.outer); };
    for (const std::vector<Message>* const messages : {&plan.sends, &plan.receives}) {
      for (const Message& message : *messages) std::for_each(message.patches.begin(), message.patches.end(), add_patch);
    }
    for (const KeptPart& kept : plan.kept) {
      add_patch(kept.source);
      add_patch(kept.target);
    }
    bytes += PreparedPlan(plan).memory_bytes();
  }
};

// Plans of the same length; short ones may keep a list of up to 256 runs besides, which is faster to copy.
void expect_same_length(const Totals& small, const Totals& large, const Totals& huge) {
  EXPECT_EQ(small.combs, large.combs);
  EXPECT_EQ(large.combs, huge.combs);
  EXPECT_EQ(large.bytes, huge.bytes);
  EXPECT_LT(huge.bytes, 64 << 10);
}

struct Blocks {
  std::int64_t from;
  std::int64_t to;
  std::int64_t from_procs;
  std::int64_t to_procs;
};

// A matrix of a number of rows dealt to processes of one column, its columns side by side.
LocalMatrix tall(std::int64_t rows, std::int64_t block, std::int64_t source, std::int64_t procs, std::int64_t cols) {
  return {{CyclicAxis(rows, block, source, procs), CyclicAxis(cols, 2, 0, 1)}, std::max<std::int64_t>(1, rows)};
}

// A thousand rows, a million, and some more than 2^50 that leave the same rest when divided by the period.
constexpr std::int64_t few = 1000;
std::int64_t million(std::int64_t period) {
  return few + (1000000 - few) / period * period;
}
std::int64_t huge(std::int64_t period) {
  return few + ((std::int64_t{1} << 50) / period + 1) * period;
}

TEST(PlanMatrix, IsAsLongForAnyNumberOfRows) {
  for (const Blocks& blocks : {Blocks{3, 5, 2, 2}, Blocks{5, 3, 3, 2}, Blocks{1, 64, 2, 2}, Blocks{7, 6, 1, 4},
                               Blocks{4, 4, 3, 3}, Blocks{36, 25, 2, 1}}) {
    SCOPED_TRACE(std::to_string(blocks.from) + " to " + std::to_string(blocks.to));
    const std::int64_t period = std::lcm(blocks.from * blocks.from_procs, blocks.to * blocks.to_procs);
    for (const std::int64_t first : {0, 11}) {
      const auto totals = [&](std::int64_t rows) {
        const LocalMatrix source = tall(rows + 20, blocks.from, blocks.from_procs - 1, blocks.from_procs, 3);
        const LocalMatrix target = tall(rows + 20, blocks.to, 0, blocks.to_procs, 3);
        Totals sum;
        for (int rank = 0; rank < 4; ++rank) {
          MessagePlan plan;
          add_submatrix(plan, target, first, 0, source, {2, 1, rows, 2}, rank);
          sum.add(plan);
        }
        EXPECT_EQ(sum.moved, 2 * rows);
        EXPECT_EQ(sum.received, 2 * rows);
        return sum;
      };
      const Totals small = totals(few);
      const Totals large = totals(million(period));
      ASSERT_EQ(small.combs, large.combs);
      expect_same_length(small, large, totals(huge(period)));
    }
  }
}

Totals reshape_totals(const LocalMatrix& target, std::int64_t target_first, const LocalMatrix& source,
                      std::int64_t source_first, std::int64_t count) {
  Totals sum;
  for (int rank = 0; rank < 2; ++rank) sum.add(plan_reshape(target, target_first, source, source_first, count, rank));
  EXPECT_EQ(sum.moved, count);
  EXPECT_EQ(sum.received, count);
  return sum;
}

// A column that begins elsewhere, a column that becomes a row, columns cut in two, many short columns.
TEST(PlanReshape, IsAsLongForAnyNumberOfRows) {
  const auto shifted = [](std::int64_t n) {
    return reshape_totals(tall(n, 5, 0, 2, 1), 9, tall(n, 3, 1, 2, 1), 2, n - 20);
  };
  const auto turned = [](std::int64_t n) {
    const LocalMatrix row{{CyclicAxis(1, 1, 0, 1), CyclicAxis(n, 5, 1, 2)}, 1};
    return reshape_totals(row, 1, tall(n, 3, 0, 2, 1), 0, n - 1);
  };
  const auto halved = [](std::int64_t n) {
    return reshape_totals(tall(n, 5, 0, 2, 6), 0, tall(2 * n, 3, 0, 2, 3), 0, 6 * n);
  };
  const auto many = [](std::int64_t cols) {
    return reshape_totals(tall(20, 3, 0, 2, cols), 0, tall(10, 5, 0, 2, 2 * cols), 0, 20 * cols);
  };
  for (const std::function<Totals(std::int64_t)>& totals :
       std::vector<std::function<Totals(std::int64_t)>>{shifted, turned, halved, many}) {
    const Totals small = totals(few);
    const Totals large = totals(million(30));
    ASSERT_EQ(small.combs, large.combs);
    expect_same_length(small, large, totals(huge(30)));
  }
}

TEST(PlanRuns, IsAsLongForAnyNumberOfRows) {
  const auto totals = [](std::int64_t rows) {
    const LocalMatrix matrix = tall(rows, 3, 1, 2, 1);
    const HeldRuns held{{0, 0, rows, 1}, ElementOrder::columns, {{0, rows / 2}, {rows / 2, rows - rows / 2}}, 0};
    Totals sum;
    for (int rank = 0; rank < 2; ++rank) sum.add(plan_runs_to_matrix(held, matrix, rank));
    EXPECT_EQ(sum.moved, rows);
    EXPECT_EQ(sum.received, rows);
    return sum;
  };
  const Totals large = totals(million(12));
  ASSERT_EQ(totals(few).combs, large.combs);
  expect_same_length(totals(few), large, totals(huge(12)));
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

// Blocks of different primes: the matrix has no two whole periods. Such plans name every block.
TEST(PlanMatrix, RefusesAPatternTooLongToList) {
  const std::int64_t rows = std::int64_t{1} << 50;
  const auto plan = [&](std::int64_t from, std::int64_t to) {
    MessagePlan messages;
    add_submatrix(messages, tall(rows, to, 0, 2, 1), 0, 0, tall(rows, from, 0, 2, 1), {0, 0, rows, 1}, 0);
    return messages;
  };
  try {
    plan(16777259, 16777289);
    ADD_FAILURE() << "planned";
  } catch (const ArgumentError& error) {
    EXPECT_STREQ(error.what(),
                 "blocks to list one by one for a copy of 1125899906842624 elements = 33554346, must be <= 16777216: "
                 "the two distributions together do not repeat sooner");
  }
  EXPECT_EQ(plan(std::int64_t{1} << 31, 1).sends.size(), 1u);
  const MessagePlan all_on_one = plan((std::int64_t{1} << 49) - 1, (std::int64_t{1} << 62) + 1);
  ASSERT_EQ(all_on_one.receives.size(), 1u);
  EXPECT_EQ(all_on_one.receives.front().elements(), (std::int64_t{1} << 49) - 1);
  ASSERT_EQ(all_on_one.kept.size(), 1u);
  EXPECT_EQ(all_on_one.kept.front().source.elements(), (std::int64_t{1} << 49) + 1);
}

}  // namespace
}  // namespace stencil
