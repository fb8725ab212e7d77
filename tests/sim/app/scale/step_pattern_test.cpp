// What ranks receive, and the recurrence over it, against the messages and the logs of single ranks.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <vector>

#include "host/arrays/strips/halo_plan.hpp"
#include "sim/app/cluster/time/virtual_time.hpp"
#include "sim/app/scale/step_pattern.hpp"
#include "sim/app/scale/step_recurrence.hpp"

namespace stencil {
namespace {

constexpr std::int64_t columns = 11;
constexpr std::int64_t row_bytes = columns * 8;

// The logs that a run's ranks would leave.
std::vector<RankLog> logs_of(const Strips& strips, const StepPattern& pattern, const std::vector<StepCosts>& costs,
                             const Steps& steps) {
  std::vector<RankLog> logs(static_cast<std::size_t>(strips.ranks()));
  for (std::size_t rank = 0; rank < logs.size(); ++rank) {
    const MessagePlan plan = plan_halos(strips, static_cast<int>(rank));
    const StepCosts& cost = costs[static_cast<std::size_t>(pattern.shape_of[rank])];
    RankLog& log = logs[rank];
    const auto tell = [&](RankEvent::Kind kind, bool above, bool below) {
      for (const Message& message : kind == RankEvent::sent ? plan.sends : plan.receives)
        if (message.peer < static_cast<int>(rank) ? above : below)
          log.events.push_back({kind, message.peer, message.elements() * row_bytes, log.cycles});
    };
    for (std::int64_t step = 0; step < steps.count(); ++step) {
      const bool in_turn = cost.in_turn() && step < steps.last();
      const std::int64_t half = in_turn ? cost.half_of(step) : 0;
      if (in_turn) {
        log.cycles += half;
        tell(RankEvent::sent, true, false);
        tell(RankEvent::received, false, true);
      }
      log.cycles += cost.of(step, steps) - half;
      if (step == steps.last()) break;
      tell(RankEvent::sent, !in_turn, true);
      tell(RankEvent::received, true, !in_turn);
    }
  }
  return logs;
}

void expect_same(const Strips& strips, const Network& network, std::mt19937& random, bool in_turn = false) {
  const StepPattern pattern = step_pattern(strips, columns, network);
  std::vector<StepCosts> costs;
  for (std::size_t shape = 0; shape < pattern.shapes.size(); ++shape)
    costs.push_back({static_cast<std::int64_t>(random() % 900), static_cast<std::int64_t>(random() % 900),
                     static_cast<std::int64_t>(random() % 900)});
  const Steps steps{1 + static_cast<std::int64_t>(random() % 20), 3};
  if (in_turn) {
    for (std::size_t shape = 0; shape < costs.size(); ++shape) {
      if (pattern.shapes[shape].front().before == 0 || pattern.shapes[shape].front().after == 0) continue;
      costs[shape].first_half = 1 + static_cast<std::int64_t>(random() % (1 + costs[shape].first));
      costs[shape].repeated_half = static_cast<std::int64_t>(random() % (1 + costs[shape].repeated));
    }
  } else if (random() % 2 == 0) {
    for (StepCosts& cost : costs)
      for (std::int64_t step = 0; step < steps.count(); ++step)
        cost.each.push_back(static_cast<std::int64_t>(random() % 900));
  }
  const ClusterTime time = step_recurrence(pattern, costs, steps);
  const VirtualTime told = virtual_time(logs_of(strips, pattern, costs, steps), network);
  EXPECT_EQ(time.makespan, told.makespan());
  EXPECT_EQ(time.waiting, told.waiting());
  EXPECT_EQ(time.path_messages, told.message_cycles_on_path());
  EXPECT_EQ(pattern.messages * steps.last(), told.messages);
  EXPECT_EQ(pattern.bytes * steps.last(), told.bytes);
  std::int64_t busy = 0;
  for (const RankTime& rank : told.ranks) busy += rank.busy;
  EXPECT_EQ(time.busy, static_cast<double>(busy));
}

// Of two critical paths that are as long, either may be named: these draws have no two with other messages.
TEST(StepRecurrence, IsTheTimeOfTheLogsOfAllRanks) {
  constexpr unsigned seed = 3405;
  std::mt19937 random(seed);
  for (int run = 0; run < 200; ++run) {
    SCOPED_TRACE("seed " + std::to_string(seed) + ", run " + std::to_string(run));
    const Network network{{static_cast<std::int64_t>(random() % 700), Bandwidth{1 + static_cast<int>(random() % 9000)}},
                          {static_cast<std::int64_t>(random() % 90), {}},
                          1 + static_cast<std::int64_t>(random() % 4)};
    const int ranks = 1 + static_cast<int>(random() % 20);
    const std::int64_t halo = 1 + static_cast<std::int64_t>(random() % 4);
    if (random() % 2 == 0) {
      std::vector<std::int64_t> rows;
      for (int rank = 0; rank < ranks; ++rank) rows.push_back(halo + static_cast<std::int64_t>(random() % 3));
      expect_same(Strips::blocked(rows, halo), network, random, random() % 2 == 0);
    } else {
      const std::int64_t strip = halo + static_cast<std::int64_t>(random() % 3);
      const std::int64_t whole = strip * (ranks + static_cast<std::int64_t>(random() % 40));
      const std::int64_t rows = whole + static_cast<std::int64_t>(random()) % strip;
      expect_same(Strips::cyclic(rows, strip, ranks, halo), network, random);
    }
  }
}

TEST(StepPattern, RanksOfOneShapeAreOneShape) {
  const StepPattern pattern = step_pattern(Strips::blocked({5, 5, 5, 5, 4}, 2), columns, {});
  const std::vector<StepPattern::Shape> shapes{{{7, 0, 2}}, {{9, 2, 2}}, {{6, 2, 0}}};
  EXPECT_EQ(pattern.shapes, shapes);
  EXPECT_EQ(pattern.shape_of, (std::vector<std::int32_t>{0, 1, 1, 1, 2}));
  EXPECT_EQ(pattern.messages, 8);
  EXPECT_EQ(pattern.bytes, 8 * 2 * row_bytes);
}

// Rows that go the same way at the same time are one message.
TEST(StepPattern, StripsInTurnSendOneMessageToEachNeighbour) {
  const StepPattern pattern = step_pattern(Strips::cyclic(30, 5, 3, 2), columns, {{0, Bandwidth{row_bytes * 1000}}});
  ASSERT_EQ(pattern.first, (std::vector<std::size_t>{0, 2, 4, 6}));
  EXPECT_EQ(pattern.incoming[0].from, 1);
  EXPECT_EQ(pattern.incoming[0].cycles, 4) << "from both strips of rank 1, 2 rows each";
  EXPECT_EQ(pattern.incoming[1].from, 2);
  EXPECT_EQ(pattern.incoming[1].cycles, 2) << "one strip lies at the end of the field";
}

}  // namespace
}  // namespace stencil
