// Whole runs of kernel files: exact in every schedule, blocking and placement, with a report that has the file.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "host/io/npy.hpp"
#include "models/compare.hpp"
#include "models/formula/exact_sweeps.hpp"
#include "models/kernel_rows/formula_weights.hpp"
#include "models/problem.hpp"
#include "sim/app/kernels/blocks/required_kernel.hpp"
#include "sim/app/kernels/from_file/file_kernel.hpp"
#include "sim/app/kernels/staged/stages_report.hpp"
#include "tests/support/scratch_directory.hpp"
#include "tests/system/run/expect_classes.hpp"
#include "tests/system/run/run_world.hpp"

namespace stencil::run_formula_test {
namespace {

using testing_support::all_ways;
using testing_support::read_text;
using testing_support::refusal;
using testing_support::shape;
using testing_support::SharedDirectory;
using testing_support::world_rank;
using testing_support::world_size;
using testing_support::write_text;

bool on_rtl() {
  const char* accel = std::getenv("STENCIL_TEST_ACCEL");
  return accel != nullptr && std::string(accel) == "rtl";
}

// On the RTL those that a configuration of the build has.
std::vector<std::string> examples() {
  if (on_rtl()) return {"heat", "nine_point"};
  return {"heat", "nine_point", "upwind", "damped_jacobi"};
}

std::string example(const std::string& name) {
  return std::string(STENCIL_FORMULA_EXAMPLES) + "/" + name + ".stencil";
}

RunOptions formula_run(const std::string& file, std::int64_t rows, std::int64_t cols, std::int64_t iterations,
                       std::int64_t stw, std::int64_t portion) {
  const RunOptions jacobi = shape(rows, cols, iterations, stw, portion);
  RunOptions options = file_run_options();
  options.rows = rows;
  options.cols = cols;
  options.device = jacobi.device;
  options.device.config = "small";
  if (on_rtl()) options.device.config = file == example("heat") ? "heat" : "nine-point";
  auto& kernel = kernel_as<FileKernel>(options);
  kernel.read(file);
  kernel.options.iterations = iterations;
  kernel.options.scheme.interval = stw;
  kernel.options.scheme.portion = portion;
  options.device.formula = kernel.formula();
  return options;
}

// By the operators of a point, in integers: the golden rows of a kernel file are judged, too.
std::vector<double> exact_result(const RunOptions& options) {
  const std::int64_t rows = *options.rows, cols = *options.cols;
  std::vector<double> f(static_cast<std::size_t>(rows * cols)), r(f.size());
  fill_problem_rows(1, ProblemArray::f, 0, rows, cols, f.data());
  fill_problem_rows(1, ProblemArray::r, 0, rows, cols, r.data());
  const SweepWeights weights = kernel_as<FileKernel>(options).weights(rows, cols);
  exact_sweeps(rows, cols, f.data(), r.data(), weights, sweep_options(options).iterations);
  return f;
}

RunOutcome expect_exact(RunOptions options) {
  const SharedDirectory scratch;
  options.output = scratch / "out.npy";
  RunOutcome outcome = run(MPI_COMM_WORLD, options);
  EXPECT_EQ(outcome.exit_status, exit_ok);
  if (world_rank() != 0) return outcome;
  std::vector<double> got(static_cast<std::size_t>(*options.rows * *options.cols));
  read_npy_rows(inspect_npy(options.output), 0, *options.rows, got.data());
  const std::vector<double> expected = exact_result(options);
  EXPECT_EQ(compare_rows(expected.data(), got.data(), 0, *options.rows, *options.cols).mismatches, 0);
  EXPECT_EQ(outcome.report.verdict.ok(), true);
  testing_support::expect_classes_hold(outcome.report);
  return outcome;
}

TEST(RunFormula, ExamplesAreExactInEveryScheduleAndBlocking) {
  for (const std::string& name : examples()) {
    for (const ItstepOptions& way : all_ways) {
      SCOPED_TRACE(::testing::Message() << name << ", " << name_of(way.schedule) << ", " << name_of(way.blocking));
      RunOptions options = formula_run(example(name), 61, 9, 11, 3, 12);
      options.check = Check::each_block;
      sweep_options(options).scheme.how = way;
      const RunOutcome outcome = expect_exact(options);
      if (world_rank() != 0) continue;
      EXPECT_EQ(outcome.report.problem->kernel, example(name));
      EXPECT_EQ(outcome.report.problem->formula, read_text(example(name)));
    }
  }
}

TEST(RunFormula, IsExactForAwkwardSizesAndStripsDealtInTurn) {
  const std::int64_t ranks = world_size();
  for (const std::int64_t rows : {ranks * 3, ranks * 12 + 1, std::int64_t{71}}) {
    RunOptions options = formula_run(example("nine_point"), rows, 3 + rows % 4, 7, 3, 9);
    sweep_options(options).distribution = rows == 71 ? Distribution::cyclic : Distribution::blocked;
    expect_exact(options);
  }
}

TEST(RunFormula, StagesHaveTheSameResultAndTheSameNorms) {
  std::vector<double> expected;
  for (const char* place : {"norm=cpu", "norm=accel", "sweep=cpu,norm=accel", "sweep=split,norm=cpu"}) {
    SCOPED_TRACE(place);
    RunOptions options = formula_run(example("nine_point"), 61, 9, 11, 3, 12);
    sweep_options(options).place = parse_placement("--place", place);
    const RunOutcome outcome = expect_exact(options);
    if (world_rank() != 0) continue;
    const std::vector<double> norms = outcome.report.parts.find<StagesReport>()->norms;
    if (expected.empty()) expected = norms;
    EXPECT_EQ(norms, expected);
    EXPECT_EQ(norms.size(), 4u);
  }
}

TEST(RunFormula, NumbersComeFromTheFileTheDomainAndTheUser) {
  const SharedDirectory scratch;
  const std::string file = scratch / "k.stencil";
  if (world_rank() == 0) {
    write_text(file,
               "kernel k\nfield u\nsource q\n"
               "number h = 1/(cols - 1)\n"
               "number k = h*h\n"
               "number w\nnew u = k*u + w*q\n");
  }
  MPI_Barrier(MPI_COMM_WORLD);
  RunOptions options = formula_run(file, 20, 9, 4, 2, 6);
  EXPECT_NE(refusal(options).find(file + ":6:8: number w has no default, must be given: --number w=X"),
            std::string::npos)
      << refusal(options);
  kernel_as<FileKernel>(options).give("w=0.1");
  kernel_as<FileKernel>(options).give("h=0.5");
  const RunOutcome outcome = expect_exact(options);
  if (world_rank() == 0) {
    EXPECT_EQ(outcome.report.problem->numbers, "h=0.5,k=0.25,w=0.1");
    const std::vector<std::string>& words = outcome.report.command->words;
    const auto at = std::find(words.begin(), words.end(), "--number");
    ASSERT_NE(at, words.end());
    EXPECT_EQ(at[1], "h=0.5,k=0.25,w=0.1") << "all of them, so that the run is the same in another domain";
    EXPECT_EQ(std::find(words.begin(), words.end(), "--kernel")[1], file);
  }
  options = formula_run(file, 20, 9, 4, 2, 6);
  kernel_as<FileKernel>(options).give("w=0.1");
  const RunOutcome again = expect_exact(options);
  if (world_rank() != 0) return;
  EXPECT_EQ(again.report.problem->numbers, "h=0.125,k=0.015625,w=0.1");
}

// A device that has another formula: both digests, and where the file's is.
TEST(RunFormula, ADeviceOfAnotherFormulaIsRefused) {
  if (!on_rtl()) return;
  AcceleratorOptions options;
  options.config = "heat";
  options.formula = formula_weights(read_formula_file(example("nine_point")));
  const std::unique_ptr<Accelerator> device = make_accelerator(options);
  const auto text_of = [&](const std::string& name) {
    const FormulaWeights formula = formula_weights(read_formula_file(example(name)));
    return test::refusal<ArgumentError>([&] { require_operator(device->capabilities(), formula); });
  };
  EXPECT_EQ(text_of("heat"), "accepted");
  const auto digest = [](const std::string& name) {
    return fmt::format("{:#018x}", formula_digest(read_formula_file(example(name))));
  };
  EXPECT_EQ(text_of("nine_point"), "accelerator rtl of configuration heat has the formula " + digest("heat") +
                                       ", not " + digest("nine_point") +
                                       " of the kernel file; configuration nine-point has it");
  const std::string other = text_of("upwind");
  EXPECT_NE(other.find(digest("upwind")), std::string::npos) << other;
  EXPECT_NE(other.find("stencil_add_configuration(accel NAME ... FORMULA FILE)"), std::string::npos) << other;
}

// Each rank has read a file of its own; the one that differs names line and both texts.
TEST(RunFormula, FilesThatDifferBetweenRanksAreRefused) {
  if (world_size() == 1) return;
  const SharedDirectory scratch;
  const std::string file = scratch / ("rank" + std::to_string(world_rank()) + ".stencil");
  const std::string sign = world_rank() == world_size() - 1 ? "-" : "+";
  write_text(file, "kernel k\nfield u\nnew u = u " + sign + " u[i-1,j]\n");
  const std::string text = refusal(formula_run(file, 20, 9, 4, 2, 6));
  EXPECT_NE(text.find(".stencil:3:1: 'new u = u - u[i-1,j]' here, 'new u = u + u[i-1,j]' on rank 0, must be the same "
                      "file on all ranks"),
            std::string::npos)
      << text;
}

TEST(RunFormula, AFileThatIsNoneIsRefusedByEveryRank) {
  const SharedDirectory scratch;
  const std::string file = scratch / "k.stencil";
  if (world_rank() == 0) write_text(file, "kernel k\nfield u\nnew u = u + u[i-2,j]\n");
  MPI_Barrier(MPI_COMM_WORLD);
  EXPECT_NE(
      refusal(formula_run(file, 20, 9, 4, 2, 6)).find(file + ":3:13: 'u[i-2,j]' is 2 rows away, must be at most 1"),
      std::string::npos);
  EXPECT_NE(refusal(formula_run(scratch / "none.stencil", 20, 9, 4, 2, 6)).find("none.stencil:1:1: cannot be read"),
            std::string::npos);
}

}  // namespace
}  // namespace stencil::run_formula_test
