// Tickets of host calls as counts of the bus master, and the sweeps that are known to be finished.
// SPDX-License-Identifier: Apache-2.0
#include "sim/device/accelerator/posting_order.hpp"

#include <gtest/gtest.h>

namespace stencil {
namespace {

Place f(int buffer) {
  return {Bank::f, buffer, 0, 8};
}
Place r(int buffer) {
  return {Bank::r, buffer, 0, 8};
}
SweepCommand sweep_of(int f_buffer, int r_buffer) {
  SweepCommand command;
  command.f_buffer = f_buffer;
  command.r_buffer = r_buffer;
  return command;
}

TEST(PostingOrder, CountsBurstsUpToTheLastOfEachTicket) {
  PostingOrder order;
  order.register_access();
  order.load(1, f(0), {}, 4);
  order.load(2, r(0), {}, 3);
  order.register_access();
  order.command(3, sweep_of(0, 0), {1, 2});
  order.store(4, f(0), {3}, 5);
  order.load(5, f(1), {4}, 1);
  const PostedAfter none = order.after({0, 99});
  EXPECT_EQ(none.loads + none.stores + none.registers, 0);
  const PostedAfter both = order.after({1, 2});
  EXPECT_EQ(both.loads, 7);
  EXPECT_EQ(both.stores, 0);
  EXPECT_EQ(both.registers, 0);
  const PostedAfter all = order.after({3, 4, 1});
  EXPECT_EQ(all.loads, 4);
  EXPECT_EQ(all.stores, 5);
  EXPECT_EQ(all.registers, 2);
  EXPECT_EQ(order.after({5}).loads, 8);
  order.all_done();
  EXPECT_EQ(order.after({5}).loads, 0);
  order.load(6, f(0), {}, 2);
  EXPECT_EQ(order.after({6}).loads, 10) << "totals since reset go on";
}

// A tile holds its buffer of f as a sweep does; it holds no buffer of r.
TEST(PostingOrder, ATileIsASweepThatHoldsNoBufferOfR) {
  PostingOrder order;
  TileCommand tile;
  tile.f_buffer = 1;
  order.command(1, tile, {});
  order.store(2, {Bank::r, 1, 0, 1}, {1}, 1);
  EXPECT_EQ(order.unfinished_before({2}), 1);
  order.store(3, {Bank::f, 1, 0, 1}, {1}, 1);
  EXPECT_EQ(order.unfinished_before({3}), 0);
}

// A transfer on the buffer of a sweep is held until the sweep is finished, and so is every call that waits for it.
TEST(PostingOrder, KnowsWhichSweepsAreFinishedBecauseTheirBuffersWereUsedAgain) {
  PostingOrder order;
  order.command(1, sweep_of(0, 0), {});
  EXPECT_EQ(order.unfinished_before({}), 1);
  order.command(2, sweep_of(1, 1), {});
  EXPECT_EQ(order.unfinished_before({}), 2);
  EXPECT_EQ(order.unfinished_before({1, 2}), 2) << "a ticket of a sweep is its COMMAND, not its end";
  order.store(3, f(0), {1}, 1);
  EXPECT_EQ(order.unfinished_before({3}), 1);
  EXPECT_EQ(order.unfinished_before({}), 2);
  order.load(4, r(0), {1}, 1);
  EXPECT_EQ(order.unfinished_before({4}), 1);
  order.load(5, f(2), {1}, 1);
  EXPECT_EQ(order.unfinished_before({5}), 1) << "loads are done in order, and the one before waited";
  order.load(6, f(0), {3}, 1);
  order.command(7, sweep_of(0, 0), {4, 6});
  EXPECT_EQ(order.unfinished_before({}), 2);
  order.store(8, f(1), {2}, 1);
  EXPECT_EQ(order.unfinished_before({8}), 1);
  order.all_done();
  EXPECT_EQ(order.unfinished_before({}), 0);
}

TEST(PostingOrder, AnotherBufferOrBankTellsNothing) {
  PostingOrder order;
  order.command(1, sweep_of(0, 1), {});
  order.load(2, f(1), {1}, 1);
  order.store(3, r(0), {1}, 1);
  EXPECT_EQ(order.unfinished_before({2, 3}), 1);
}

}  // namespace
}  // namespace stencil
