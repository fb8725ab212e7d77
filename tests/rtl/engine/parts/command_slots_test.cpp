// command_slots: which offered commands are taken, and the cycle in which each finishes.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <deque>

#include "Vcommand_slots.h"
#include "tests/rtl/support/clocked.hpp"
#include "tests/rtl/support/random.hpp"

namespace stencil::test::command_slots_test {
namespace {

struct Command {
  unsigned f_buffer = 0, r_buffer = 0;
  bool above = false, below = false;

  bool skewed() const { return above || below; }
  bool follows(const Command& before) const { return skewed() ? above && before.below : !before.skewed(); }
};

// Offers of any kind and progress at any time, against a queue of the commands in flight.
TEST(CommandSlots, TakesWhatMayFollowAndNothingElse) {
  Clocked<Vcommand_slots> dut;
  Random random(141);
  dut->i_command = dut->i_tiles = dut->i_finished = 0;
  dut.reset();
  std::deque<Command> in_flight;
  Command offered;
  bool offering = false, issued = false, held = false;
  int followed = 0, waited = 0, waited_for_a_place = 0, alone = 0;
  for (int cycle = 0; cycle < 40000; ++cycle) {
    if (!offering && random.one_in(4)) {
      offering = true;
      offered = {static_cast<unsigned>(random.in(0, 2)), static_cast<unsigned>(random.in(0, 1)), random.one_in(2),
                 random.one_in(2)};
    }
    if (!issued) issued = random.one_in(5);
    const bool finished = !in_flight.empty() && (in_flight.size() == 2 || issued) && random.one_in(12);
    const bool in_order = !random.one_in(3);
    dut->i_command = offering;
    dut->i_f_buffer = static_cast<CData>(offered.f_buffer);
    dut->i_r_buffer = static_cast<CData>(offered.r_buffer);
    dut->i_above = offered.above;
    dut->i_below = offered.below;
    dut->i_issued = issued;
    dut->i_in_order = in_order;
    dut->i_finished = finished;
    dut.settle();

    SCOPED_TRACE(::testing::Message() << "cycle " << cycle << ", seed 141, in flight " << in_flight.size());
    const bool could = offering && !in_flight.empty() && issued && offered.follows(in_flight.back());
    const bool take = offering && (in_flight.empty() || (could && in_order && (in_flight.size() == 1 || finished)));
    ASSERT_EQ(dut->o_take, take);
    ASSERT_EQ(dut->o_busy, !in_flight.empty());
    ASSERT_EQ(dut->o_held, held);
    if (take) {
      ASSERT_EQ(dut->o_fresh, in_flight.empty());
    }
    if (!in_flight.empty()) {
      ASSERT_EQ(dut->o_f_buffer, in_flight.back().f_buffer);
      ASSERT_EQ(dut->o_r_buffer, in_flight.back().r_buffer);
      ASSERT_EQ(dut->o_above, in_flight.back().above);
      ASSERT_EQ(dut->o_below, in_flight.back().below);
      // In the cycle of i_finished only the next command can have results.
      const Command& leaves = in_flight[finished && in_flight.size() == 2 ? 1 : 0];
      ASSERT_EQ(dut->o_leaving_f_buffer, leaves.f_buffer);
      ASSERT_EQ(dut->o_leaving_r_buffer, leaves.r_buffer);
      ASSERT_EQ(dut->o_leaving_skewed, leaves.skewed());
    }
    held = could && !take;
    followed += take && !in_flight.empty();
    alone += take && in_flight.empty();
    waited += held;
    waited_for_a_place += held && in_order && in_flight.size() == 2;
    if (finished) in_flight.pop_front();
    if (take) {
      in_flight.push_back(offered);
      offering = issued = false;
    }
    dut.edge();
  }
  for (const int count : {followed, waited, waited_for_a_place, alone}) EXPECT_GT(count, 300);
}

}  // namespace
}  // namespace stencil::test::command_slots_test
