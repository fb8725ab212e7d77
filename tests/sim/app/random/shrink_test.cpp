// Shrinking ends at the smallest case that fails, takes only cases that work, and keeps to its bound.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <string>
#include <vector>

#include "sim/app/random/draw.hpp"
#include "sim/app/random/shrink.hpp"

namespace stencil {
namespace {

RandomMachine every_kernel_on_small() {
  RandomMachine machine;
  machine.sweeps = {{"jacobi", {"small"}}, {"five-point", {"small"}}};
  machine.tiles = {"small"};
  machine.steps_from_c = true;
  machine.arithmetics = {"rtl", "points"};
  return machine;
}

// Shrinks every drawn case that fails; calls `look` with each result.
template <class Fails, class Look>
void shrink_all(const Fails& fails, const Look& look) {
  int failing = 0;
  for (std::uint64_t number = 0; failing < 30; ++number) {
    ASSERT_LT(number, 2000u) << "too few cases fail";
    const RandomCase drawn = draw_case(2, number, every_kernel_on_small());
    if (!fails(drawn)) continue;
    ++failing;
    const Shrunk shrunk = shrink(
        drawn,
        [&](const RandomCase& simpler, std::int64_t) {
          EXPECT_TRUE(works(simpler)) << command_line_of(simpler, {});
          return fails(simpler);
        },
        1000);
    ASSERT_LT(shrunk.runs, 300) << command_line_of(drawn, {});
    look(shrunk.smallest);
  }
}

TEST(Shrink, OfAFaultOfEverythingIsThePlainestRun) {
  shrink_all([](const RandomCase& drawn) { return !drawn.has_tiles(); },
             [](const RandomCase& smallest) {
               EXPECT_EQ(smallest.ranks, 1);
               EXPECT_EQ(smallest.rows, 3);
               EXPECT_EQ(smallest.cols, 3);
               EXPECT_EQ(smallest.iterations, 1);
               EXPECT_EQ(smallest.stw, 1);
               EXPECT_EQ(smallest.schedule, "sequential");
               EXPECT_EQ(smallest.blocking, "overlapped-rows");
               EXPECT_EQ(smallest.place, "");
               EXPECT_EQ(smallest.strip_rows, 0);
               EXPECT_EQ(smallest.burst, 256);
               EXPECT_EQ(smallest.link_bytes, 0);
               EXPECT_EQ(smallest.link_latency, 0);
               EXPECT_EQ(smallest.link_stalls, 0);
               EXPECT_FALSE(smallest.special);
               EXPECT_FALSE(smallest.from_c);
               EXPECT_FALSE(smallest.uneven);
               EXPECT_EQ(smallest.rtl_steps, "");
               EXPECT_EQ(smallest.arithmetic, "rtl");
             });
}

TEST(Shrink, OfTilesIsOneTile) {
  shrink_all([](const RandomCase& drawn) { return drawn.has_tiles(); },
             [](const RandomCase& smallest) {
               EXPECT_EQ(smallest.ranks, 1);
               EXPECT_EQ(smallest.tiles_rows * smallest.tiles_cols, 1);
               EXPECT_EQ(smallest.sweeps * smallest.rounds, 1);
               EXPECT_EQ(smallest.rows, 3);
               EXPECT_EQ(smallest.cols, 3);
             });
}

TEST(Shrink, OfTilesOfSeveralRanksIsTwoRanks) {
  shrink_all([](const RandomCase& drawn) { return drawn.has_tiles() && drawn.ranks > 1; },
             [](const RandomCase& smallest) {
               EXPECT_EQ(smallest.ranks, 2);
               EXPECT_EQ(smallest.tiles_rows * smallest.tiles_cols, 1);
             });
}

// A link that rests makes each run longer: whether it is needed is asked first.
TEST(Shrink, AsksForALinkThatNeverRestsFirst) {
  int resting = 0;
  for (std::uint64_t number = 0; resting < 10; ++number) {
    ASSERT_LT(number, 1000u);
    const RandomCase drawn = draw_case(4, number, every_kernel_on_small());
    if (drawn.link_stalls == 0) continue;
    ++resting;
    RandomCase never = drawn;
    never.link_stalls = 0;
    EXPECT_EQ(text_of(simpler_cases(drawn).front().simpler), text_of(never));
    std::vector<std::string> asked;
    const auto fails = [&](const RandomCase& simpler, std::int64_t) {
      asked.push_back(text_of(simpler));
      return simpler.link_stalls != 0;
    };
    EXPECT_EQ(shrink(drawn, fails, 1000).smallest.link_stalls, drawn.link_stalls) << "the fault needs it";
    EXPECT_EQ(asked.front(), text_of(never));
  }
}

TEST(Shrink, KeepsWhatTheFaultNeeds) {
  // Two ranks, two blocks of a rank and an interval of two sweeps, overlapped.
  const auto fails = [](const RandomCase& drawn) {
    return !drawn.has_tiles() && drawn.place.empty() && drawn.ranks >= 2 && drawn.stw >= 2 &&
           drawn.schedule == "overlapped" && drawn.rows > 2 * drawn.portion;
  };
  shrink_all(fails, [](const RandomCase& smallest) {
    EXPECT_EQ(smallest.ranks, 2);
    EXPECT_EQ(smallest.stw, 2);
    EXPECT_EQ(smallest.iterations, 1);
    EXPECT_EQ(smallest.schedule, "overlapped");
    EXPECT_EQ(smallest.portion, smallest.blocking == "skewed" ? 3 : 6);
    EXPECT_EQ(smallest.rows, 2 * smallest.portion + 1);
    EXPECT_EQ(smallest.cols, 3);
  });
}

TEST(Shrink, OfStripsThatAreDealtIsTwoLowOnes) {
  const auto fails = [](const RandomCase& drawn) {
    return !drawn.has_tiles() && drawn.strip_rows > 0 && drawn.rows > drawn.strip_rows && drawn.stw >= 2;
  };
  shrink_all(fails, [](const RandomCase& smallest) {
    EXPECT_EQ(smallest.ranks, 1);
    EXPECT_EQ(smallest.strip_rows, 2);
    EXPECT_EQ(smallest.rows, 4);
    EXPECT_EQ(blocks_of(smallest), 2);
    EXPECT_EQ(smallest.iterations, 1);
  });
}

TEST(Shrink, IsTheSameHoweverManyRunAtATime) {
  for (std::uint64_t number = 0; number < 20; ++number) {
    const RandomCase drawn = draw_case(3, number, every_kernel_on_small());
    std::atomic<int> running{0}, most{0};
    const auto fails = [&](const RandomCase& simpler, std::int64_t job) {
      EXPECT_LT(job, 3);
      most = std::max<int>(most, ++running);
      const bool failed = simpler.rows * simpler.cols >= 40 && simpler.ranks >= std::min<std::int64_t>(drawn.ranks, 2);
      --running;
      return failed;
    };
    EXPECT_EQ(text_of(shrink(drawn, fails, 100000, 3).smallest), text_of(shrink(drawn, fails, 100000).smallest));
    EXPECT_LE(most, 3);
  }
}

TEST(Shrink, StopsAtItsBound) {
  const RandomCase drawn = draw_case(2, 0, every_kernel_on_small());
  int calls = 0;
  const Shrunk shrunk = shrink(
      drawn, [&](const RandomCase&, std::int64_t) { return ++calls > 1000; }, 4);
  EXPECT_EQ(shrunk.runs, 4);
  EXPECT_EQ(calls, 4);
  EXPECT_EQ(command_line_of(shrunk.smallest, {}), command_line_of(drawn, {})) << "none of them failed";
}

}  // namespace
}  // namespace stencil
