// 200 jobs at random, and two on 16 ranks, take what `scale` predicts, to the cycle.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/system/cluster/random_jobs.hpp"
#include "tests/system/cluster/scale_runs.hpp"

namespace stencil {
namespace {

constexpr unsigned jobs_of_a_part = 20;

class AllRandomJobs : public ::testing::TestWithParam<unsigned> {};

TEST_P(AllRandomJobs, TakeWhatIsPredicted) {
  expect_random_jobs(GetParam() * jobs_of_a_part, (GetParam() + 1) * jobs_of_a_part);
}

INSTANTIATE_TEST_SUITE_P(Parts, AllRandomJobs, ::testing::Range(0u, 10u));

TEST(ScaleOnManyRanks, SixteenAreEqualToo) {
  const Words network{"--config", "small", "--network-latency", "900", "--network-bandwidth", "3"};
  const Words strips{"--rows",    "333", "--cols",         "30",     "--iterations", "9",     "--stw", "4",
                     "--portion", "12",  "--distribution", "cyclic", "--blocking",   "skewed"};
  const Words tiles{"--kernel", "gauss-seidel", "--rows", "150", "--cols", "140"};
  for (const Words& job : {strips, tiles}) {
    const Words all = and_more(job, network);
    expect_equal(predicted("16", all)[0], cluster_of(16, all, "model"));
  }
}

}  // namespace
}  // namespace stencil
