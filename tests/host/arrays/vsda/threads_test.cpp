// Several threads of a rank at once, each with a communicator of its own, where MPI's thread level allows it.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <array>
#include <deque>
#include <thread>

#include "host/arrays/exchange/traffic.hpp"
#include "host/mpi/call_lock.hpp"
#include "tests/host/arrays/vsda/test_array.hpp"

namespace stencil::test {
namespace {

constexpr int threads = 3;
constexpr int rounds = 60;
constexpr std::size_t at_once = 5;

// Makes updates, several in flight, while descriptors are made and destroyed. Returns the first error, "" if none.
std::string update_in_a_thread(MPI_Comm comm, std::uint64_t seed) {
  Random random(seed);
  for (int round = 0; round < rounds; ++round) {
    const Shape shape = random_shape(random, comm_size(comm), 8, 2);
    std::vector<long> distribution = shape.distribution;
    VSDA vsda;
    VSDA_Create(comm, VSDA_BLOCKED, shape.globalshadows, shape.globsize(), 8, 2, distribution.data(), nullptr, &vsda);
    std::deque<TestArray> arrays;
    std::array<std::array<MPI_Request, 4>, at_once> tokens;
    for (std::size_t i = 0; i < at_once; ++i) {
      arrays.emplace_back(shape, static_cast<unsigned>(seed + i));
      VSDA_Update_begin(&vsda, tokens[i].data(), arrays.back().data());
    }
    VSDA_Destroy(&vsda);
    for (std::size_t i = at_once; i-- > 0;) {
      VSDA_Update_end(tokens[i].data());
      arrays[i].expect_update();
      if (const auto result = arrays[i].as_expected(); !result) return result.message();
    }
  }
  return "";
}

TEST(VsdaThreads, UpdatesOfSeveralThreadsAreKeptApartAndCountedExactly) {
  int level = MPI_THREAD_SINGLE;
  MPI_Query_thread(&level);
  if (level < MPI_THREAD_MULTIPLE) GTEST_SKIP() << "MPI lets in one thread at a time (STENCIL_TEST_MPI_THREADS unset?)";
  std::array<MPI_Comm, threads> comms;
  for (MPI_Comm& comm : comms) MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  std::array<std::string, threads> wrong;
  const VsdaTraffic before = vsda_traffic();
  std::vector<std::thread> running;
  for (std::size_t i = 0; i < threads; ++i) {
    running.emplace_back([&, i] { wrong[i] = update_in_a_thread(comms[i], test_seed() + i); });
  }
  for (std::thread& thread : running) thread.join();
  for (const std::string& text : wrong) EXPECT_EQ(text, "");
  const VsdaTraffic after = vsda_traffic();
  EXPECT_FALSE(one_thread_calls_mpi());
  const long updates = static_cast<long>(threads * rounds * at_once);
  EXPECT_EQ(after.updates - before.updates, updates);
  EXPECT_EQ(sum_over_ranks(after.messages_sent - before.messages_sent), 2L * (comm_size() - 1) * updates);
  EXPECT_EQ(sum_over_ranks(after.bytes_sent - before.bytes_sent), 2L * (comm_size() - 1) * updates * 16);
  for (MPI_Comm& comm : comms) MPI_Comm_free(&comm);
}

}  // namespace
}  // namespace stencil::test
