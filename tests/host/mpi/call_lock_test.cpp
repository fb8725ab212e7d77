// SPDX-License-Identifier: Apache-2.0
#include "host/mpi/call_lock.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <mutex>
#include <thread>
#include <vector>

#include "host/arrays/exchange/traffic.hpp"

namespace stencil {
namespace {

constexpr int threads = 4;
constexpr int times = 200000;

template <typename Body>
void in_threads(Body body) {
  std::vector<std::thread> running;
  for (int i = 0; i < threads; ++i) {
    running.emplace_back([body] {
      for (int k = 0; k < times; ++k) body();
    });
  }
  for (std::thread& thread : running) thread.join();
}

TEST(MpiCallLock, KeepsThreadsApartUntilMpiIsKnownToTakeOneAtATime) {
  ASSERT_FALSE(one_thread_calls_mpi());
  MpiCallLock lock;
  // Read and written separately, which only the lock turns into one step.
  std::atomic<long> count{0};
  in_threads([&] {
    const std::lock_guard<MpiCallLock> guard(lock);
    count.store(count.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  });
  EXPECT_EQ(count, long{threads} * times);
}

TEST(MpiCallLock, KeepsTheTrafficOfThreadsExact) {
  ASSERT_FALSE(one_thread_calls_mpi());
  in_threads([] { add_update(2, 24); });
  EXPECT_EQ(vsda_traffic().updates, long{threads} * times);
  EXPECT_EQ(vsda_traffic().messages_sent, 2L * threads * times);
  EXPECT_EQ(vsda_traffic().bytes_sent, 24L * threads * times);
}

}  // namespace
}  // namespace stencil
