// The golden solution, the place of the first wrong value, and checks gathered from all ranks.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/kernels/sweeps/whole_domain.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <vector>

#include "host/arrays/rows/row_distribution.hpp"
#include "host/jacobi/scheme.hpp"
#include "models/jacobi.hpp"
#include "models/problem.hpp"
#include "models/values/canonical_nan.hpp"
#include "sim/app/kernels/kernels.hpp"
#include "sim/app/kernels/sweeps/block_check.hpp"
#include "sim/app/report/gather.hpp"

namespace stencil {
namespace {

TEST(GoldenSolution, IsTheWholeDomainSwept) {
  RunOptions options = default_run_options();
  options.rows = 12;
  options.cols = 9;
  const ProblemSource source(options);
  std::vector<double> f(108);
  std::vector<double> r(108);
  source.read_rows(ProblemArray::f, 0, 12, f.data());
  source.read_rows(ProblemArray::r, 0, 12, r.data());
  golden_sweeps(12, 9, f.data(), r.data(), grid_numbers(12, 9).weights, 4);
  const GoldenSolution golden = golden_solution(source, grid_numbers(12, 9).weights, Steps{4, 3}, true, nullptr);
  EXPECT_EQ(golden.changes().size(), 2u);
  EXPECT_EQ(golden_solution(source, grid_numbers(12, 9).weights, Steps{4, 3}, false, nullptr).changes().size(), 0u);
  EXPECT_EQ(golden.compare(3, 9, f.data() + 27).compared, 81);
  EXPECT_EQ(golden.compare(3, 9, f.data() + 27).mismatches, 0);
  f[5 * 9 + 2] = from_bits(bits_of(f[5 * 9 + 2]) ^ 1);
  const Comparison comparison = golden.compare(3, 9, f.data() + 27);
  EXPECT_EQ(comparison.mismatches, 1);
  EXPECT_EQ(comparison.first->row, 5);
  EXPECT_EQ(comparison.first->col, 2);
}

void expect_located(const ItstepOptions& how, std::optional<std::int64_t> block_rows) {
  const std::int64_t rows = 71;
  const Steps steps{8, 3};  // the last step has 2 sweeps
  const BlockScheme scheme{how, 9, 2, block_rows.has_value()};
  const RowDistribution distribution(MPI_COMM_WORLD, rows, 4, steps.stw, block_rows);
  const Strips& strips = distribution.strips();
  for (const Strip& part : strips.all()) {
    std::int64_t block = 0;
    for (const Block& piece : plan_strip(part.local_rows(), scheme)) {
      for (std::int64_t local = piece.first_row; local < piece.first_row + piece.keep; ++local) {
        const std::int64_t row = part.first_local() + local;
        if (row < part.first_row || row >= part.first_row + part.owned) continue;
        const LocatedMismatch located = locate_in_result(strips, steps, scheme, Mismatch{row, 1, 2, 3});
        EXPECT_EQ(located.rank, part.rank) << row;
        EXPECT_EQ(located.strip, part.number) << row;
        EXPECT_EQ(located.step, 2);
        EXPECT_EQ(located.block, block) << row;
        EXPECT_EQ(located.sweep, 1);
        EXPECT_EQ(located.at.row, row);
      }
      ++block;
    }
  }
}

TEST(LocateInResult, FindsTheBlockThatWroteEachRowLast) {
  for (const Schedule schedule : all_schedules) {
    for (const Blocking blocking : all_blockings) {
      expect_located({schedule, blocking}, std::nullopt);
      expect_located({schedule, blocking}, 6);
      expect_located({schedule, blocking}, 13);
    }
  }
}

TEST(GatherBlockChecks, SumsAndKeepsTheEarliest) {
  int rank = 0;
  int ranks = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const std::vector<double> f(12, 1.0);
  const std::vector<double> r(12, 0.0);
  // A device that never sweeps: every rank's first inner row is wrong, on rank 0 later than elsewhere.
  std::vector<BlockCheck> checks;
  Strip strip;
  strip.rank = rank;
  strip.owned = 4;
  for (const std::int64_t number : {rank, rank + ranks}) {
    strip.number = number;
    strip.first_row = 100 * number;
    checks.emplace_back(strip, 3, f.data(), r.data(), JacobiWeights{0.5, 0.5, 4.0});
  }
  const Block block{0, 4, 0, 0};
  BlockRun run;
  run.index = 7;
  run.block = block;
  // Checks the second strip first: the earliest difference is chosen by step number, not by the time of the check.
  for (const std::size_t k : {1u, 0u}) {
    checks[k].begin_step(rank == 0 ? 5 : 4, 1);
    checks[k].after_block(run);
  }
  const Verdict verdict = gather_block_checks(MPI_COMM_WORLD, verdict_of(checks));
  if (rank != 0) {
    EXPECT_FALSE(verdict.first_mismatch);
    return;
  }
  EXPECT_EQ(verdict.compared, 24 * ranks);
  EXPECT_EQ(verdict.mismatches, 4 * ranks);
  ASSERT_TRUE(verdict.first_mismatch);
  EXPECT_EQ(verdict.first_mismatch->rank, ranks == 1 ? 0 : 1);
  EXPECT_EQ(verdict.first_mismatch->step, ranks == 1 ? 5 : 4);
  EXPECT_EQ(verdict.first_mismatch->strip, ranks == 1 ? 0 : 1);
  EXPECT_EQ(verdict.first_mismatch->block, 7);
  EXPECT_EQ(verdict.first_mismatch->at.row, ranks == 1 ? 1 : 101);
  EXPECT_EQ(verdict.first_mismatch->at.expected_bits, bits_of(8.0));
  EXPECT_EQ(verdict.first_mismatch->at.got_bits, bits_of(1.0));
  // Two strips per rank: rank 0 fails in step 5, all others in step 4.
  ASSERT_EQ(verdict.steps.size(), ranks == 1 ? 1u : 2u);
  EXPECT_EQ(verdict.steps.back().step, 5);
  EXPECT_EQ(verdict.steps.back().blocks, 2);
  EXPECT_EQ(verdict.steps.back().compared, 24);
  EXPECT_EQ(verdict.steps.back().mismatches, 4);
  if (ranks == 1) return;
  EXPECT_EQ(verdict.steps.front().step, 4);
  EXPECT_EQ(verdict.steps.front().blocks, 2 * (ranks - 1));
  EXPECT_EQ(verdict.steps.front().compared, 24 * (ranks - 1));
  EXPECT_EQ(verdict.steps.front().mismatches, 4 * (ranks - 1));
}

TEST(GatherBlockChecks, KeepsATileWithoutAStrip) {
  Verdict mine;
  mine.compared = 5;
  mine.mismatches = 1;
  mine.first_mismatch = LocatedMismatch{0, 3, 2, 1, Mismatch{7, 8, 9, 10}};
  const Verdict verdict = gather_block_checks(MPI_COMM_WORLD, mine);
  if (!verdict.first_mismatch) return;  // not rank 0
  EXPECT_FALSE(verdict.first_mismatch->strip);
  EXPECT_EQ(verdict.first_mismatch->at.col, 8);
}

TEST(GatherBlockChecks, WithoutChecksNothingWasCompared) {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const Verdict verdict = gather_block_checks(MPI_COMM_WORLD, verdict_of({}));
  EXPECT_EQ(verdict.compared.value_or(0), 0);
  EXPECT_EQ(verdict.mismatches, 0);
  EXPECT_TRUE(verdict.steps.empty());
  EXPECT_FALSE(verdict.ok());
}

}  // namespace
}  // namespace stencil
