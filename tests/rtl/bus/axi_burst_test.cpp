// axi_burst: buffer, address, refusal and end of every beat of random bursts, in order and without a gap.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <deque>

#include "Vaxi_burst_16.h"
#include "Vaxi_burst_64.h"
#include "Vaxi_burst_8.h"
#include "tests/rtl/support/axi_traffic.hpp"
#include "tests/rtl/support/clocked.hpp"
#include "tests/rtl/support/ports.hpp"
#include "tests/rtl/support/stall.hpp"

namespace stencil::test::axi_burst_test {
namespace {

template <class V, std::size_t BeatBytes>
struct Shape {
  using Model = V;
  static constexpr std::size_t beat_bytes = BeatBytes;
};

template <class Shape>
class AxiBurst : public ::testing::Test {};
using Shapes = ::testing::Types<Shape<Vaxi_burst_8, 8>, Shape<Vaxi_burst_16, 16>, Shape<Vaxi_burst_64, 64>>;
TYPED_TEST_SUITE(AxiBurst, Shapes);

// Holds C4.4-C4.6.
TYPED_TEST(AxiBurst, WalksEveryBeatInOrder) {
  constexpr std::size_t words = TypeParam::beat_bytes / 8;
  for (const Stall stall : all_stalls) {
    SCOPED_TRACE(name_of(stall));
    Clocked<typename TypeParam::Model> dut;
    AxiTraffic traffic(4096, words, 3, 51, {0, 1, 2, 4, 5});
    StallDice dice(stall, 52);
    dut->i_valid = dut->i_step = 0;
    dut.reset();
    std::deque<AxiAddress> accepted;
    AxiAddress offered;
    bool offering = false;
    unsigned beat = 0;
    std::int64_t served = 0, walked = 0, idle_between = 0, strayed = 0;
    for (int cycle = 0; cycle < 60000 && served < 600; ++cycle) {
      if (!offering && dice.offer()) {
        offered = traffic.random().one_in(5) ? traffic.faulty_address() : traffic.address();
        drive(dut->i_id, offered.id);
        drive(dut->i_addr, offered.address);
        drive(dut->i_len, offered.beats - 1);
        drive(dut->i_size, offered.size);
        drive(dut->i_burst, offered.burst);
        offering = true;
      }
      dut->i_valid = offering;
      dut->i_step = 0;
      dut.settle();
      dut->i_step = dut->o_active && dice.accept();
      dut.settle();
      if (served > 0 && !dut->o_active) ++idle_between;
      if (dut->i_step) {
        ASSERT_FALSE(accepted.empty());
        const AxiAddress& at = accepted.front();
        ASSERT_EQ(dut->o_id, at.id);
        ASSERT_EQ(dut->o_refused, at.refused(words));
        ASSERT_EQ(dut->o_last, beat + 1 == at.beats) << "beat " << beat << " of " << at.beats;
        ASSERT_EQ(dut->o_region, at.buffer());
        if (!at.refused(words)) {
          ASSERT_EQ(dut->o_strayed, at.strayed(beat)) << "beat " << beat << " of " << at.beats << " at " << at.address;
          strayed += dut->o_strayed;
          ASSERT_EQ(dut->o_addr,
                    at.beat_address(beat) % (std::uint64_t{1} << 32) / TypeParam::beat_bytes * TypeParam::beat_bytes)
              << "beat " << beat << " of " << at.beats << " at " << at.address << ", size " << at.size << ", seed 51";
        }
      }
      const bool in = dut->i_valid && dut->o_ready, out = dut->i_step;
      dut.edge();
      if (in) {
        accepted.push_back(offered);
        offering = false;
      }
      if (out) {
        ++walked;
        if (++beat == accepted.front().beats) {
          accepted.pop_front();
          beat = 0;
          ++served;
        }
      }
    }
    EXPECT_EQ(served, 600);
    EXPECT_GT(walked, 3000);
    EXPECT_GT(strayed, 20);
    if (stall == Stall::none) {
      EXPECT_EQ(idle_between, 0) << "bursts follow without a gap";
    }
  }
}

}  // namespace
}  // namespace stencil::test::axi_burst_test
