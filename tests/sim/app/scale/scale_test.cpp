// Numbers of ranks, their rows, and laws that predictions keep.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "sim/app/scale/scale.hpp"
#include "tests/support/refusal.hpp"

namespace stencil {
namespace {

ScaleJob small_job() {
  ScaleJob job;
  job.rows = 240;
  job.cols = 20;
  job.sweep.iterations = 12;
  job.sweep.scheme.interval = 4;
  job.sweep.scheme.portion = 12;
  job.device.config = "small";
  return job;
}

std::vector<ScalePoint> predicted(const ScaleJob& job, const std::string& ranks) {
  return scale(job, parse_rank_numbers(ranks), [](std::size_t) {});
}

TEST(RankNumbers, DoubleFromTheFirstToTheLast) {
  EXPECT_EQ(parse_rank_numbers("1..16"), (std::vector<std::int64_t>{1, 2, 4, 8, 16}));
  EXPECT_EQ(parse_rank_numbers("3..20,5,1"), (std::vector<std::int64_t>{1, 3, 5, 6, 12, 20}));
  EXPECT_EQ(parse_rank_numbers("7..7"), (std::vector<std::int64_t>{7}));
  EXPECT_EQ(test::refusal([] { parse_rank_numbers("0..4"); }), "--ranks is 0, must be 1 .. 1048576");
  EXPECT_EQ(test::refusal([] { parse_rank_numbers("1..2000000"); }), "--ranks is 2000000, must be 1 .. 1048576");
  EXPECT_EQ(test::refusal([] { parse_rank_numbers("8..4"); }), "--ranks is '8..4', must not end below its beginning");
  EXPECT_EQ(test::refusal([] { parse_rank_numbers("1..x"); }), "--ranks is 'x', must be an integer 1 .. 1048576");
}

TEST(Scale, TooFewRowsSayHowManyAreNeeded) {
  ScaleJob job = small_job();
  EXPECT_EQ(test::refusal([&] { predicted(job, "1..64"); }),
            "--rows is 240 over 64 ranks, fewer than --stw 4 on the last; must be at least 256 rows");
  job.weak = true;
  job.rows = 3;
  EXPECT_EQ(test::refusal([&] { predicted(job, "2"); }),
            "--rows is 3 for each of 2 ranks, fewer than --stw 4 on the last; must be at least 4 rows");
  job = small_job();
  job.sweep.distribution = Distribution::cyclic;
  job.sweep.block_rows = 24;
  EXPECT_EQ(test::refusal([&] { predicted(job, "16"); }),
            "--rows is 240 in strips of 24 on 16 ranks: 6 ranks would have none; must be at least 361 rows");
  job.sweep.block_rows = 3;
  EXPECT_EQ(test::refusal([&] { predicted(job, "2"); }),
            "--strip-rows is 3, must be 4 .. 240 (--stw, which a halo needs, and the rows)");
  job = small_job();
  job.sweep.iterations = std::int64_t{1} << 40;
  EXPECT_EQ(test::refusal([&] { predicted(job, "1"); }),
            "--iterations 1099511627776 by --stw 4 make 274877906944 steps on 1 ranks, must be at most 10000000000 "
            "(ranks times steps 10000000000)");
}

TEST(Scale, FreeMessagesAndEqualRanksLoseNothing) {
  ScaleJob job = small_job();
  job.weak = true;
  job.rows = 24;
  const std::vector<ScalePoint> points = predicted(job, "3..300");
  for (const ScalePoint& point : points) {
    EXPECT_EQ(point.time.makespan, points.front().time.makespan) << point.ranks;
    EXPECT_EQ(point.time.path_messages, 0);
    EXPECT_DOUBLE_EQ(scaling(point, points.front()), 1.0);
  }
}

// Each exchange is on the critical path of equal ranks: two steps of three come after one.
TEST(Scale, LatencyIsAddedOncePerExchange) {
  ScaleJob job = small_job();
  job.weak = true;
  job.rows = 24;
  const ScalePoint free = predicted(job, "5").front();
  job.network = {{1000, {}}, {1000, {}}, 1};
  const ScalePoint slow = predicted(job, "5").front();
  EXPECT_EQ(slow.time.makespan, free.time.makespan + 2 * 1000);
  EXPECT_EQ(slow.time.path_messages, 2 * 1000);
  EXPECT_EQ(slow.messages, 2 * 8);
  EXPECT_EQ(slow.bytes, 2 * 8 * 4 * 20 * 8);
}

TEST(Scale, AFieldOverMoreRanksTakesLess) {
  const std::vector<ScalePoint> points = predicted(small_job(), "1..8");
  for (std::size_t at = 1; at < points.size(); ++at) {
    EXPECT_LT(points[at].time.makespan, points[at - 1].time.makespan);
    EXPECT_LT(scaling(points[at], points.front()), 1.0) << "halo rows are swept twice";
  }
  EXPECT_EQ(points[3].rows, 240);
}

}  // namespace
}  // namespace stencil
