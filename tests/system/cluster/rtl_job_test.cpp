// stencil-cosim scale takes, to the cycle, the virtual time of a run in RTL.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/system/cluster/scale_runs.hpp"

namespace stencil {
namespace {

TEST(RtlJob, TakesWhatIsPredicted) {
  const Words job{"--config",     "small", "--rows", "97", "--cols",    "30", "--network-bandwidth", "2.5",
                  "--iterations", "17",    "--stw",  "4",  "--portion", "12", "--network-latency",   "700"};
  expect_equal(predicted("3", job)[0], cluster_of(3, job, "rtl"));
}

}  // namespace
}  // namespace stencil
