// A step of step.h over a fake device: results, what the library chooses, one in flight at a time.
// SPDX-License-Identifier: Apache-2.0
#include "step.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <vector>

#include "accel.h"
#include "host/c/call_ledger.hpp"
#include "host/c/running_step.hpp"
#include "tests/host/c/step/step_case.hpp"
#include "tests/host/support/fatal_catcher.hpp"

namespace stencil {
namespace {

TEST_F(Step, GivesTheResultOfSweepsOverTheWholePartWithEverySchedule) {
  const std::vector<double> expected = golden(3, JacobiWeights{1.0, 0.5, 0.25});
  for (const char* schedule : {"sequential", "overlapped", "auto"}) {
    for (const char* blocking : {"overlapped-rows", "skewed", ""}) {
      fill(cols);
      step(3, schedule, blocking, 9);
      EXPECT_EQ(f, expected) << schedule << ' ' << blocking;
    }
  }
}

TEST_F(Step, SweepsWithTheFivePointOperator) {
  const std::vector<double> expected = golden(2, FivePointWeights{1.0, 0.5, 0.25, 0.125, 0.5, 0.25});
  step(2, nullptr, nullptr, 0, "five-point");
  EXPECT_EQ(f, expected);
}

TEST_F(Step, LeavesTheGapsBetweenRowsAlone) {
  const std::vector<double> expected = golden(2, JacobiWeights{1.0, 0.5, 0.25});
  fill(cols + 3);
  step(2);
  for (long i = 0; i < rows; ++i) {
    for (long j = 0; j < cols + 3; ++j) {
      const double value = f[static_cast<std::size_t>(i * (cols + 3) + j)];
      EXPECT_EQ(value, j < cols ? expected[static_cast<std::size_t>(i * cols + j)] : -7.0) << i << ' ' << j;
    }
  }
}

TEST_F(Step, NothingHappensToAPartWithoutRows) {
  part = {};
  step(3);
  EXPECT_EQ(describe_step_in_flight(), "");
}

TEST_F(Step, ChoosesByArgumentThenByEnvironment) {
  std::vector<BlockScheme> schemes;
  process_call_ledger().on_step(
      [&](const StepInfo& info, const std::vector<BlockRun>&) { schemes.push_back(info.scheme); });
  setenv("STENCIL_SCHEDULE", "sequential", 1);
  setenv("STENCIL_BLOCKING", "overlapped-rows", 1);
  setenv("STENCIL_PORTION", "9", 1);
  step(2);
  step(2, "overlapped", "skewed", 8);
  unsetenv("STENCIL_SCHEDULE");
  step(2);
  process_call_ledger().on_step(nullptr);
  ASSERT_EQ(schemes.size(), 3U);
  EXPECT_EQ(schemes[0].how.schedule, Schedule::sequential);
  EXPECT_EQ(schemes[0].how.blocking, Blocking::overlapped_rows);
  EXPECT_EQ(schemes[0].portion, 9);
  EXPECT_EQ(schemes[1].how.schedule, Schedule::overlapped);
  EXPECT_EQ(schemes[1].how.blocking, Blocking::skewed);
  EXPECT_EQ(schemes[1].portion, 8);
  EXPECT_EQ(schemes[2].how.schedule, Schedule::overlapped);
}

TEST_F(Step, OneStepIsInFlightAtATime) {
  expect_fatal(exit_usage, "stencil_step_wait: no step is in flight", [] { stencil_step_wait(); });
  stencil_step_begin(&part, "jacobi", weights, 1, nullptr, nullptr, 0);
  const char* const in_flight = "a step of stencil_step_begin is in flight, must be ended by stencil_step_wait first";
  expect_fatal(exit_usage, in_flight, [&] { stencil_step_begin(&part, "jacobi", weights, 1, nullptr, nullptr, 0); });
  expect_fatal(exit_usage, in_flight, [&] { f_to_accel(0, f.data(), 10); });
  expect_fatal(exit_usage, in_flight, [&] { itstep_accel(4, 4, 1.0, 1.0, 1.0, 1); });
  EXPECT_NE(describe_step_in_flight(), "");
  stencil_step_wait();
  EXPECT_EQ(describe_step_in_flight(), "");
  f_to_accel(0, f.data(), 10);
  expect_fatal(exit_usage, "no step is in flight", [] { stencil_step_wait(); });
}

}  // namespace
}  // namespace stencil
