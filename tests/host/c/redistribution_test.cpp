// pdgemr2d between any two process grids: the same elements as by ScaLAPACK's PDGEMR2D, in the planned messages.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <vector>

#include "block_cyclic.h"
#include "host/arrays/exchange/traffic.hpp"
#include "tests/host/arrays/vsda/matrix_array.hpp"
#include "tests/host/c/two_grids.hpp"
#include "tests/host/oracle/scalapack_matrix.hpp"

namespace stencil::test {
namespace {

TEST(Redistribution, MovesEveryElementBetweenAnyTwoGridsInOneMessagePerPair) {
  Random random(test_seed());
  std::int64_t moved = 0;
  for (int round = 0; round < 150; ++round) {
    const LocalMatrix source = with_local_lld(random_matrix(random, comm_size()), comm_rank(), random(0, 2));
    const LocalMatrix target = with_local_lld(random_matrix(random, comm_size()), comm_rank(), random(0, 2));
    const OwnGrid from_grid(random, source.layout);
    const OwnGrid to_grid(random, target.layout);
    const std::vector<std::int64_t> from_desc = from_grid.descriptor(random, source);
    const std::vector<std::int64_t> to_desc = to_grid.descriptor(random, target);
    const SomeRanks around(random, both(from_grid, to_grid));
    const Parts parts = random_parts(random, source, target);
    if (!around.inside()) continue;
    const std::int64_t ictxt = block_cyclic_context(around.comm(), 1, 1);
    for (unsigned call = 0; call < 2; ++call) {
      LocalArray from(source, 8, 10 + call);
      LocalArray to(target, 8, 20 + call);
      const auto data = [](LocalArray& array, const LocalMatrix& matrix) {
        return matrix.local_elements(comm_rank()) == 0 ? nullptr : static_cast<double*>(array.data());
      };
      const std::set<int> receivers = expect_moved(source, target, parts, to, 10 + call);
      const VsdaTraffic before = vsda_traffic();
      pdgemr2d(parts.m, parts.n, data(from, source), parts.si + 1, parts.sj + 1, from_desc.data(), data(to, target),
               parts.ti + 1, parts.tj + 1, to_desc.data(), ictxt);
      const VsdaTraffic after = vsda_traffic();
      ASSERT_TRUE(to.as_expected()) << "round " << round << " call " << call;
      ASSERT_TRUE(from.as_expected()) << "round " << round << " call " << call;
      ASSERT_EQ(after.messages_sent - before.messages_sent, static_cast<std::int64_t>(receivers.size()));
      ASSERT_EQ(after.copies - before.copies, 1);
      ASSERT_EQ(after.plans_made - before.plans_made, call == 0 ? 1 : 0) << "round " << round;
      std::int64_t bytes = after.bytes_sent - before.bytes_sent + after.bytes_kept - before.bytes_kept;
      MPI_Allreduce(MPI_IN_PLACE, &bytes, 1, MPI_INT64_T, MPI_SUM, around.comm());
      ASSERT_EQ(bytes, 8 * parts.m * parts.n) << "round " << round;
      moved += parts.m * parts.n;
    }
    block_cyclic_context_free(ictxt);
  }
  EXPECT_GT(moved, 3000) << "too few to prove anything";
}

TEST(Redistribution, LeavesWhatPdgemr2dLeaves) {
  STENCIL_NEEDS_SCALAPACK();
  Random random(test_seed() + 1);
  std::vector<int> everybody(static_cast<std::size_t>(comm_size()));
  std::iota(everybody.begin(), everybody.end(), 0);
  const BlacsGrid all(everybody, 1, comm_size());
  for (int round = 0; round < 100; ++round) {
    const LocalMatrix source = with_local_lld(random_matrix(random, comm_size()), comm_rank(), 1);
    const LocalMatrix target = with_local_lld(random_matrix(random, comm_size()), comm_rank(), 2);
    const Parts parts = random_parts(random, source, target);
    const OwnGrid from_grid(random, source.layout);
    const OwnGrid to_grid(random, target.layout);
    const std::vector<std::int64_t> from_desc = from_grid.descriptor(random, source);
    const std::vector<std::int64_t> to_desc = to_grid.descriptor(random, target);
    LocalArray from(source, 8, 1);
    LocalArray by_us(target, 8, 2);
    LocalArray by_oracle(target, 8, 2);
    const std::int64_t ictxt = block_cyclic_gridinit(MPI_COMM_WORLD, "C", comm_size(), 1);
    pdgemr2d(parts.m, parts.n, static_cast<const double*>(from.data()), parts.si + 1, parts.sj + 1, from_desc.data(),
             static_cast<double*>(by_us.data()), parts.ti + 1, parts.tj + 1, to_desc.data(), ictxt);
    block_cyclic_context_free(ictxt);

    const BlacsGrid from_blacs = blacs_grid(source.layout);
    const BlacsGrid to_blacs = blacs_grid(target.layout);
    const auto from_theirs = blacs_descriptor(from_blacs, source);
    const auto to_theirs = blacs_descriptor(to_blacs, target);
    const auto integer = [](std::int64_t value) { return static_cast<int>(value); };
    const int numbers[] = {integer(parts.m),      integer(parts.n),      integer(parts.si + 1),
                           integer(parts.sj + 1), integer(parts.ti + 1), integer(parts.tj + 1)};
    const int context = all.context();
    scalapack()->pdgemr2d(&numbers[0], &numbers[1], static_cast<const double*>(from.data()), &numbers[2], &numbers[3],
                          from_theirs.data(), static_cast<double*>(by_oracle.data()), &numbers[4], &numbers[5],
                          to_theirs.data(), &context);
    ASSERT_EQ(by_us.bytes(), by_oracle.bytes()) << "round " << round;
  }
}

// Source and target in the same memory: the result of memmove.
TEST(Redistribution, PartsOfOneMatrixMayOverlap) {
  Random random(test_seed() + 2);
  for (int round = 0; round < 30; ++round) {
    const LocalMatrix matrix = with_local_lld(random_matrix(random, comm_size()), comm_rank(), 0);
    const OwnGrid grid(random, matrix.layout);
    const std::vector<std::int64_t> desc = grid.descriptor(random, matrix);
    const Parts parts = random_parts(random, matrix, matrix);
    LocalArray array(matrix, 8, 5);
    expect_moved(matrix, matrix, parts, array, 5);
    const std::int64_t ictxt = block_cyclic_context(MPI_COMM_WORLD, 1, 1);
    auto* const data = static_cast<double*>(array.data());
    pdgemr2d(parts.m, parts.n, data, parts.si + 1, parts.sj + 1, desc.data(), data, parts.ti + 1, parts.tj + 1,
             desc.data(), ictxt);
    ASSERT_TRUE(array.as_expected()) << "round " << round;
    block_cyclic_context_free(ictxt);
  }
}

// Some ranks make other plans in between: all must find the same plan, or none.
TEST(Redistribution, PlansAreKeptWhereAllRanksHaveKeptThem) {
  const std::int64_t context = block_cyclic_context(MPI_COMM_WORLD, 1, comm_size());
  const std::int64_t n = 2 * comm_size();
  std::int64_t desc[DLEN_];
  std::int64_t other[DLEN_];
  const auto run = [&](std::int64_t lld) {
    descinit(desc, 3, n, 3, 1, 0, 0, context, 3, nullptr);
    descinit(other, 3, n, 3, 2, 0, 0, context, lld, nullptr);
    std::vector<double> a(6);
    std::vector<double> b(static_cast<std::size_t>(2 * lld), -1.0);
    for (std::size_t k = 0; k < 6; ++k) {
      a[k] =
          static_cast<double>(k % 3) + 10.0 * static_cast<double>(comm_rank() + comm_size() * static_cast<int>(k / 3));
    }
    const std::int64_t before = vsda_traffic().plans_made;
    pdgemr2d(3, n, a.data(), 1, 1, desc, b.data(), 1, 1, other, context);
    for (std::int64_t y = 0; y < 2; ++y) {
      for (std::int64_t x = 0; x < 3; ++x) {
        EXPECT_EQ(b[static_cast<std::size_t>(x + y * lld)], static_cast<double>(x + 10 * (2 * comm_rank() + y)));
      }
    }
    return vsda_traffic().plans_made - before;
  };
  EXPECT_EQ(run(3), 1);
  EXPECT_EQ(run(3), 0);
  // Only rank 0 has another leading dimension: no rank may use a plan that the others have kept.
  EXPECT_EQ(run(comm_rank() == 0 ? 5 : 3), 1);
  EXPECT_EQ(run(comm_rank() == 0 ? 5 : 3), 0);
  // Back again: rank 0 kept the plan of the first calls, the others have a newer one.
  const std::int64_t again = run(3);
  EXPECT_EQ(again, comm_size() == 1 ? 0 : 1);
  EXPECT_EQ(run(3), 0);
  // Any plan may have used the context that is freed.
  block_cyclic_context_free(block_cyclic_context(MPI_COMM_WORLD, 1, 1));
  EXPECT_EQ(run(3), 1);
  block_cyclic_context_free(context);
}

}  // namespace
}  // namespace stencil::test
