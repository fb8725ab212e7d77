// command_queue: order of two waiting commands, and the buffers they name.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <deque>

#include "Vcommand_queue.h"
#include "tests/rtl/support/clocked.hpp"
#include "tests/rtl/support/random.hpp"

namespace stencil::test::command_queue_test {
namespace {

unsigned buffers_of(std::uint64_t command) {
  return 1u << (command >> 32 & 3) | 16u << (command >> 36 & 3);
}

// Random pushes and pops, also into the full queue: the oldest command is at the head, waiting ones name their buffers.
// Holds C5.1, C8.4.
TEST(CommandQueue, KeepsTwoInOrderAndKnowsTheirBuffers) {
  Clocked<Vcommand_queue> queue;
  Random random(131);
  std::deque<std::uint64_t> expected;
  queue->i_push = queue->i_pop = 0;
  queue.reset();
  int full = 0, both = 0;
  for (int cycle = 0; cycle < 20000; ++cycle) {
    queue->i_push = random.one_in(2);
    queue->i_command = random.word() & 0x3ffffffffff;
    queue->i_pop = !expected.empty() && random.one_in(2);
    queue.settle();
    ASSERT_EQ(queue->o_full, expected.size() == 2);
    ASSERT_EQ(queue->o_valid, !expected.empty());
    unsigned used = 0;
    for (const std::uint64_t command : expected) used |= buffers_of(command);
    ASSERT_EQ(queue->o_used, used) << "cycle " << cycle << ", seed 131";
    if (!expected.empty()) {
      ASSERT_EQ(queue->o_command, expected.front()) << "cycle " << cycle << ", seed 131";
      ASSERT_EQ(queue->o_head, buffers_of(expected.front()));
    }
    const bool taken = queue->i_push && expected.size() < 2;
    full += queue->i_push && !taken;
    both += taken && queue->i_pop;
    if (queue->i_pop) expected.pop_front();
    if (taken) expected.push_back(queue->i_command);
    queue.edge();
  }
  EXPECT_GT(full, 100);
  EXPECT_GT(both, 100);
  queue.reset();
  queue.settle();
  EXPECT_FALSE(queue->o_valid || queue->o_full);
  EXPECT_EQ(queue->o_used, 0);
}

}  // namespace
}  // namespace stencil::test::command_queue_test
