// 200 jobs at random take what `scale` predicts, to the cycle.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/system/cluster/random_jobs.hpp"

namespace stencil {
namespace {

constexpr unsigned jobs_of_a_part = 20;

class AllRandomJobs : public ::testing::TestWithParam<unsigned> {};

TEST_P(AllRandomJobs, TakeWhatIsPredicted) {
  expect_random_jobs(GetParam() * jobs_of_a_part, (GetParam() + 1) * jobs_of_a_part);
}

INSTANTIATE_TEST_SUITE_P(Parts, AllRandomJobs, ::testing::Range(0u, 10u));

}  // namespace
}  // namespace stencil
