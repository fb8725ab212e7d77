// pass_gate: when the next pass may begin.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <deque>

#include "Vpass_gate.h"
#include "tests/rtl/support/clocked.hpp"
#include "tests/rtl/support/random.hpp"

namespace stencil::test::pass_gate_test {
namespace {

constexpr std::int64_t pe_latency = 29;

class PassGate : public ::testing::Test {
 protected:
  PassGate() {
    dut->i_begin = dut->i_release = dut->i_last = 0;
    dut.reset();
  }

  Clocked<Vpass_gate> dut;
  Random random{151};
};

// One pass or two are on their way at a time; each is released some time after it began, in order.
TEST_F(PassGate, OpensWhenEveryPassIsReleased) {
  int on_their_way = 0, opened_by_release = 0;
  for (int cycle = 0; cycle < 20000; ++cycle) {
    dut->i_release = on_their_way > 0 && random.one_in(8);
    dut->i_begin = on_their_way < 2 && random.one_in(6);
    dut.settle();
    const int left = on_their_way - dut->i_release;
    ASSERT_EQ(dut->o_next_pass, left == 0) << "cycle " << cycle << ", seed 151";
    opened_by_release += left == 0 && dut->i_release;
    on_their_way = left + dut->i_begin;
    dut.edge();
  }
  EXPECT_GT(opened_by_release, 300);
}

// From the last beat of a command on: at once, or after the lag of one element.
TEST_F(PassGate, HoldsALessDeepCommandBack) {
  for (const bool uneven : {false, true})
    for (const bool skewed : {false, true})
      for (const std::int64_t row_beats : {1, 2, 7, 100, 10000}) {
        dut->i_uneven = uneven;
        dut->i_skewed = skewed;
        dut->i_row_beats = static_cast<SData>(row_beats);
        const std::int64_t wait = uneven ? (skewed ? 0 : row_beats) + pe_latency : 0;
        for (std::int64_t cycle = 0; cycle <= wait + 5; ++cycle) {
          dut->i_last = cycle == 0;
          dut.settle();
          ASSERT_EQ(dut->o_next_command, cycle >= wait)
              << cycle << " cycles after the last beat, " << row_beats << " beats a row";
          dut.edge();
        }
      }
}

}  // namespace
}  // namespace stencil::test::pass_gate_test
