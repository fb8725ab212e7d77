// The moves of the plans of all ranks together, element by element.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "host/arrays/exchange/message_plan.hpp"
#include "tests/host/arrays/exchange/patch_elements.hpp"

namespace stencil::test {

// All moves, as (rank, local number in the source) -> (rank, local number in the target).
using Moves = std::map<std::pair<int, std::int64_t>, std::pair<int, std::int64_t>>;

// Matches both ends of every message; a plan that breaks a rule of MessagePlan fails the test.
inline Moves moves_of(const std::vector<MessagePlan>& plans) {
  Moves moves;
  std::map<std::pair<int, int>, Numbers> sent;
  const auto check = [](const std::vector<Message>& messages, int rank) {
    for (std::size_t i = 0; i < messages.size(); ++i) {
      EXPECT_NE(messages[i].peer, rank) << "a message to oneself";
      EXPECT_GT(messages[i].elements(), 0) << "an empty message";
      if (i > 0) {
        EXPECT_LT(messages[i - 1].peer, messages[i].peer) << "one message a peer, by rising peer";
      }
    }
  };
  for (int rank = 0; rank < static_cast<int>(plans.size()); ++rank) {
    const MessagePlan& plan = plans[static_cast<std::size_t>(rank)];
    check(plan.sends, rank);
    check(plan.receives, rank);
    for (const Message& send : plan.sends) sent[{rank, send.peer}] = elements(send.patches);
    for (const KeptPart& kept : plan.kept) {
      EXPECT_EQ(kept.source.inner_count(), kept.target.inner_count());
      EXPECT_EQ(kept.source.outer_count(), kept.target.outer_count());
      const Numbers from = elements(kept.source);
      const Numbers to = elements(kept.target);
      for (std::size_t i = 0; i < from.size(); ++i) {
        EXPECT_TRUE(moves.emplace(std::pair{rank, from[i]}, std::pair{rank, to[i]}).second) << "moved twice";
      }
    }
  }
  for (int rank = 0; rank < static_cast<int>(plans.size()); ++rank) {
    for (const Message& receive : plans[static_cast<std::size_t>(rank)].receives) {
      const auto message = sent.find({receive.peer, rank});
      if (message == sent.end()) {
        ADD_FAILURE() << "nothing sent from " << receive.peer << " to " << rank;
        continue;
      }
      const Numbers to = elements(receive.patches);
      EXPECT_EQ(message->second.size(), to.size()) << "from " << receive.peer << " to " << rank;
      for (std::size_t i = 0; i < std::min(to.size(), message->second.size()); ++i) {
        EXPECT_TRUE(moves.emplace(std::pair{receive.peer, message->second[i]}, std::pair{rank, to[i]}).second);
      }
      sent.erase(message);
    }
  }
  EXPECT_TRUE(sent.empty()) << "a message that no rank receives";
  return moves;
}

}  // namespace stencil::test
