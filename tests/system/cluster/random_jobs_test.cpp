// 200 jobs at random take what `scale` predicts, to the cycle: 2 of them here, all in `slow`.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/system/cluster/random_jobs.hpp"

namespace stencil {
namespace {

TEST(RandomJobs, AFewTakeWhatIsPredicted) {
  expect_random_jobs(0, 2);
}

}  // namespace
}  // namespace stencil
