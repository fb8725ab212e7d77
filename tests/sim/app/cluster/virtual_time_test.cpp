// The recurrence over messages: times, waiting, the critical path.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "sim/app/cluster/time/virtual_time.hpp"

namespace stencil {
namespace {

constexpr auto sent = RankEvent::sent;
constexpr auto received = RankEvent::received;
constexpr auto met = RankEvent::met;

Network slow(std::int64_t latency) {
  return {{latency, {}}, {latency, {}}, 1};
}

std::string thrown(const std::vector<RankLog>& logs) {
  try {
    virtual_time(logs, slow(0));
  } catch (const std::logic_error& error) {
    return error.what();
  }
  return "nothing";
}

TEST(VirtualTime, ARankAloneIsBusyToItsEnd) {
  const VirtualTime time = virtual_time({{{}, 700}}, slow(5));
  EXPECT_EQ(time.makespan(), 700);
  EXPECT_EQ(time.waiting(), 0);
  EXPECT_EQ(time.efficiency(), 1.0);
  ASSERT_EQ(time.critical_path.size(), 1u);
  EXPECT_EQ(time.critical_path.front().end, 700);
}

// Rank 2 comes late enough for its message; rank 1 waits for its own, and the others for rank 2 at the end.
TEST(VirtualTime, KeepsMessagesAndWaitsWhereItIsAsked) {
  const std::vector<RankLog> logs{{{{sent, 1, 80, 300}, {sent, 2, 16, 310}, {met, 0, 0, 310}}, 350},
                                  {{{received, 0, 80, 100}, {met, 0, 0, 200}}, 600},
                                  {{{received, 0, 16, 500}, {met, 0, 0, 510}}, 510}};
  const VirtualTime time = virtual_time(logs, slow(40), KeepMessages::yes);
  ASSERT_EQ(time.log.size(), 2u);
  EXPECT_EQ(time.log[0].from, 0);
  EXPECT_EQ(time.log[0].to, 1);
  EXPECT_EQ(time.log[0].bytes, 80);
  EXPECT_EQ(time.log[0].sent, 300);
  EXPECT_EQ(time.log[0].arrives, 340);
  EXPECT_EQ(time.log[1].to, 2);
  EXPECT_EQ(time.log[1].arrives, 350) << "before its receiver asks";
  ASSERT_EQ(time.waits.size(), 3u);
  EXPECT_EQ(time.waits[0].rank, 1);
  EXPECT_EQ(time.waits[0].from, 0);
  EXPECT_EQ(time.waits[0].begin, 100);
  EXPECT_EQ(time.waits[0].end, 340);
  EXPECT_EQ(time.waits[1].rank, 0);
  EXPECT_EQ(time.waits[1].from, 2);
  EXPECT_EQ(time.waits[1].begin, 310);
  EXPECT_EQ(time.waits[1].end, 510);
  EXPECT_EQ(time.waits[2].begin, 440) << "200 of its own and 240 waited";
  EXPECT_TRUE(virtual_time(logs, slow(40)).log.empty());
  EXPECT_TRUE(virtual_time(logs, slow(40)).waits.empty());
}

// Rank 1 is ready at 100; the message that rank 0 sends at 300 comes at 340.
TEST(VirtualTime, AReceiverWaitsForWhatComesLater) {
  const std::vector<RankLog> logs{{{{sent, 1, 80, 300}}, 350}, {{{received, 0, 80, 100}}, 600}};
  const Network network{{30, Bandwidth{8000}}, {30, Bandwidth{8000}}, 1};
  const VirtualTime time = virtual_time(logs, network);
  EXPECT_EQ(time.ranks[0].end(), 350);
  EXPECT_EQ(time.ranks[1].waiting, 240);
  EXPECT_EQ(time.ranks[1].end(), 840);
  EXPECT_EQ(time.makespan(), 840);
  EXPECT_EQ(time.messages, 1);
  EXPECT_EQ(time.bytes, 80);
  EXPECT_DOUBLE_EQ(time.efficiency(), 950.0 / 1680.0);
  ASSERT_EQ(time.critical_path.size(), 3u);
  EXPECT_EQ(time.critical_path[0].rank, 0);
  EXPECT_EQ(time.critical_path[0].end, 300);
  EXPECT_TRUE(time.critical_path[1].is_message());
  EXPECT_EQ(time.critical_path[1].from, 0);
  EXPECT_EQ(time.critical_path[1].end, 340);
  EXPECT_EQ(time.critical_path[2].begin, 340);
  EXPECT_EQ(time.message_cycles_on_path(), 40);
}

TEST(VirtualTime, AMessageThatIsThereCostsNothing) {
  const VirtualTime time = virtual_time({{{{sent, 1, 8, 10}}, 10}, {{{received, 0, 8, 40}}, 50}}, slow(30));
  EXPECT_EQ(time.waiting(), 0) << "it comes just as the receiver does";
  EXPECT_EQ(time.makespan(), 50);
  ASSERT_EQ(time.critical_path.size(), 1u) << "the path stays with the receiver";
  EXPECT_EQ(virtual_time({{{{sent, 1, 8, 10}}, 10}, {{{received, 0, 8, 40}}, 50}}, slow(31)).waiting(), 1);
}

// A wait moves all that a rank does later.
TEST(VirtualTime, WaitingIsHandedOn) {
  const std::vector<RankLog> logs{
      {{{sent, 1, 8, 100}}, 100}, {{{received, 0, 8, 10}, {sent, 2, 8, 20}}, 20}, {{{received, 1, 8, 0}}, 5}};
  const VirtualTime time = virtual_time(logs, slow(7));
  EXPECT_EQ(time.ranks[1].waiting, 97);
  EXPECT_EQ(time.ranks[1].end(), 117);
  EXPECT_EQ(time.ranks[2].end(), 117 + 7 + 5);
  EXPECT_EQ(time.critical_path.size(), 5u);
}

TEST(VirtualTime, MessagesOfAPairKeepTheirOrder) {
  const std::vector<RankLog> logs{{{{sent, 1, 8, 10}, {sent, 1, 16, 200}}, 200},
                                  {{{received, 0, 8, 0}, {received, 0, 16, 0}}, 1}};
  EXPECT_EQ(virtual_time(logs, slow(0)).ranks[1].waiting, 200);
}

TEST(VirtualTime, RanksOfANodeAreNearer) {
  const std::vector<RankLog> logs{
      {{{sent, 1, 8, 10}, {sent, 2, 8, 10}}, 10}, {{{received, 0, 8, 0}}, 0}, {{{received, 0, 8, 0}}, 0}};
  const VirtualTime time = virtual_time(logs, {{900, {}}, {100, {}}, 2});
  EXPECT_EQ(time.ranks[1].end(), 110);
  EXPECT_EQ(time.ranks[2].end(), 910);
}

TEST(VirtualTime, AMeetingEndsWithItsLastRank) {
  const std::vector<RankLog> logs{
      {{{met, 0, 0, 10}}, 15}, {{{met, 0, 0, 90}, {met, 0, 0, 91}}, 92}, {{{met, 0, 0, 20}, {met, 0, 0, 60}}, 60}};
  EXPECT_NE(thrown(logs), "nothing") << "rank 0 meets once";
  std::vector<RankLog> same = logs;
  same[0].events.push_back({met, 0, 0, 12});
  const VirtualTime time = virtual_time(same, slow(7));
  EXPECT_EQ(time.ranks[0].waiting, 80 + 130 - 92);
  EXPECT_EQ(time.ranks[1].waiting, 130 - 91);
  EXPECT_EQ(time.ranks[2].waiting, 70);
  EXPECT_EQ(time.makespan(), 133);
}

TEST(VirtualTime, WhatDoesNotFitTogetherIsTold) {
  EXPECT_EQ(thrown({{{{received, 1, 8, 0}}, 1}, {{}, 1}}),
            "virtual time: rank 0 waits for a message of rank 1 that was never sent");
  EXPECT_EQ(thrown({{{{sent, 1, 8, 0}}, 1}, {{}, 1}}), "virtual time: rank 1 never received 1 messages of rank 0");
  EXPECT_EQ(thrown({{{{sent, 1, 8, 0}}, 1}, {{{received, 0, 16, 0}}, 1}}),
            "virtual time: rank 1 received 16 bytes of rank 0, which sent 8");
}

// Against the recurrence written down step by step, for a line of ranks with costs at random.
TEST(VirtualTime, StepsOfALineOfRanksAreTheRecurrence) {
  constexpr unsigned seed = 34;
  std::mt19937 random(seed);
  for (int run = 0; run < 50; ++run) {
    const int ranks = 1 + static_cast<int>(random() % 6), steps = 1 + static_cast<int>(random() % 5);
    const Network network{{static_cast<std::int64_t>(random() % 300), Bandwidth{1 + static_cast<int>(random() % 9000)}},
                          {static_cast<std::int64_t>(random() % 50), {}},
                          1 + static_cast<std::int64_t>(random() % 3)};
    std::vector<RankLog> logs(static_cast<std::size_t>(ranks));
    std::vector<std::int64_t> times(logs.size(), 0), busy(logs.size(), 0);
    for (int step = 0; step < steps; ++step) {
      const std::vector<std::int64_t> before = times;
      for (int rank = 0; rank < ranks; ++rank) {
        RankLog& log = logs[static_cast<std::size_t>(rank)];
        std::int64_t& time = times[static_cast<std::size_t>(rank)];
        if (step > 0) {
          for (const int peer : {rank - 1, rank + 1})
            if (peer >= 0 && peer < ranks) log.events.push_back({sent, peer, 96, log.cycles});
          for (const int peer : {rank - 1, rank + 1}) {
            if (peer < 0 || peer >= ranks) continue;
            log.events.push_back({received, peer, 96, log.cycles});
            time = std::max(time, before[static_cast<std::size_t>(peer)] + network.between(peer, rank).cycles(96));
          }
        }
        const std::int64_t cost = random() % 500;
        log.cycles += cost;
        time += cost;
      }
    }
    const VirtualTime found = virtual_time(logs, network);
    for (std::size_t rank = 0; rank < logs.size(); ++rank)
      EXPECT_EQ(found.ranks[rank].end(), times[rank]) << "seed " << seed << ", run " << run << ", rank " << rank;
    std::int64_t at = 0;
    for (const Stretch& stretch : found.critical_path) {
      EXPECT_EQ(stretch.begin, at) << "seed " << seed << ", run " << run;
      at = stretch.end;
    }
    EXPECT_EQ(at, *std::max_element(times.begin(), times.end()));
  }
}

}  // namespace
}  // namespace stencil
