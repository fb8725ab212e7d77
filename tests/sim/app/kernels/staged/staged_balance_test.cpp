// The main loop as stages: a sweep that both sides share is balanced by cycles, alike in every run.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/kernels/staged/staged_solver.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <vector>

#include "tests/sim/app/kernels/staged/staged_run.hpp"
#include "tests/support/world.hpp"

namespace stencil::staged_solver_test {
namespace {

TEST(StagedSolver, BalancesByCyclesAlikeInEveryRun) {
  Shape shape;
  shape.strip_rows = 60;
  shape.iterations = 30;
  SharingOptions sharing;
  sharing.share = std::nullopt;
  sharing.host_points_per_cycle = 0.5;
  StagedRun first(shape, {Where::cpu, Where::split, Where::off}, "model", sharing);
  first.expect_golden(golden(shape));
  const StagedRun second(shape, {Where::cpu, Where::split, Where::off}, "model", sharing);
  const auto& a = first.solver().shares();
  const auto& b = second.solver().shares();
  ASSERT_EQ(a.size(), 10u);
  ASSERT_EQ(b.size(), a.size());
  for (std::size_t k = 0; k < a.size(); ++k) {
    EXPECT_EQ(a[k].device_rows, b[k].device_rows);
    EXPECT_EQ(a[k].device_cycles, b[k].device_cycles);
    EXPECT_EQ(a[k].host_cycles, b[k].host_cycles);
  }
}

// Steps of strips that stay, with one share; returns the last of them on this rank.
std::int64_t steady_cycles(const Shape& shape, SharingOptions sharing, double share) {
  sharing.share = share;
  return StagedRun(shape, {Where::cpu, Where::split, Where::off}, "model", sharing).solver().shares().back().cycles();
}

// Host rates from hardly worth a row to so fast that the device is not: from the sixth step on a step takes at most
// 5 % more than with the best of 41 fixed shares.
TEST(StagedSolver, BalancesWithinAFewStepsAsWellAsTheBestFixedShare) {
  Shape shape;
  shape.rows = 160 * test::comm_size();
  shape.cols = 40;
  shape.strip_rows = 200;
  shape.iterations = 10 * shape.stw;
  for (const double host_points_per_cycle : {0.02, 0.2, 1.0, 3.0, 8.0, 1000.0}) {
    SharingOptions sharing;
    sharing.host_points_per_cycle = host_points_per_cycle;
    Shape short_shape = shape;
    short_shape.iterations = 3 * shape.stw;
    std::int64_t best = std::numeric_limits<std::int64_t>::max();
    for (int k = 0; k <= 40; ++k) best = std::min(best, steady_cycles(short_shape, sharing, k / 40.0));
    sharing.share = std::nullopt;
    const StagedRun run(shape, {Where::cpu, Where::split, Where::off}, "model", sharing);
    const std::vector<StepShare>& shares = run.solver().shares();
    ASSERT_EQ(shares.size(), 10u);
    for (std::size_t step = 6; step < shares.size(); ++step) {
      EXPECT_LE(static_cast<double>(shares[step].cycles()), 1.05 * static_cast<double>(best))
          << host_points_per_cycle << " points a cycle, step " << step << ", " << shares[step].device_rows
          << " rows on the device";
    }
    EXPECT_EQ(shares.back().device_rows == 0, host_points_per_cycle == 1000.0);
  }
}

}  // namespace
}  // namespace stencil::staged_solver_test
