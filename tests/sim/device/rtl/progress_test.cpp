// Completed calls, queued bursts, and the clocks that the bench may skip.
// SPDX-License-Identifier: Apache-2.0
#include "sim/device/pins/progress.hpp"

#include <gtest/gtest.h>

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
