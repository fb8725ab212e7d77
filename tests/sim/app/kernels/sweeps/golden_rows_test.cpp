// The golden solution made by all ranks, against sweeps of the whole field one after another.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/kernels/sweeps/golden_rows.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "models/jacobi.hpp"
#include "models/problem.hpp"
#include "sim/app/kernels/kernels.hpp"
#include "tests/models/uneven_weights.hpp"

namespace stencil {
namespace {

class GoldenRowsOfRanks : public ::testing::Test {
 protected:
  void SetUp() override { MPI_Comm_rank(MPI_COMM_WORLD, &rank_); }

  void expect_exact(std::int64_t rows, std::int64_t cols, const SweepWeights& weights, const Steps& steps,
                    bool with_changes) {
    SCOPED_TRACE(::testing::Message() << rows << " x " << cols << ", " << steps.iterations << " sweeps, steps of "
                                      << steps.stw << (with_changes ? ", changes" : ""));
    RunOptions options = default_run_options();
    options.rows = rows;
    options.cols = cols;
    const ProblemSource source(options);
    const auto golden = GoldenRows(MPI_COMM_WORLD, source, weights).solve(steps, with_changes, nullptr);
    ASSERT_EQ(golden.has_value(), rank_ == 0);
    if (!golden) return;
    std::vector<double> f(static_cast<std::size_t>(rows * cols)), r(f.size()), changes;
    source.read_rows(ProblemArray::f, 0, rows, f.data());
    source.read_rows(ProblemArray::r, 0, rows, r.data());
    for (std::int64_t step = 0; step < steps.count(); ++step) {
      LargestChange change;
      for (std::int64_t sweep = 0; sweep < steps.niter(step); ++sweep)
        golden_sweeps(rows, cols, f.data(), r.data(), weights, 1, sweep == 0 ? &change : nullptr);
      if (with_changes) changes.push_back(change.value());
    }
    const Comparison found = golden->compare(0, rows, f.data());
    EXPECT_EQ(found.compared, rows * cols);
    EXPECT_EQ(found.mismatches, 0) << "first in row " << found.first->row;
    EXPECT_EQ(golden->changes(), changes);
  }

  int rank_ = 0;
};

// 16 sweeps lie between two exchanges; ranks with fewer than 64 rows have none.
TEST_F(GoldenRowsOfRanks, HaveTheBitsOfTheWholeFieldSwept) {
  for (const SweepWeights& weights : test::uneven_weights()) {
    for (const std::int64_t rows : {3, 127, 128, 191, 192, 301}) {
      for (const std::int64_t iterations : {1, 16, 17, 32, 35}) {
        expect_exact(rows, 5, weights, {iterations, 1}, false);
        expect_exact(rows, 5, weights, {iterations, iterations}, true);
      }
      expect_exact(rows, 5, weights, {45, 20}, true);
      expect_exact(rows, 5, weights, {5, 2}, true);
    }
  }
}

}  // namespace
}  // namespace stencil
