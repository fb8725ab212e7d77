// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <vector>

#include "host/arrays/exchange/traffic.hpp"
#include "tests/host/arrays/vsda/matrix_array.hpp"
#include "tests/host/support/fatal_catcher.hpp"

namespace stencil {
namespace {

using test::LocalArray;
using test::Random;

constexpr std::array<long, 6> elemsizes = {1, 3, 4, 8, 24, 40};

// The same numbers on every rank, except lld.
ArrayLayout local_layout(Random& random, int ranks, std::int64_t m = -1) {
  ArrayLayout layout = test::random_layout(random, ranks, m);
  const std::int64_t extra = random(0, 2);
  if (auto* matrix = std::get_if<LocalMatrix>(&layout)) {
    const int rank = test::comm_rank();
    *matrix = test::with_local_lld(*matrix, rank, (extra + rank) % 3);
  }
  return layout;
}

std::vector<MPI_Request> token() {
  return std::vector<MPI_Request>(static_cast<std::size_t>(2 * test::comm_size()));
}

TEST(BlockCyclicCopy, MovesAnyRangeBetweenArraysOfAnyKind) {
  Random random(test::test_seed());
  const int ranks = test::comm_size();
  std::int64_t moved = 0;
  for (int round = 0; round < 300; ++round) {
    const std::int64_t m = random(0, 1) == 0 ? -1 : random(1, 20);
    const ArrayLayout source = local_layout(random, ranks, m);
    const ArrayLayout target = local_layout(random, ranks, m);
    const long elemsize = elemsizes[static_cast<std::size_t>(random(0, 5))];
    const std::int64_t count = random(0, std::min(globsize(source), globsize(target)));
    const std::int64_t from = random(0, globsize(source) - count);
    const std::int64_t to =
        random(0, 1) == 0 ? std::min(from, globsize(target) - count) : random(0, globsize(target) - count);
    VSDA source_vsda = test::create(source, elemsize);
    VSDA target_vsda = test::create(target, elemsize);
    LocalArray source_array(source, elemsize, 1);
    LocalArray target_array(target, elemsize, 2);
    for (std::int64_t k = 0; k < count; ++k) target_array.expect(to + k, 1, from + k);
    auto rq = token();
    VSDA_Copy(&target_vsda, to, target_array.data(), &source_vsda, from, source_array.data(), count, rq.data());
    VSDA_Update_end(rq.data());
    ASSERT_TRUE(target_array.as_expected()) << "round " << round;
    ASSERT_TRUE(source_array.as_expected()) << "round " << round;
    VSDA_Destroy(&source_vsda);
    VSDA_Destroy(&target_vsda);
    moved += count;
  }
  EXPECT_GT(moved, 2000);
}

// Two plans in flight at once, each several times, ended in either order, on arrays made after the plans and after the
// descriptors were destroyed.
TEST(BlockCyclicCopy, PlansServeManyTimesAndSideBySide) {
  Random random(test::test_seed());
  const int ranks = test::comm_size();
  for (int round = 0; round < 60; ++round) {
    const long elemsize = elemsizes[static_cast<std::size_t>(random(0, 5))];
    const std::int64_t m = random(1, 20);
    const ArrayLayout source = local_layout(random, ranks, m);
    const ArrayLayout target = local_layout(random, ranks, m);
    const std::int64_t count = std::min(globsize(source), globsize(target));
    VSDA source_vsda = test::create(source, elemsize);
    VSDA target_vsda = test::create(target, elemsize);
    VSDA_PLAN there;
    VSDA_PLAN back;
    VSDA_Plan_copy(&target_vsda, 0, &source_vsda, 0, count, &there);
    VSDA_Plan_copy(&source_vsda, 0, &target_vsda, 0, count, &back);
    VSDA_Destroy(&source_vsda);
    VSDA_Destroy(&target_vsda);
    for (unsigned salt = 10; salt < 13; ++salt) {
      LocalArray source_array(source, elemsize, salt);
      LocalArray target_array(target, elemsize, salt + 10);
      LocalArray into_target(target, elemsize, 2);
      LocalArray into_source(source, elemsize, 3);
      for (std::int64_t k = 0; k < count; ++k) {
        into_target.expect(k, salt, k);
        into_source.expect(k, salt + 10, k);
      }
      auto first = token();
      auto second = token();
      VSDA_Copy_begin(&there, into_target.data(), source_array.data(), first.data());
      VSDA_Copy_begin(&back, into_source.data(), target_array.data(), second.data());
      const bool in_order = (test::comm_rank() + round) % 2 == 0;  // not the same on every rank
      VSDA_Update_end(in_order ? first.data() : second.data());
      VSDA_Update_end(in_order ? second.data() : first.data());
      ASSERT_TRUE(into_target.as_expected());
      ASSERT_TRUE(into_source.as_expected());
    }
    VSDA_Plan_destroy(&there);
    VSDA_Plan_destroy(&back);
  }
}

TEST(BlockCyclicCopy, MovesSubmatrices) {
  Random random(test::test_seed());
  const int ranks = test::comm_size();
  for (int round = 0; round < 200; ++round) {
    const auto make = [&] {
      const std::int64_t extra = random(0, 2);
      return test::with_local_lld(test::random_matrix(random, ranks), test::comm_rank(), extra);
    };
    const LocalMatrix source = make();
    const LocalMatrix target = make();
    const std::int64_t rows = random(0, std::min(source.layout.rows.n(), target.layout.rows.n()));
    const std::int64_t cols = random(0, std::min(source.layout.cols.n(), target.layout.cols.n()));
    const std::int64_t si = random(0, source.layout.rows.n() - rows);
    const std::int64_t sj = random(0, source.layout.cols.n() - cols);
    const std::int64_t ti = random(0, target.layout.rows.n() - rows);
    const std::int64_t tj = random(0, target.layout.cols.n() - cols);
    VSDA source_vsda = test::create(source, 8);
    VSDA target_vsda = test::create(target, 8);
    LocalArray source_array(source, 8, 1);
    LocalArray target_array(target, 8, 2);
    for (std::int64_t j = 0; j < cols; ++j) {
      for (std::int64_t i = 0; i < rows; ++i) {
        target_array.expect(ti + i + (tj + j) * target.layout.rows.n(), 1, si + i + (sj + j) * source.layout.rows.n());
      }
    }
    VSDA_PLAN plan;
    VSDA_Plan_matrix(&target_vsda, ti, tj, &source_vsda, si, sj, rows, cols, &plan);
    auto rq = token();
    VSDA_Copy_begin(&plan, target_array.data(), source_array.data(), rq.data());
    VSDA_Update_end(rq.data());
    ASSERT_TRUE(target_array.as_expected()) << "round " << round;
    ASSERT_TRUE(source_array.as_expected()) << "round " << round;
    VSDA_Plan_destroy(&plan);
    VSDA_Destroy(&source_vsda);
    VSDA_Destroy(&target_vsda);
  }
}

// Within one matrix, onto itself: the result of memmove on the columns laid end to end.
TEST(BlockCyclicCopy, OntoItselfLeavesWhatMemmoveWould) {
  Random random(test::test_seed());
  const int ranks = test::comm_size();
  for (int round = 0; round < 200; ++round) {
    const ArrayLayout layout = test::with_local_lld(test::random_matrix(random, ranks), test::comm_rank(), 1);
    const std::int64_t count = random(0, globsize(layout));
    const std::int64_t from = random(0, globsize(layout) - count);
    const std::int64_t to = random(0, globsize(layout) - count);
    VSDA vsda = test::create(layout, 8);
    LocalArray array(layout, 8, 1);
    for (std::int64_t k = 0; k < count; ++k) array.expect(to + k, 1, from + k);
    auto rq = token();
    VSDA_Copy(&vsda, to, array.data(), &vsda, from, array.data(), count, rq.data());
    VSDA_Update_end(rq.data());
    ASSERT_TRUE(array.as_expected()) << "round " << round;
    VSDA_Destroy(&vsda);
  }
}

// Every element travels once, or stays on its rank; one message per ordered pair of ranks that share elements.
TEST(BlockCyclicCopy, CostsEachElementOnce) {
  Random random(test::test_seed());
  const int ranks = test::comm_size();
  for (int round = 0; round < 100; ++round) {
    const std::int64_t m = random(1, 20);
    const ArrayLayout source = test::with_local_lld(test::random_matrix(random, ranks, m), test::comm_rank(), 0);
    const ArrayLayout target = test::with_local_lld(test::random_matrix(random, ranks, m), test::comm_rank(), 2);
    const std::int64_t count = std::min(globsize(source), globsize(target));
    const auto from = test::places(source);
    const auto to = test::places(target);
    std::vector<std::int64_t> sent(static_cast<std::size_t>(ranks), 0);
    for (std::size_t k = 0; k < static_cast<std::size_t>(count); ++k) {
      if (from[k].rank == test::comm_rank()) ++sent[static_cast<std::size_t>(to[k].rank)];
    }
    VSDA source_vsda = test::create(source, 8);
    VSDA target_vsda = test::create(target, 8);
    LocalArray source_array(source, 8, 1);
    LocalArray target_array(target, 8, 2);
    const VsdaTraffic before = vsda_traffic();
    auto rq = token();
    VSDA_Copy(&target_vsda, 0, target_array.data(), &source_vsda, 0, source_array.data(), count, rq.data());
    VSDA_Update_end(rq.data());
    const VsdaTraffic after = vsda_traffic();
    const std::int64_t kept = sent[static_cast<std::size_t>(test::comm_rank())];
    sent[static_cast<std::size_t>(test::comm_rank())] = 0;
    ASSERT_EQ(after.bytes_kept - before.bytes_kept, 8 * kept);
    std::int64_t crossing = 0;
    std::int64_t messages = 0;
    for (const std::int64_t elements : sent) {
      crossing += elements;
      messages += elements > 0 ? 1 : 0;
    }
    ASSERT_EQ(after.bytes_sent - before.bytes_sent, 8 * crossing);
    ASSERT_EQ(after.messages_sent - before.messages_sent, messages);
    ASSERT_EQ(after.bytes_staged - before.bytes_staged, 0);
    ASSERT_EQ(after.copies - before.copies, 1);
    VSDA_Destroy(&source_vsda);
    VSDA_Destroy(&target_vsda);
  }
}

// Plans kept from one VSDA_Copy to the next differ by every argument, and end with their descriptors.
TEST(BlockCyclicCopy, WorksTheSameCopyOutOnce) {
  const int ranks = test::comm_size();
  const long n = 4L * ranks;
  VSDA source;
  VSDA target;
  VSDA_Create_block_cyclic(MPI_COMM_WORLD, 3, n, 8, 3, 1, 0, 0, 1, ranks, 3, &source);
  VSDA_Create_block_cyclic(MPI_COMM_WORLD, 3, n, 8, 3, 2, 0, 0, 1, ranks, 3, &target);
  std::vector<double> from(12);
  for (std::size_t k = 0; k < from.size(); ++k) {
    from[k] =
        static_cast<double>(k % 3) + 3.0 * static_cast<double>(test::comm_rank() + ranks * static_cast<int>(k / 3));
  }
  MPI_Request rq[16];
  // Copies, checks every element and returns how many plans were made.
  const auto copy = [&](long targoffs, long srcoffs, long count) {
    std::vector<double> to(12, -1.0);
    const std::int64_t before = vsda_traffic().plans_made;
    VSDA_Copy(&target, targoffs, to.data(), &source, srcoffs, from.data(), count, rq);
    VSDA_Update_end(rq);
    for (std::size_t k = 0; k < to.size(); ++k) {
      const long y = static_cast<long>(k) / 3;
      const long column = (y / 2 * ranks + test::comm_rank()) * 2 + y % 2;
      const long element = 3 * column + static_cast<long>(k) % 3;
      const bool moved = element >= targoffs && element < targoffs + count;
      EXPECT_EQ(to[k], moved ? static_cast<double>(element - targoffs + srcoffs) : -1.0) << element;
    }
    return vsda_traffic().plans_made - before;
  };
  EXPECT_EQ(copy(0, 0, 3 * n), 1);
  EXPECT_EQ(copy(0, 0, 3 * n), 0);
  EXPECT_EQ(copy(0, 0, 5), 1);
  EXPECT_EQ(copy(3, 0, 5), 1);
  EXPECT_EQ(copy(0, 3, 5), 1);
  EXPECT_EQ(copy(0, 0, 3 * n), 0);
  EXPECT_EQ(copy(0, 3, 5), 0);
  // In the other direction, and within one array.
  std::vector<double> back(12, -1.0);
  const std::int64_t before = vsda_traffic().plans_made;
  VSDA_Copy(&source, 0, back.data(), &target, 0, from.data(), 3 * n, rq);
  VSDA_Update_end(rq);
  VSDA_Copy(&source, 0, back.data(), &source, 0, from.data(), 3 * n, rq);
  VSDA_Update_end(rq);
  EXPECT_EQ(vsda_traffic().plans_made - before, 2);
  EXPECT_EQ(back, from);
  // A destroyed descriptor is refused, although a plan was kept.
  VSDA gone = target;
  VSDA_Destroy(&target);
  test::expect_fatal(2, "VSDA_Copy: target holds 0x",
                     [&] { VSDA_Copy(&gone, 0, back.data(), &source, 0, from.data(), 3 * n, rq); });
  VSDA_Create_block_cyclic(MPI_COMM_WORLD, 3, n, 8, 3, 4, 0, 0, 1, ranks, 3, &target);
  VSDA source_gone = source;
  VSDA_Copy(&target, 0, back.data(), &source, 0, from.data(), 3 * n, rq);
  VSDA_Update_end(rq);
  VSDA_Destroy(&source);
  test::expect_fatal(2, "VSDA_Copy: source holds 0x",
                     [&] { VSDA_Copy(&target, 0, back.data(), &source_gone, 0, from.data(), 3 * n, rq); });
  VSDA_Destroy(&target);
}

}  // namespace
}  // namespace stencil
