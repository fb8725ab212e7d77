// Whole runs of the five-point kernel: exact in every schedule, blocking, distribution and placement, with a report.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "host/io/npy.hpp"
#include "models/compare.hpp"
#include "models/jacobi.hpp"
#include "models/problem.hpp"
#include "sim/app/kernels/five_point/five_point_kernel.hpp"
#include "sim/app/kernels/staged/stages_report.hpp"
#include "tests/system/run/expect_classes.hpp"
#include "tests/system/run/run_world.hpp"

namespace stencil {
namespace {

using testing_support::all_ways;
using testing_support::refusal;
using testing_support::shape;
using testing_support::SharedDirectory;
using testing_support::world_rank;
using testing_support::world_size;

constexpr FivePointWeights uneven_numbers{0.5, -0.375, 1.0 / 3.0, 0.25, -0.125, 0.7};

RunOptions five_point_run(std::int64_t rows, std::int64_t cols, std::int64_t iterations, std::int64_t stw,
                          std::int64_t portion) {
  const RunOptions jacobi = shape(rows, cols, iterations, stw, portion);
  RunOptions options = default_run_options("five-point");
  options.rows = rows;
  options.cols = cols;
  options.device = jacobi.device;
  options.device.config = "five-point";
  auto& kernel = dynamic_cast<FivePointKernel&>(*options.kernel);
  kernel.coefficients = uneven_numbers;
  kernel.options.iterations = iterations;
  kernel.options.scheme.interval = stw;
  kernel.options.scheme.portion = portion;
  return options;
}

std::vector<double> golden_result(std::int64_t rows, std::int64_t cols, std::int64_t iterations) {
  std::vector<double> f(static_cast<std::size_t>(rows * cols)), r(f.size());
  fill_problem_rows(1, ProblemArray::f, 0, rows, cols, f.data());
  fill_problem_rows(1, ProblemArray::r, 0, rows, cols, r.data());
  golden_sweeps(rows, cols, f.data(), r.data(), uneven_numbers, iterations);
  return f;
}

// Runs, and compares the result with golden sweeps made here.
RunOutcome expect_golden(RunOptions options) {
  const SharedDirectory scratch;
  options.output = scratch / "out.npy";
  RunOutcome outcome = run(MPI_COMM_WORLD, options);
  EXPECT_EQ(outcome.exit_status, exit_ok);
  if (world_rank() != 0) return outcome;
  const std::int64_t rows = *options.rows, cols = *options.cols;
  std::vector<double> got(static_cast<std::size_t>(rows * cols));
  read_npy_rows(inspect_npy(options.output), 0, rows, got.data());
  const std::vector<double> expected = golden_result(rows, cols, sweep_options(options).iterations);
  EXPECT_EQ(compare_rows(expected.data(), got.data(), 0, rows, cols).mismatches, 0);
  EXPECT_EQ(outcome.report.verdict.ok(), true);
  testing_support::expect_classes_hold(outcome.report);
  return outcome;
}

TEST(RunFivePoint, IsExactInEveryScheduleBlockingAndDistribution) {
  for (const ItstepOptions& way : all_ways) {
    for (const Distribution distribution : all_distributions) {
      SCOPED_TRACE(::testing::Message() << name_of(way.schedule) << ", " << name_of(way.blocking) << ", "
                                        << name_of(distribution));
      RunOptions options = five_point_run(61, 9, 11, 3, 12);
      options.check = Check::each_block;
      sweep_options(options).scheme.how = way;
      sweep_options(options).distribution = distribution;
      const RunOutcome outcome = expect_golden(options);
      if (world_rank() != 0) continue;
      EXPECT_EQ(outcome.report.problem->kernel, "five-point");
      EXPECT_EQ(outcome.report.problem->coefficients, "0.5,-0.375,0.3333333333333333,0.25,-0.125,0.7");
    }
  }
}

TEST(RunFivePoint, IsExactForAwkwardSizes) {
  const std::int64_t ranks = world_size();
  for (const std::int64_t rows : {ranks * 3, ranks * 12 + 1, 71L}) {
    if (rows < 3) continue;
    expect_golden(five_point_run(rows, 3 + rows % 4, 7, 3, 9));
  }
}

TEST(RunFivePoint, StagesHaveTheSameResultAndTheSameNorms) {
  std::vector<double> expected;
  for (const char* place :
       {"norm=cpu", "norm=accel", "sweep=cpu,norm=accel", "sweep=split,norm=cpu", "sweep=split,norm=accel"}) {
    SCOPED_TRACE(place);
    RunOptions options = five_point_run(61, 9, 11, 3, 12);
    sweep_options(options).place = parse_placement("--place", place);
    const RunOutcome outcome = expect_golden(options);
    if (world_rank() != 0) continue;
    const std::vector<double> norms = outcome.report.parts.find<StagesReport>()->norms;
    if (expected.empty()) expected = norms;
    EXPECT_EQ(norms, expected);
    EXPECT_EQ(norms.size(), 4u);
  }
}

TEST(RunFivePoint, IsRefusedWhereTheConfigurationHasNoSuchKernel) {
  RunOptions options = five_point_run(61, 9, 11, 3, 12);
  options.device.config = "default";
  for (const bool staged : {false, true}) {
    if (staged) sweep_options(options).place = parse_placement("--place", "norm=cpu");
    EXPECT_NE(refusal(options).find("accelerator " + options.device.accel +
                                    " of configuration default has no five-point kernel, only Jacobi, Gauss-Seidel"),
              std::string::npos)
        << refusal(options);
  }
}

}  // namespace
}  // namespace stencil
