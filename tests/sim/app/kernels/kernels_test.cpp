// The registry of kernels, and the options of each.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/kernels/kernels.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <set>
#include <string>
#include <variant>

#include "sim/app/kernels/five_point/five_point_kernel.hpp"
#include "sim/app/kernels/gauss_seidel/gauss_seidel_kernel.hpp"
#include "sim/app/kernels/jacobi/jacobi_kernel.hpp"
#include "sim/app/report/report.hpp"
#include "tests/sim/app/kernel_names.hpp"
#include "tests/support/refusal.hpp"

namespace stencil {
namespace {

TEST(Kernels, HaveNamesOfTheirOwn) {
  std::set<std::string> names;
  for (const KernelChoice& kernel : kernels()) {
    EXPECT_TRUE(names.insert(kernel->name()).second) << kernel->name();
    EXPECT_STREQ(kernel_named("--kernel", kernel->name())->name(), kernel->name());
    EXPECT_STREQ(default_run_options(kernel->name()).kernel->name(), kernel->name());
  }
  EXPECT_STREQ(default_run_options().kernel->name(), "jacobi");
}

// An option that not every kernel takes has a reason for the others; two kernels that take it give it the same meaning.
TEST(Kernels, SayWhyOthersRefuseTheirOptions) {
  std::set<std::string> common;
  for (const OptionGroup& group : {problem_options({"--kernel", "NAME", "", "", {}}), machine_options(),
                                   result_options(), network_group(), trace_options()}) {
    for (const RunOption& option : group.options) {
      EXPECT_TRUE(common.insert(option.name).second) << option.name << " is there twice";
    }
  }
  for (const KernelChoice& kernel : kernels()) {
    std::set<std::string> own;
    for (const OptionGroup& group : kernel->option_groups()) {
      for (const RunOption& option : group.options) {
        EXPECT_TRUE(own.insert(option.name).second) << option.name << " is there twice";
        EXPECT_EQ(common.count(option.name), 0u) << option.name << " is taken by all";
        EXPECT_STRNE(option.elsewhere, "") << option.name;
      }
    }
  }
}

TEST(Kernels, OfStreamingSweepsAreThoseThatCanBeLookedAtBlockByBlock) {
  for (const SweepKernel* kernel : sweep_kernels()) {
    EXPECT_EQ(&sweep_kernel_named("--kernel", kernel->name()), kernel);
    EXPECT_GT(kernel->flops(), 0);
  }
  EXPECT_EQ(test::refusal([] { sweep_kernel_named("--kernel", "gauss-seidel"); }),
            "--kernel is 'gauss-seidel', " + test::one_of_sweep_kernels());
  EXPECT_EQ(test::refusal([] { kernel_named("--kernel", "sor"); }), "--kernel is 'sor', " + test::one_of_all_kernels());
}

TEST(KernelChoice, IsAValue) {
  RunOptions run = default_run_options();
  RunOptions copy = run;
  sweep_options(copy).iterations = 7;
  EXPECT_EQ(sweep_options(run).iterations, 20);
  run = copy;
  sweep_options(copy).iterations = 8;
  EXPECT_EQ(sweep_options(run).iterations, 7);
  RunOptions tiled = default_run_options("gauss-seidel");
  tile_options(tiled).rounds = 9;
  const RunOptions again = tiled;
  EXPECT_EQ(tile_options(again).rounds, 9);
  const RunOptions fresh = default_run_options("gauss-seidel");
  EXPECT_NE(tile_options(fresh).rounds, 9) << "the registry's stay as they are";
}

TEST(FivePointKernel, HasTheNumbersThatItWasGiven) {
  RunOptions run = default_run_options("five-point");
  auto& kernel = dynamic_cast<FivePointKernel&>(*run.kernel);
  EXPECT_EQ(describe(kernel.coefficients), "1,1,1,1,0,0.25");
  const std::string text = "1.1,-2,5e-324,1.7976931348623157e+308,-0,0.3333333333333333";
  kernel.coefficients = parse_coefficients(text);
  EXPECT_EQ(describe(kernel.coefficients), text);
  EXPECT_TRUE(
      same_bits(kernel.weights(9, 9), FivePointWeights{1.1, -2.0, 0x1p-1074, 0x1.fffffffffffffp1023, -0.0, 1.0 / 3.0}));
  EXPECT_EQ(test::refusal([&] { kernel.check(run); }), "accepted");
  ReportProblem problem;
  kernel.describe(problem);
  EXPECT_EQ(problem.coefficients, text);
  EXPECT_FALSE(problem.beta) << "a number of Jacobi";
  EXPECT_EQ(kernel.flops(), 11);
  kernel.coefficients.ac = std::numeric_limits<double>::quiet_NaN();
  EXPECT_NE(test::refusal([&] { kernel.check(run); }).find("must be six finite numbers"), std::string::npos);
  EXPECT_EQ(describe(dynamic_cast<const FivePointKernel&>(*default_run_options("five-point").kernel).coefficients),
            "1,1,1,1,0,0.25")
      << "the registry's stay as they are";
}

TEST(JacobiKernel, TakesItsWeightsFromTheGrid) {
  JacobiKernel kernel;
  kernel.grid.dx = 0.5;
  const JacobiWeights weights = std::get<JacobiWeights>(kernel.weights(11, 21));
  EXPECT_EQ(weights.rdx2, 4.0);
  EXPECT_EQ(weights.rdy2, grid_numbers(11, 21).weights.rdy2);
}

}  // namespace
}  // namespace stencil
