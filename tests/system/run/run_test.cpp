// Whole runs in process: every shape bit-exact, every rank count equal, impossible runs refused.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/diagnostics/diagnosed_run.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "host/base/errors.hpp"
#include "host/io/npy.hpp"
#include "host/mpi/agreement.hpp"
#include "models/jacobi.hpp"
#include "models/problem.hpp"
#include "models/values/canonical_nan.hpp"
#include "sim/app/kernels/jacobi/jacobi_kernel.hpp"
#include "tests/support/refusal.hpp"
#include "tests/system/run/expect_classes.hpp"
#include "tests/system/run/run_world.hpp"

namespace stencil {
namespace {

using testing_support::expect_classes_hold;
using testing_support::refusal;
using testing_support::run_ways;
using testing_support::shape;
using testing_support::SharedDirectory;
using testing_support::world_rank;
using testing_support::world_size;

void expect_exact_one_way(RunOptions options, const ItstepOptions& way) {
  SCOPED_TRACE(::testing::Message() << *options.rows << " x " << *options.cols << ", "
                                    << sweep_options(options).iterations << " iterations, stw "
                                    << sweep_options(options).scheme.interval << ", portion "
                                    << sweep_options(options).scheme.portion << ", " << name_of(way.schedule) << ", "
                                    << name_of(way.blocking));
  sweep_options(options).scheme.how = way;
  options.check = Check::each_block;
  const RunOutcome outcome = run(MPI_COMM_WORLD, options);
  EXPECT_EQ(outcome.exit_status, exit_ok);
  if (world_rank() != 0) return;
  EXPECT_EQ(outcome.report.verdict.ok(), true);
  EXPECT_GE(*outcome.report.verdict.compared, 2 * *options.rows * *options.cols);
  expect_classes_hold(outcome.report);
}

// Every schedule and blocking on an accelerator without a clock; on a slower one with a clock, they take turns.
void expect_exact(const RunOptions& options) {
  static std::size_t turn = 0;
  const std::vector<std::string> timed = accelerator_names(true);
  const bool takes_time = std::count(timed.begin(), timed.end(), options.device.accel) > 0;
  if (takes_time) return expect_exact_one_way(options, run_ways()[turn++ % run_ways().size()]);
  for (const ItstepOptions& way : run_ways()) expect_exact_one_way(options, way);
}

TEST(Run, IsExactForEverySweepWidthAndAwkwardSizes) {
  const std::int64_t ranks = world_size();
  const std::int64_t portion = 9;
  for (std::int64_t stw = 1; stw <= portion / 3; ++stw) {
    for (const std::int64_t rows : {ranks * stw, ranks * 5 + 1, ranks * portion + 1, ranks * 11 + ranks / 2, 61L}) {
      if (rows < 3 || rows / ranks < stw) continue;
      expect_exact(shape(rows, 3 + rows % 4, 2 * stw + 1, stw, portion));
    }
  }
}

TEST(Run, IsExactForOneRowMoreThanPortionAndForASingleBlock) {
  for (const std::int64_t local : {14, 15, 16, 17, 19, 20, 21}) {
    expect_exact(shape(world_size() * local, 5, 11, 5, 15));
  }
}

TEST(Run, IsExactForSkewedBlocksUpToAsManySweepsAsRows) {
  for (const std::int64_t portion : {3, 6, 7}) {
    for (const std::int64_t local : {2 * portion, 2 * portion + 1, 3 * portion, 5 * portion + 2}) {
      for (const Schedule schedule : all_schedules) {
        expect_exact_one_way(shape(world_size() * local, 6, 2 * portion + 1, portion, portion),
                             {schedule, Blocking::skewed});
      }
    }
  }
}

TEST(Run, IsExactForThreeColumnsAndFewIterations) {
  expect_exact(shape(40, 3, 1, 4, 12));
  expect_exact(shape(40, 3, 4, 4, 12));
  expect_exact(shape(40, 3, 5, 4, 12));
}

TEST(Run, WritesTheSameResultAsTheGoldenSolverForSpecialValues) {
  const SharedDirectory scratch;
  const std::int64_t rows = 37;
  const std::int64_t cols = 11;
  std::vector<double> f(static_cast<std::size_t>(rows * cols));
  std::vector<double> r(f.size());
  const std::vector<std::uint64_t> specials{0x0000000000000000u, 0x8000000000000000u, 0x0000000000000001u,
                                            0x800fffffffffffffu, 0x7ff0000000000000u, 0xfff0000000000000u,
                                            0x7ff8000000000abcu, 0xfff4000000000001u, 0x3ff0000000000000u,
                                            0x7fefffffffffffffu, 0x0010000000000000u};
  std::mt19937_64 random(99);
  for (std::size_t i = 0; i < f.size(); ++i) {
    f[i] = from_bits(specials[random() % specials.size()]);
    r[i] = from_bits(specials[random() % 6]);
  }
  if (world_rank() == 0) {
    NpyWriter f_file(scratch / "f.npy", rows, cols);
    f_file.append_rows(f.data(), rows);
    f_file.commit();
    NpyWriter r_file(scratch / "r.npy", rows, cols);
    r_file.append_rows(r.data(), rows);
    r_file.commit();
  }
  MPI_Barrier(MPI_COMM_WORLD);
  RunOptions options = shape(rows, cols, 7, 3, 9);
  options.input = scratch / "f.npy";
  options.rhs = scratch / "r.npy";
  options.output = scratch / "out.npy";
  options.dump_input = scratch / "dump";
  dynamic_cast<JacobiKernel&>(*options.kernel).grid.beta = 0.125;
  std::vector<double> expected = f;
  JacobiWeights weights = grid_numbers(rows, cols).weights;
  weights.beta = 0.125;
  golden_sweeps(rows, cols, expected.data(), r.data(), weights, 7);
  std::vector<double> got(f.size());
  for (const ItstepOptions& way : run_ways()) {
    SCOPED_TRACE(::testing::Message() << name_of(way.schedule) << ", " << name_of(way.blocking));
    sweep_options(options).scheme.how = way;
    const RunOutcome outcome = run(MPI_COMM_WORLD, options);
    EXPECT_EQ(outcome.exit_status, exit_ok);
    if (world_rank() != 0) continue;
    read_npy_rows(inspect_npy(options.output), 0, rows, got.data());
    EXPECT_EQ(compare_rows(expected.data(), got.data(), 0, rows, cols).mismatches, 0);
    EXPECT_EQ(compare_rows(f.data(), got.data(), 0, 1, cols).mismatches, 0) << "payloads on the boundary must survive";
  }
  if (world_rank() != 0) return;
  for (const auto& [name, values] : {std::pair("dump_f.npy", &f), std::pair("dump_r.npy", &r)}) {
    read_npy_rows(inspect_npy(scratch / name), 0, rows, got.data());
    EXPECT_EQ(compare_rows(values->data(), got.data(), 0, rows, cols).mismatches, 0) << name;
  }
}

TEST(Run, TheResultDoesNotDependOnTheRanks) {
  const SharedDirectory scratch;
  RunOptions options = shape(43, 8, 9, 2, 7);
  options.output = scratch / "all.npy";
  EXPECT_EQ(run(MPI_COMM_WORLD, options).exit_status, exit_ok);
  if (world_rank() != 0) return;
  options.output = scratch / "alone.npy";
  EXPECT_EQ(run(MPI_COMM_SELF, options).exit_status, exit_ok);
  EXPECT_EQ(testing_support::read_text(scratch / "all.npy"), testing_support::read_text(scratch / "alone.npy"));
}

TEST(Run, RefusesOnEveryRankAlikeBeforeAnyFileAppears) {
  const SharedDirectory scratch;
  RunOptions options = shape(30 * world_size(), 9, 3, 3, 10);
  options.output = scratch / "none/out.npy";
  EXPECT_EQ(refusal(options).substr(0, (world_size() > 1 ? 8 : 0)), world_size() > 1 ? "rank 0: " : "");
  EXPECT_NE(refusal(options).find("none/out.npy: cannot create a file there: No such file"), std::string::npos);
  options.output = scratch / "out.npy";
  options.device.config = "unheard-of";
  EXPECT_EQ(refusal(options).rfind("configuration 'unheard-of' is not known, must be one of: ", 0), 0u);
  options.device.config = "default";
  options.input = scratch / "missing.npy";
  EXPECT_EQ(refusal(options), options.input + ": cannot be opened: No such file or directory");
  options.input.clear();
  options.cols = 10001;
  EXPECT_NE(refusal(options), "accepted");
  options.cols = 10000;
  sweep_options(options).scheme.portion = 200;
  options.rows = 300 * world_size();
  EXPECT_NE(refusal(options), "accepted") << "206 rows of 10000 words do not fit 1000000";
  sweep_options(options).scheme.how.blocking = Blocking::skewed;
  sweep_options(options).scheme.interval = 150;
  sweep_options(options).scheme.portion = 150;
  EXPECT_NE(refusal(options), "accepted") << "nor do 300";
  MPI_Barrier(MPI_COMM_WORLD);
  EXPECT_FALSE(std::filesystem::exists(scratch / "out.npy"));
}

// With a row behind it.
TEST(Run, PoisonsAsManyWordsAsItsLargestBlockHas) {
  std::vector<std::int64_t> words;
  RunHooks hooks;
  hooks.make_device = [&](const AcceleratorOptions& device) {
    words.push_back(device.checking.poison_words);
    return make_accelerator(device);
  };
  RunOptions options = shape(30 * world_size(), 7, 4, 2, 9);
  EXPECT_EQ(run(MPI_COMM_WORLD, options, hooks).exit_status, exit_ok);
  options.device.checking.poison_words = 0;
  EXPECT_EQ(run(MPI_COMM_WORLD, options, hooks).exit_status, exit_ok);
  EXPECT_EQ(words, (std::vector<std::int64_t>{(9 + 2 * 2 + 1) * 7, 0}));
}

}  // namespace
}  // namespace stencil
