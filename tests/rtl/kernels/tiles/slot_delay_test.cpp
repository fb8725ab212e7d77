// slot_delay: values come back after a given number of enabled cycles.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "Vslot_delay_1.h"
#include "Vslot_delay_2.h"
#include "tests/rtl/support/clocked.hpp"
#include "tests/rtl/support/random.hpp"

namespace stencil::test::slot_delay_test {
namespace {

constexpr std::size_t places = 16;

// Every delay, with disabled cycles in between.
template <class V>
void expect_every_delay(std::size_t least) {
  Random random(310);
  for (std::size_t delay = least; delay <= places; ++delay) {
    Clocked<V> dut;
    std::vector<std::uint64_t> sent;
    std::uint64_t compared = 0;
    dut->i_back = static_cast<std::uint8_t>(delay - 1);
    for (int cycle = 0; cycle < 200; ++cycle) {
      const bool runs = cycle < 60 || random.one_in(2);
      dut->i_run = runs;
      dut->i_count = sent.size() % places;
      dut->i_data = random.word();
      dut.settle();
      if (sent.size() >= delay) {
        ASSERT_EQ(dut->o_data, sent[sent.size() - delay]) << "delay " << delay << ", cycle " << cycle;
        ++compared;
      }
      if (runs) sent.push_back(dut->i_data);
      dut.edge();
    }
    EXPECT_GT(compared, 100u);
  }
}

TEST(SlotDelay, EveryDelayFromOne) {
  expect_every_delay<Vslot_delay_1>(1);
}
TEST(SlotDelay, EveryDelayFromTwo) {
  expect_every_delay<Vslot_delay_2>(2);
}

}  // namespace
}  // namespace stencil::test::slot_delay_test
