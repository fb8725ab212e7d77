// The pace of the link: beats per clock from its bytes per cycle.
// SPDX-License-Identifier: Apache-2.0
#include "sim/device/pins/link_pace.hpp"

#include <gtest/gtest.h>

#include <random>

namespace stencil {
namespace {

// Many clocks at once equal the same clocks one by one.
TEST(LinkPace, BulkIsOneClockAfterAnother) {
  std::mt19937_64 random(5);
  for (const std::int64_t beat : {8, 16, 64})
    for (std::int64_t rate = 1; rate <= beat; ++rate) {
      LinkPace bulk, clocked;
      bulk.set(rate, beat);
      clocked.set(rate, beat);
      for (int stretch = 0; stretch < 40; ++stretch) {
        const auto cycles = static_cast<std::int64_t>(1 + random() % 50);
        std::int64_t until_ready = 0;
        for (LinkPace waits = clocked; !waits.ready(); waits.clock(false)) ++until_ready;
        ASSERT_EQ(bulk.wait_cycles(), until_ready);
        if (random() % 2) {
          for (std::int64_t i = 0; i < cycles; ++i) clocked.clock(false);
          bulk.idle(cycles);
        } else {
          std::int64_t moved = 0;
          for (std::int64_t i = 0; i < cycles; ++i) {
            const bool beat_moves = clocked.ready();
            clocked.clock(beat_moves);
            moved += beat_moves ? 1 : 0;
          }
          ASSERT_EQ(bulk.beats_in(cycles), moved) << rate << " of " << beat;
          ASSERT_GE(bulk.most_cycles(moved), cycles);
          if (moved > 0) {
            ASSERT_LT(bulk.most_cycles(moved - 1), cycles);
          }
          bulk.stream(cycles);
        }
        ASSERT_EQ(bulk.ready(), clocked.ready());
      }
    }
}

TEST(LinkPace, ALinkThatRestsSavesUpForOneBeatOnly) {
  LinkPace pace;
  pace.set(3, 8);
  pace.idle(1000);
  EXPECT_TRUE(pace.ready());
  EXPECT_EQ(pace.beats_in(1), 1);
  EXPECT_EQ(pace.beats_in(3), 1) << "8 bytes more take three cycles";
  EXPECT_EQ(pace.beats_in(1 + 8), 1 + 3);
}

}  // namespace
}  // namespace stencil
