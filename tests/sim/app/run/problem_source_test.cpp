// The problem from a seed or from files: shapes, descriptions, refusals.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/run/problem_source.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "host/base/errors.hpp"
#include "sim/app/kernels/gauss_seidel/gauss_seidel_kernel.hpp"
#include "sim/app/kernels/kernels.hpp"
#include "tests/support/refusal.hpp"
#include "tests/support/scratch_directory.hpp"

namespace stencil {
namespace {

void write_counted(const std::string& path, std::int64_t rows, std::int64_t cols, double first) {
  std::vector<double> values(static_cast<std::size_t>(rows * cols));
  for (double& value : values) value = first++;
  NpyWriter writer(path, rows, cols);
  writer.append_rows(values.data(), rows);
  writer.commit();
}

std::string refusal(const RunOptions& options) {
  return test::refusal([&] { ProblemSource source(options); });
}

TEST(ProblemSource, DefaultsToTheSeededDomain) {
  const ProblemSource source{default_run_options()};
  EXPECT_EQ(source.rows(), 101);
  EXPECT_EQ(source.cols(), 77);
  std::vector<double> rows(2 * 77);
  source.read_rows(ProblemArray::r, 5, 2, rows.data());
  EXPECT_EQ(rows[77 + 3], problem_value(1, ProblemArray::r, 6, 3));
  const ReportProblem description = source.description(default_run_options());
  EXPECT_EQ(description.seed, 1u);
  EXPECT_EQ(description.dx, 0.01);
}

TEST(ProblemSource, DescribesGaussSeidelWithoutWhatItHasNoUseFor) {
  RunOptions options = default_run_options("gauss-seidel");
  tile_options(options).sweeps = 3;
  tile_options(options).rounds = 7;
  tile_options(options).grid = GridSize{2, 1};
  const ReportProblem description = ProblemSource(options).description(options);
  EXPECT_EQ(description.kernel, "gauss-seidel");
  EXPECT_EQ(description.iterations, 42);
  EXPECT_EQ(description.grid, "2x1");
  EXPECT_EQ(description.tiles, "2x2");
  EXPECT_EQ(description.seed, 1u);
  EXPECT_FALSE(description.stw || description.portion || description.dx || description.dy || description.beta);
  EXPECT_EQ(description.schedule + description.blocking + description.distribution + description.rhs, "");
}

TEST(ProblemSource, TakesTheShapeOfTheFiles) {
  const testing_support::ScratchDirectory scratch;
  write_counted(scratch / "f.npy", 4, 3, 0.0);
  RunOptions options = default_run_options();
  options.input = scratch / "f.npy";
  const ProblemSource f_only(options);
  EXPECT_EQ(f_only.rows(), 4);
  EXPECT_EQ(f_only.cols(), 3);
  std::vector<double> row(3);
  f_only.read_rows(ProblemArray::f, 2, 1, row.data());
  EXPECT_EQ(row, (std::vector<double>{6, 7, 8}));
  f_only.read_rows(ProblemArray::r, 2, 1, row.data());
  EXPECT_EQ(row[1], problem_value(1, ProblemArray::r, 2, 1));
  EXPECT_EQ(f_only.description(options).seed, 1u);

  write_counted(scratch / "r.npy", 4, 3, 100.0);
  options.rhs = scratch / "r.npy";
  const ProblemSource both(options);
  both.read_rows(ProblemArray::r, 0, 1, row.data());
  EXPECT_EQ(row, (std::vector<double>{100, 101, 102}));
  EXPECT_FALSE(both.description(options).seed);
}

TEST(ProblemSource, RefusesShapesThatDisagreeOrCannotBe) {
  const testing_support::ScratchDirectory scratch;
  const std::string f = scratch / "f.npy";
  const std::string r = scratch / "r.npy";
  write_counted(f, 4, 3, 0.0);
  write_counted(r, 3, 4, 0.0);
  RunOptions options = default_run_options();
  options.input = f;
  options.rhs = r;
  EXPECT_EQ(refusal(options), r + ": shape is (3, 4), must be (4, 3)");
  options.rhs.clear();
  options.rows = 5;
  EXPECT_EQ(refusal(options), f + ": shape is (4, 3), must be (5, 3)");
  write_counted(f, 2, 9, 0.0);
  options.rows.reset();
  EXPECT_EQ(refusal(options), "--rows is 2, must be 3 .. 1099511627776");
  options.input.clear();
  options.rows = std::int64_t{1} << 40;
  options.cols = 257;
  EXPECT_EQ(refusal(options),
            "--rows 1099511627776 times --cols 257 are too many cells, must be at most 281474976710656");
}

}  // namespace
}  // namespace stencil
