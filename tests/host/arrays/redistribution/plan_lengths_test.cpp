// Plans of matrices, of new shapes and of runs are as long for any number of rows.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

#include "host/arrays/exchange/prepared_plan.hpp"
#include "host/arrays/redistribution/plan_matrix.hpp"
#include "host/arrays/redistribution/plan_reshape.hpp"
#include "host/arrays/redistribution/plan_runs.hpp"
#include "host/base/errors.hpp"
#include "tests/host/arrays/exchange/patch_elements.hpp"
#include "tests/host/arrays/redistribution/combs_size.hpp"

namespace stencil {
namespace {

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
