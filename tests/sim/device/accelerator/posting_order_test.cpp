// Tickets of host calls as counts of the bus master.
// SPDX-License-Identifier: Apache-2.0
#include "sim/device/accelerator/posting_order.hpp"

#include <gtest/gtest.h>

namespace stencil {
namespace {

TEST(PostingOrder, CountsBurstsUpToTheLastOfEachTicket) {
  PostingOrder order;
  order.register_access();
  order.load(1, 4);
  order.load(2, 3);
  order.register_access();
  order.command(3);
  order.store(4, 5);
  order.load(5, 1);
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
  order.load(6, 2);
  EXPECT_EQ(order.after({6}).loads, 10) << "totals since reset go on";
}

TEST(PostingOrder, CountsWhatIsDoneWithACallAndAllBeforeIt) {
  PostingOrder order;
  order.load(1, 4);
  order.command(2);
  order.store(3, 5);
  order.command(4);
  order.load(5, 1);
  const auto expect_through = [&](Ticket ticket, std::int64_t loads, std::int64_t stores, std::int64_t commands) {
    const DoneCounts counts = order.through(ticket);
    EXPECT_EQ(counts.loads, loads) << ticket;
    EXPECT_EQ(counts.stores, stores) << ticket;
    EXPECT_EQ(counts.commands, commands) << ticket;
  };
  expect_through(0, 0, 0, 0);
  expect_through(1, 4, 0, 0);
  expect_through(3, 4, 5, 1);
  expect_through(4, 4, 5, 2);
  expect_through(5, 5, 5, 2);
  EXPECT_EQ(order.all_transfers().loads, 5);
  EXPECT_EQ(order.all_transfers().stores, 5);
  EXPECT_EQ(order.commands(), 2);
  order.all_done();
  expect_through(5, 0, 0, 0);
  order.command(6);
  expect_through(6, 5, 5, 3);
}

}  // namespace
}  // namespace stencil
