// The limits of a test: CPU time, time without progress, and wall-clock time, which alone ends no test early.
// SPDX-License-Identifier: Apache-2.0
#include "tests/launcher/test_limits.hpp"

#include <gtest/gtest.h>

namespace stencil {
namespace {

// The second at which a test with this bound ends that uses `share` of a core, and why.
std::string end_of(double bound_s, double share, int most_s) {
  TestLimits limits(bound_s);
  for (int second = 1; second <= most_s; ++second) {
    if (const std::string why = limits.exceeded(1.0, share * second); !why.empty())
      return std::to_string(second) + ": " + why;
  }
  return "";
}

TEST(TestLimits, CpuTimeOfAllProcessesEndsATest) {
  EXPECT_EQ(end_of(120, 2.0, 1000), "61: it has used 122.0 CPU seconds, its bound is 120");
  TestLimits limits(3);
  EXPECT_EQ(limits.exceeded(1.0, 3.0), "");
  EXPECT_EQ(limits.exceeded(1.0, 3.5), "it has used 3.5 CPU seconds, its bound is 3");
}

TEST(TestLimits, ABusyMachineEndsNoTest) {
  EXPECT_EQ(end_of(120, 1.0 / 8.0, 960), "") << "two cores, a load of 16";
  EXPECT_EQ(end_of(1000, 1.0 / 150.0, 9000), "");
}

TEST(TestLimits, ATestWithoutProgressEnds) {
  EXPECT_EQ(end_of(120, 0.0, 1000), "180: it has used less than 1 CPU second within 180 s");
  EXPECT_EQ(end_of(120, 0.005, 1000), "180: it has used less than 1 CPU second within 180 s");
  TestLimits limits(1000);
  EXPECT_EQ(limits.exceeded(179.0, 0.9), "");
  EXPECT_EQ(limits.exceeded(0.5, 1.0), "") << "progress";
  EXPECT_EQ(limits.exceeded(179.0, 1.9), "");
  EXPECT_EQ(limits.exceeded(1.0, 1.9), "it has used less than 1 CPU second within 180 s");
}

TEST(TestLimits, TenTimesTheBoundEndsATest) {
  EXPECT_EQ(end_of(60, 0.05, 1000), "600: it has run for 600 s, ten times its bound, and used 30.0 CPU seconds");
}

}  // namespace
}  // namespace stencil
