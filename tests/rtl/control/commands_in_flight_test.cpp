// commands_in_flight: the buffers of commands that have begun and not finished.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <deque>

#include "Vcommands_in_flight.h"
#include "tests/rtl/support/clocked.hpp"
#include "tests/rtl/support/random.hpp"

namespace stencil::test::commands_in_flight_test {
namespace {

// Never more than two after a cycle, as in the engine; one may come in the cycle in which another one ends.
// Holds C5.1.
TEST(CommandsInFlight, KnowsTheBuffersOfThoseThatAreNotFinished) {
  Clocked<Vcommands_in_flight> flight;
  Random random(141);
  std::deque<unsigned> expected;
  flight->i_take = flight->i_finished = 0;
  flight.reset();
  int two_and_both = 0;
  for (int cycle = 0; cycle < 20000; ++cycle) {
    flight->i_finished = !expected.empty() && random.one_in(3);
    flight->i_take = expected.size() - flight->i_finished < 2 && random.one_in(2);
    flight->i_set = 1u << random.in(0, 3) | 16u << random.in(0, 3);
    flight.settle();
    unsigned used = 0;
    for (const unsigned set : expected) used |= set;
    ASSERT_EQ(flight->o_used, used) << "cycle " << cycle << ", seed 141";
    ASSERT_EQ(flight->o_any, !expected.empty());
    two_and_both += expected.size() == 2 && flight->i_take;
    if (flight->i_finished) expected.pop_front();
    if (flight->i_take) expected.push_back(flight->i_set);
    flight.edge();
  }
  EXPECT_GT(two_and_both, 100);
  flight.reset();
  flight.settle();
  EXPECT_FALSE(flight->o_any);
  EXPECT_EQ(flight->o_used, 0);
}

}  // namespace
}  // namespace stencil::test::commands_in_flight_test
