// The pace of the link: beats per clock from its bytes per cycle.
// SPDX-License-Identifier: Apache-2.0
#include "sim/device/pins/link_pace.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <vector>

namespace stencil {
namespace {

// Many clocks at once equal the same clocks one by one.
TEST(LinkPace, BulkIsOneClockAfterAnother) {
  std::mt19937_64 random(5);
  for (const std::int64_t beat : {8, 16, 64})
    for (std::int64_t rate = 1; rate <= beat; ++rate) {
      LinkPace bulk, clocked;
      bulk.set({rate}, beat);
      clocked.set({rate}, beat);
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
        ASSERT_EQ(bulk.most_cycles(9), clocked.most_cycles(9)) << "as many bytes are saved";
      }
    }
}

TEST(LinkPace, OfALinkThatWaitedForABeatIsTheSameWhateverMovedBefore) {
  LinkPace fresh, used;
  fresh.set({3}, 8);
  for (int beats = 0; beats < 9; ++beats) {
    used.set({3}, 8);
    for (int beat = 0; beat < beats; ++beat) {
      used.clock(true);
      used.idle(used.wait_cycles());
    }
    used.clock(false);
    for (std::int64_t more = 0; more < 9; ++more) EXPECT_EQ(used.most_cycles(more), fresh.most_cycles(more)) << beats;
  }
}

// The clocks between each beat of a burst and the next one, less those that the rate asks for.
std::vector<std::int64_t> rests(const BusTiming& timing, const Burst& burst) {
  constexpr std::int64_t beat_bytes = 16;
  LinkPace pace, steady;
  pace.set(timing, beat_bytes);
  steady.set({timing.bytes_per_cycle}, beat_bytes);
  std::vector<std::int64_t> found;
  for (std::int64_t beat = 0; beat < burst.length_words / 2; ++beat) {
    pace.clock(true);
    steady.clock(true);
    pace.rest_after(burst, beat);
    steady.rest_after(burst, beat);
    const std::int64_t wait = pace.wait_cycles();
    const std::int64_t rate_wait = steady.wait_cycles();
    found.push_back(wait - rate_wait);
    EXPECT_EQ(pace.most_cycles(7), wait) << "a beat behind the next one may have its own rest";
    EXPECT_EQ(pace.beats_in(wait), 0);
    for (std::int64_t cycle = 0; cycle < wait; ++cycle) {
      EXPECT_FALSE(pace.ready());
      if (cycle < wait / 2)
        pace.clock(false);
      else if (cycle == wait / 2)
        pace.stream(1);
      else
        pace.idle(1);
    }
    EXPECT_TRUE(pace.ready());
    steady.idle(rate_wait);
  }
  return found;
}

Burst burst_at(std::uint64_t address, bool to_device) {
  Burst burst;
  burst.to_device = to_device;
  burst.address = address;
  burst.length_words = 2 * 256;
  return burst;
}

TEST(LinkPace, StallsAreDrawnByNumberPlaceAndDirection) {
  for (const std::int64_t rate : {0, 5, 16}) {
    std::set<std::int64_t> longest;
    std::map<std::size_t, int> resting;
    for (std::int64_t stalls = 1; stalls <= 40; ++stalls) {
      const BusTiming timing{rate, stalls};
      const std::vector<std::int64_t> some = rests(timing, burst_at(0x4000, true));
      EXPECT_EQ(rests(timing, burst_at(0x4000, true)), some) << "whatever was moved before";
      EXPECT_NE(rests(timing, burst_at(0x4000, false)), some);
      EXPECT_NE(rests(timing, burst_at(0x5000, true)), some);
      EXPECT_NE(rests({rate, stalls + 1}, burst_at(0x4000, true)), some);
      std::size_t count = 0;
      for (const std::int64_t rest : some) {
        ASSERT_GE(rest, 0);
        ASSERT_LE(rest, LinkPace::longest_stall_cycles);
        count += rest > 0 ? 1 : 0;
      }
      EXPECT_GE(count, 4u);
      EXPECT_LE(count, 170u) << "data moves in bursts";
      ++resting[count / 50];
      longest.insert(*std::max_element(some.begin(), some.end()));
    }
    EXPECT_GE(resting.size(), 3u) << "after few beats and after many";
    EXPECT_EQ(*longest.begin(), 1);
    EXPECT_GE(*longest.rbegin(), 35);
  }
  LinkPace never;
  never.set({}, 16);
  for (std::int64_t beat = 0; beat < 256; ++beat) {
    never.clock(true);
    never.rest_after(burst_at(0x4000, true), beat);
    EXPECT_TRUE(never.ready());
  }
}

TEST(LinkPace, OneThatStallsIsNeverUnlimited) {
  LinkPace pace;
  pace.set({0, 0}, 8);
  EXPECT_TRUE(pace.unlimited());
  pace.set({0, 3}, 8);
  EXPECT_FALSE(pace.unlimited());
  pace.set({3, 0}, 8);
  EXPECT_FALSE(pace.unlimited());
}

TEST(LinkPace, ALinkThatRestsSavesUpForOneBeatOnly) {
  LinkPace pace;
  pace.set({3}, 8);
  pace.idle(1000);
  EXPECT_TRUE(pace.ready());
  EXPECT_EQ(pace.beats_in(1), 1);
  EXPECT_EQ(pace.beats_in(3), 1) << "8 bytes more take three cycles";
  EXPECT_EQ(pace.beats_in(1 + 8), 1 + 3);
}

}  // namespace
}  // namespace stencil
