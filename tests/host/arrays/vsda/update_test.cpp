// Updates of shadows on any number of ranks: values, fences, exact bytes, many at once.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <deque>

#include "host/arrays/exchange/traffic.hpp"
#include "host/mpi/call_lock.hpp"
#include "tests/host/arrays/vsda/test_array.hpp"

namespace stencil::test {
namespace {

TEST(VsdaCreate, DistributesAutomatically) {
  const int ranks = comm_size();
  for (const long globsize : {0L, 1L, 5L, 100L, 101L, 1234567L}) {
    std::vector<long> out(static_cast<std::size_t>(ranks), -1);
    VSDA vsda;
    VSDA_Create(MPI_COMM_WORLD, VSDA_BLOCKED, 0, globsize, 8, 0, nullptr, out.data(), &vsda);
    long sum = 0;
    for (int rank = 0; rank < ranks; ++rank) {
      ASSERT_EQ(out[static_cast<std::size_t>(rank)], globsize / ranks + (globsize % ranks > rank ? 1 : 0));
      if (rank == comm_rank()) {
        long start = -1;
        long finish = -1;
        VSDA_Get_extent(&vsda, &start, &finish);
        EXPECT_EQ(start, sum);
        EXPECT_EQ(finish, sum + out[static_cast<std::size_t>(rank)]);
      }
      sum += out[static_cast<std::size_t>(rank)];
    }
    EXPECT_EQ(sum, globsize);
    VSDA_Destroy(&vsda);
  }
}

TEST(VsdaCreate, TakesOneArrayForBothDistributions) {
  Random random(test_seed());
  const Shape shape = random_shape(random, comm_size(), 8, 2);
  std::vector<long> both = shape.distribution;
  VSDA vsda;
  VSDA_Create(MPI_COMM_WORLD, VSDA_BLOCKED, 1, shape.globsize(), 8, 2, both.data(), both.data(), &vsda);
  EXPECT_EQ(both, shape.distribution);
  VSDA_Destroy(&vsda);
}

// A rank that sent a message here would wait forever, or leave the message for the next test to fail on.
TEST(VsdaCreate, SendsNothing) {
  const VsdaTraffic before = vsda_traffic();
  if (comm_rank() == 0) {
    Shape shape;
    shape.distribution.assign(static_cast<std::size_t>(comm_size()), 3);
    VSDA vsda = create(shape);
    VSDA_Destroy(&vsda);
  }
  EXPECT_EQ(vsda_traffic().messages_sent, before.messages_sent);
  int waiting = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &waiting, MPI_STATUS_IGNORE);
  EXPECT_EQ(waiting, 0);
}

// This file runs at MPI_THREAD_SINGLE and, in host_vsda_threads_test, at MPI_THREAD_MULTIPLE.
TEST(VsdaCreate, FindsOutWhetherThreadsMustBeKeptApart) {
  int level = MPI_THREAD_SINGLE;
  MPI_Query_thread(&level);
  VSDA vsda;
  VSDA_Create(MPI_COMM_WORLD, VSDA_BLOCKED, 0, 4, 8, 0, nullptr, nullptr, &vsda);
  EXPECT_EQ(one_thread_calls_mpi(), level < MPI_THREAD_MULTIPLE);
  VSDA_Destroy(&vsda);
}

TEST(VsdaUpdate, FillsShadowsAndNothingElseToTheByte) {
  Random random(test_seed());
  const int ranks = comm_size();
  for (int round = 0; round < 150; ++round) {
    SCOPED_TRACE(round);
    const long elemsizes[] = {1, 3, 8, 40, 1000};
    const Shape shape = random_shape(random, ranks, elemsizes[random(0, 4)], random(0, 4));
    VSDA vsda = create(shape);
    TestArray array(shape, static_cast<unsigned>(round));
    MPI_Request token[4];
    const VsdaTraffic before = vsda_traffic();
    VSDA_Update_begin(&vsda, token, array.data());
    VSDA_Update_end(token);
    const VsdaTraffic after = vsda_traffic();
    array.expect_update();
    EXPECT_TRUE(array.as_expected());
    EXPECT_EQ(after.updates - before.updates, 1);
    EXPECT_EQ(after.bytes_kept + after.bytes_staged, before.bytes_kept + before.bytes_staged);
    EXPECT_EQ(sum_over_ranks(after.bytes_sent - before.bytes_sent), 2 * (ranks - 1) * shape.width * shape.elemsize);
    EXPECT_EQ(sum_over_ranks(after.messages_sent - before.messages_sent), shape.width > 0 ? 2 * (ranks - 1) : 0);
    VSDA_Destroy(&vsda);
  }
}

TEST(VsdaUpdate, WorksOnTheAutomaticDistribution) {
  const int ranks = comm_size();
  Shape shape;
  shape.elemsize = 24;
  shape.width = 3;
  const long globsize = 4 * ranks + ranks / 2;
  VSDA vsda;
  shape.distribution.assign(static_cast<std::size_t>(ranks), -1);
  VSDA_Create(MPI_COMM_WORLD, VSDA_BLOCKED, 0, globsize, 24, 3, nullptr, shape.distribution.data(), &vsda);
  ASSERT_EQ(shape.globsize(), globsize);
  TestArray array(shape, 5);
  MPI_Request token[4];
  VSDA_Update_begin(&vsda, token, array.data());
  VSDA_Update_end(token);
  array.expect_update();
  EXPECT_TRUE(array.as_expected());
  VSDA_Destroy(&vsda);
}

TEST(VsdaUpdate, OneDescriptorServesManyArraysAtOnceAndEndsInAnyOrder) {
  Random shared(test_seed());
  Random own(test_seed() + static_cast<std::uint64_t>(comm_rank()) + 1);
  for (int round = 0; round < 30; ++round) {
    SCOPED_TRACE(round);
    // Two descriptors with messages of different length, so that mistaking one for the other shows.
    std::vector<Shape> shapes;
    std::vector<VSDA> descriptors;
    for (const long width : {1L, 3L}) {
      shapes.push_back(random_shape(shared, comm_size(), 16, width));
      descriptors.push_back(create(shapes.back()));
    }
    std::deque<TestArray> arrays;
    std::vector<std::vector<MPI_Request>> tokens(9, std::vector<MPI_Request>(4));
    for (unsigned i = 0; i < 9; ++i) {
      const auto which = static_cast<std::size_t>(shared(0, 1));
      arrays.emplace_back(shapes[which], 100 * i);
      VSDA_Update_begin(&descriptors[which], tokens[i].data(), arrays.back().data());
    }
    std::vector<std::size_t> order{0, 1, 2, 3, 4, 5, 6, 7, 8};
    for (std::size_t i = 8; i > 0; --i) {
      std::swap(order[i], order[static_cast<std::size_t>(own(0, static_cast<std::int64_t>(i)))]);
    }
    for (const std::size_t i : order) {
      VSDA_Update_end(tokens[i].data());
      arrays[i].expect_update();
      EXPECT_TRUE(arrays[i].as_expected()) << "array " << i;
    }
    for (VSDA& vsda : descriptors) VSDA_Destroy(&vsda);
  }
}

TEST(VsdaUpdate, RunsOnADuplicatedCommunicatorBesideOtherTraffic) {
  MPI_Comm comm;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  Random random(test_seed());
  const Shape shape = random_shape(random, comm_size(), 8, 2);
  VSDA vsda = create(shape, comm);
  TestArray array(shape, 9);
  const int ranks = comm_size();
  const int next = (comm_rank() + 1) % ranks;
  const int previous = (comm_rank() + ranks - 1) % ranks;
  int mine = comm_rank();
  int got = -1;
  MPI_Request user[2];
  MPI_Request token[4];
  MPI_Irecv(&got, 1, MPI_INT, previous, MPI_ANY_TAG, MPI_COMM_WORLD, &user[0]);
  VSDA_Update_begin(&vsda, token, array.data());
  MPI_Isend(&mine, 1, MPI_INT, next, 22084, MPI_COMM_WORLD, &user[1]);
  VSDA_Update_end(token);
  MPI_Waitall(2, user, MPI_STATUSES_IGNORE);
  EXPECT_EQ(got, previous);
  array.expect_update();
  EXPECT_TRUE(array.as_expected());
  VSDA_Destroy(&vsda);
  MPI_Comm_free(&comm);
}

TEST(VsdaUpdate, LeavesTheTokenMemoryAlone) {
  Random random(test_seed());
  const Shape shape = random_shape(random, comm_size(), 8, 2);
  VSDA vsda = create(shape);
  TestArray array(shape, 11);
  std::vector<unsigned char> token(4 * sizeof(MPI_Request), 0xEE);
  const std::vector<unsigned char> before = token;
  VSDA_Update_begin(&vsda, token.data(), array.data());
  EXPECT_EQ(token, before);
  VSDA_Update_end(token.data());
  EXPECT_EQ(token, before);
  VSDA_Destroy(&vsda);
}

TEST(VsdaUpdate, AnyNumberMayBeInFlight) {
  Random shared(test_seed());
  Random own(test_seed() + static_cast<std::uint64_t>(comm_rank()) + 1);
  const Shape shape = random_shape(shared, comm_size(), 8, 2);
  VSDA vsda = create(shape);
  constexpr std::size_t count = 700;
  std::deque<TestArray> arrays;
  // One array of tokens, so that their addresses are neighbours.
  std::vector<MPI_Request> tokens(4 * count);
  std::vector<std::size_t> order(count);
  const VsdaTraffic before = vsda_traffic();
  for (std::size_t i = 0; i < count; ++i) {
    arrays.emplace_back(shape, static_cast<unsigned>(i));
    VSDA_Update_begin(&vsda, &tokens[4 * i], arrays.back().data());
    order[i] = i;
  }
  for (std::size_t i = count - 1; i > 0; --i) {
    std::swap(order[i], order[static_cast<std::size_t>(own(0, static_cast<std::int64_t>(i)))]);
  }
  for (const std::size_t i : order) {
    VSDA_Update_end(&tokens[4 * i]);
    arrays[i].expect_update();
    ASSERT_TRUE(arrays[i].as_expected()) << "array " << i;
  }
  EXPECT_EQ(sum_over_ranks(vsda_traffic().bytes_sent - before.bytes_sent),
            2L * (comm_size() - 1) * shape.width * shape.elemsize * static_cast<long>(count));
  VSDA_Destroy(&vsda);
}

// So long that MPI sends nothing before the receiver has posted its receive.
TEST(VsdaUpdate, EndMeansThatSentElementsMayChange) {
  const int ranks = comm_size();
  Shape shape;
  shape.elemsize = 1L << 18;
  shape.width = 1;
  shape.distribution.assign(static_cast<std::size_t>(ranks), 1);
  VSDA vsda = create(shape);
  const TestArray untouched(shape, 14);
  for (int round = 0; round < 20; ++round) {
    TestArray array(untouched);
    MPI_Request token[4];
    VSDA_Update_begin(&vsda, token, array.data());
    VSDA_Update_end(token);
    array.overwrite_owned();
    array.expect_update();
    MPI_Barrier(MPI_COMM_WORLD);
    ASSERT_TRUE(array.as_expected()) << "round " << round;
  }
  VSDA_Destroy(&vsda);
}

// A program may destroy a descriptor before its operation ends.
TEST(VsdaDestroy, LeavesOperationsInFlightAlone) {
  Random random(test_seed());
  const Shape shape = random_shape(random, comm_size(), 8, 3);
  VSDA vsda = create(shape);
  TestArray array(shape, 12);
  MPI_Request token[4];
  VSDA_Update_begin(&vsda, token, array.data());
  VSDA_Destroy(&vsda);
  // The next descriptor may take the place of the first, with longer messages.
  Shape other_shape = shape;
  other_shape.elemsize = 24;
  VSDA other = create(other_shape);
  TestArray other_array(other_shape, 13);
  MPI_Request other_token[4];
  VSDA_Update_begin(&other, other_token, other_array.data());
  VSDA_Update_end(token);
  array.expect_update();
  EXPECT_TRUE(array.as_expected());
  VSDA_Update_end(other_token);
  other_array.expect_update();
  EXPECT_TRUE(other_array.as_expected());
  VSDA_Destroy(&other);
}

}  // namespace
}  // namespace stencil::test
