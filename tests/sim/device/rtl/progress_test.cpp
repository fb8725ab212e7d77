// Completed calls, queued bursts, and the clocks that the bench may skip.
// SPDX-License-Identifier: Apache-2.0
#include "sim/device/pins/progress.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <utility>
#include <vector>

#include "sim/device/pins/idle_watch.hpp"

namespace stencil {
namespace {

TEST(Progress, CountsACompletionFromTheNextClockOn) {
  Progress progress;
  EXPECT_EQ(progress.reached({}), 0);
  EXPECT_EQ(progress.reached({1, 0, 0}), never);
  progress.loads.add(10);
  progress.stores.add(12);
  EXPECT_EQ(progress.reached({1, 0, 0}), 11);
  EXPECT_EQ(progress.reached({1, 1, 0}), 13);
  EXPECT_EQ(progress.reached({2, 1, 0}), never);
  EXPECT_EQ(progress.reached({1, 1, 1}), never);
  progress.registers.add(3);
  EXPECT_EQ(progress.reached({1, 1, 1}), 13);
  progress.forget();
  EXPECT_EQ(progress.reached({1, 1, 1}), 0) << "long ago";
  EXPECT_EQ(progress.reached({2, 1, 1}), never) << "the counts go on";
  progress.loads.add(40);
  EXPECT_EQ(progress.reached({2, 1, 1}), 41);
}

// Distances that stay, change, and are 0 for completions of one cycle: each counts from its own cycle on.
TEST(Progress, EachCompletionKeepsItsCycle) {
  Progress progress;
  std::vector<std::int64_t> cycles;
  std::int64_t now = 7;
  for (const auto& [distance, times] : std::vector<std::pair<std::int64_t, int>>{
           {16, 5}, {3, 1}, {16, 2}, {0, 3}, {1, 1}, {0, 1}, {40, 1}, {2, 4}, {1000000007, 3}, {2, 1}, {2, 2}}) {
    for (int i = 0; i < times; ++i) {
      progress.stores.add(now);
      cycles.push_back(now + 1);
      now += distance;
    }
    const auto count = static_cast<std::int64_t>(cycles.size());
    EXPECT_TRUE(progress.stores.has(count));
    EXPECT_FALSE(progress.stores.has(count + 1));
    EXPECT_EQ(progress.stores.reached(count + 1), never);
  }
  for (std::size_t i = 0; i < cycles.size(); ++i)
    EXPECT_EQ(progress.stores.reached(static_cast<std::int64_t>(i) + 1), cycles[i]) << "completion " << i + 1;
  progress.forget();
  progress.stores.add(now);
  EXPECT_EQ(progress.stores.reached(static_cast<std::int64_t>(cycles.size())), 0);
  EXPECT_EQ(progress.stores.reached(static_cast<std::int64_t>(cycles.size()) + 1), now + 1);
}

TEST(BurstQueue, LatencyRunsFromWhenItsBurstIsFreeToGo) {
  Progress progress;
  BurstQueue queue(true, 1);
  Burst burst;
  burst.length_words = 4;
  burst.latency_cycles = 20;
  queue.post(burst, 5);
  burst.after.stores = 1;
  queue.post(burst, 5);
  EXPECT_EQ(queue.next_address_cycle(progress), 25);
  queue.address_accepted(26);
  EXPECT_EQ(queue.next_address_cycle(progress), never);
  progress.stores.add(99);
  EXPECT_EQ(queue.next_address_cycle(progress), 120);
  queue.address_accepted(120);
  EXPECT_EQ(queue.next_address_cycle(progress), never) << "no burst is left";
}

// A step posts all its bursts before the first clock. Every one must come out as it went in, whatever is held as one.
TEST(BurstQueue, EachBurstComesOutAsItWasPosted) {
  std::vector<unsigned char> host(8 * 64);
  std::vector<std::pair<Burst, std::int64_t>> posted;  // with the cycle of its post
  const auto add = [&](std::int64_t word, std::int64_t at_host, std::int64_t words, std::int64_t now) {
    Burst burst;
    burst.address = static_cast<std::uint64_t>(word) * 8;
    burst.host = host.data() + at_host * 8;
    burst.length_words = words;
    posted.emplace_back(burst, now);
    return &posted.back().first;
  };
  add(3, 3, 1, 0);  // a short one, then others that go on
  add(4, 4, 4, 0), add(8, 8, 4, 0), add(12, 12, 2, 0);
  add(14, 14, 2, 0);                     // behind a shorter one
  add(16, 16, 4, 0);                     // longer than the one before
  add(20, 24, 4, 0), add(28, 28, 4, 0);  // elsewhere in host memory, elsewhere in the device
  add(32, 32, 4, 7), add(36, 36, 4, 9);  // later
  add(40, 40, 4, 9)->latency_cycles = 20;
  PostedAfter after;  // each waits for what the one before waits for, and for one thing more
  after.loads = 1;
  add(44, 44, 4, 9)->after = after;
  after.stores = 1;
  add(48, 48, 4, 9)->after = after;
  after.registers = 1;
  add(52, 52, 4, 9)->after = after;
  after.commands = 1;
  add(56, 56, 4, 9)->after = after;
  BurstQueue queue(true, 1);
  Progress progress;
  for (const auto& [burst, now] : posted) queue.post(burst, now);
  progress.loads.add(100), progress.stores.add(200), progress.registers.add(300), progress.commands.add(350);
  for (std::size_t i = 0; i < posted.size(); ++i) {
    const auto& [burst, now] = posted[i];
    ASSERT_EQ(queue.size(), posted.size() - i / 2) << i;
    const Burst& next = queue.next_to_address();
    EXPECT_EQ(next.address, burst.address) << i;
    EXPECT_EQ(next.host, burst.host) << i;
    EXPECT_EQ(next.length_words, burst.length_words) << i;
    std::int64_t met = burst.after.loads ? 101 : now;
    if (burst.after.stores) met = 201;
    if (burst.after.registers) met = 301;
    if (burst.after.commands) met = 351;
    EXPECT_EQ(queue.next_address_cycle(progress), met + burst.latency_cycles) << i;
    queue.address_accepted(400);
    EXPECT_EQ(queue.addressed(), i / 2 + 1 + i % 2) << i;
    if (i % 2 == 1) queue.complete_front();
  }
  EXPECT_EQ(queue.next_address_cycle(progress), never);
  for (int copies = 0; copies < 3; ++copies) queue.post(posted.front().first, 0);
  queue.clear();
  EXPECT_TRUE(queue.empty());
  EXPECT_EQ(queue.size(), 0u);
  queue.post(posted.back().first, 0);
  EXPECT_EQ(queue.next_to_address().address, posted.back().first.address);
}

TEST(IdleWatch, SkipsOnlyWhereNothingCanHappen) {
  Progress progress;
  BurstQueue loads(true, 1), stores(false, 1);
  IdleWatch idle(100);
  EXPECT_EQ(idle.until(100, loads, stores, progress), 100) << "nothing to wait for";
  Burst burst;
  burst.length_words = 1;
  burst.latency_cycles = 500;
  loads.post(burst, 0);
  EXPECT_EQ(idle.until(99, loads, stores, progress), 99) << "the reset may have set something off";
  EXPECT_EQ(idle.until(100, loads, stores, progress), 500);
  burst.latency_cycles = 300;
  stores.post(burst, 0);
  EXPECT_EQ(idle.until(100, loads, stores, progress), 300) << "the first of them";
  idle.moved(95);
  EXPECT_EQ(idle.until(194, loads, stores, progress), 194) << "a plan may be under way";
  EXPECT_EQ(idle.until(195, loads, stores, progress), 300);
  EXPECT_EQ(IdleWatch().until(1000000, loads, stores, progress), 1000000) << "no bound is known";
  idle.command_posted();
  EXPECT_EQ(idle.until(200, loads, stores, progress), 200);
  idle.command_finished(190);
  EXPECT_EQ(idle.until(200, loads, stores, progress), 200) << "its change settles";
  EXPECT_EQ(idle.until(290, loads, stores, progress), 300);
  stores.address_accepted(290);
  EXPECT_EQ(idle.until(290, loads, stores, progress), 290) << "a burst is on its way";
}

}  // namespace
}  // namespace stencil
