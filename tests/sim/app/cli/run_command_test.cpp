// The options that `run` takes for each kernel, and those it refuses while it parses.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/commands/run_command.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "sim/app/kernels/from_file/file_kernel.hpp"
#include "sim/app/kernels/gauss_seidel/gauss_seidel_kernel.hpp"
#include "sim/app/kernels/kernels.hpp"
#include "tests/sim/app/kernel_names.hpp"
#include "tests/support/refusal.hpp"
#include "tests/support/scratch_directory.hpp"

namespace stencil {
namespace {

using Words = std::vector<std::string>;

RunOptions parsed(const Words& words) {
  Command program("stencil-cosim", "test");
  RunOptions options;
  add_run_command(program, options);
  Words all{"run"};
  all.insert(all.end(), words.begin(), words.end());
  const auto end = program.parse(all);
  EXPECT_FALSE(end) << end->error;
  return options;
}

RunOptions parsed_for(const char* kernel, const Words& more) {
  Words words{"--kernel", kernel};
  words.insert(words.end(), more.begin(), more.end());
  return parsed(words);
}

std::string refusal(const char* kernel, const Words& words) {
  return test::refusal([&] { parsed_for(kernel, words); });
}

TEST(RunCommand, TakesTheOptionsOfGaussSeidel) {
  const RunOptions parsed_defaults = parsed_for("gauss-seidel", {});
  const TileOptions& defaults = tile_options(parsed_defaults);
  EXPECT_FALSE(defaults.grid);
  EXPECT_FALSE(defaults.history);
  const RunOptions options =
      parsed_for("gauss-seidel", {"--grid", "2x3", "--tiles", "4x1", "--sweeps", "8", "--rounds", "5", "--history",
                                  "--rows", "50", "--check", "block", "--row-cuts", "20", "--col-cuts", "5,30"});
  EXPECT_STREQ(options.kernel->name(), "gauss-seidel");
  EXPECT_EQ(tile_options(options).grid, (GridSize{2, 3}));
  EXPECT_EQ(tile_options(options).tiles, (GridSize{4, 1}));
  EXPECT_EQ(tile_options(options).sweeps, 8);
  EXPECT_EQ(tile_options(options).rounds, 5);
  EXPECT_TRUE(tile_options(options).history);
  EXPECT_EQ(tile_options(options).row_cuts, (std::vector<std::int64_t>{20}));
  EXPECT_EQ(tile_options(options).col_cuts, (std::vector<std::int64_t>{5, 30}));
  EXPECT_STREQ(parsed({}).kernel->name(), "jacobi");
  EXPECT_EQ(refusal("sor", {}), "--kernel is 'sor', " + test::one_of_all_kernels());
}

TEST(RunCommand, RefusesOptionsOfJacobiForGaussSeidel) {
  EXPECT_EQ(refusal("gauss-seidel", {"--iterations", "5"}),
            "--iterations is 5, must not be given with --kernel gauss-seidel: there are 2*sweeps*rounds; --sweeps and "
            "--rounds say so");
  EXPECT_EQ(refusal("gauss-seidel", {"--stw", "5"}),
            "--stw is 5, must not be given with --kernel gauss-seidel: subdomains have no halo rows; --sweeps says how "
            "many sweeps lie between messages");
  for (const Words& option : std::vector<Words>{{"--iterations", "9"},
                                                {"--stw", "3"},
                                                {"--portion", "9"},
                                                {"--distribution", "cyclic"},
                                                {"--strip-rows", "9"},
                                                {"--schedule", "overlapped"},
                                                {"--blocking", "skewed"},
                                                {"--place", "sweep=cpu"},
                                                {"--share", "0.5"},
                                                {"--host-rate", "1"},
                                                {"--clock", "250"},
                                                {"--rhs", "r.npy"},
                                                {"--dx", "1"},
                                                {"--dy", "1"},
                                                {"--beta", "1"}}) {
    const std::string text = option[0] + " is " + option[1] + ", must not be given with --kernel gauss-seidel: ";
    EXPECT_EQ(refusal("gauss-seidel", option).rfind(text, 0), 0u) << refusal("gauss-seidel", option);
    // --clock applies only where the host's rate is measured.
    const Words more = option[0] == "--clock" ? Words{"--host-rate", "measured"} : Words{};
    Words all = option;
    all.insert(all.end(), more.begin(), more.end());
    EXPECT_EQ(refusal("jacobi", all), "accepted") << option[0];
  }
  EXPECT_EQ(refusal("jacobi", {"--clock", "300"}),
            "--clock is 300, must come with --host-rate measured: only there the accelerator's clock counts");
  EXPECT_EQ(refusal("jacobi", {"--place", "sweep=cpu", "--schedule", "sequential"}), "accepted");
  EXPECT_EQ(refusal("jacobi", {"--seed", "2", "--input", "f.npy"}), "accepted") << "makes the right-hand side";
}

TEST(RunCommand, TakesTheFormerNameOfStripRows) {
  for (const char* name : {"--strip-rows", "--block-rows"}) {
    RunOptions options = parsed({"--distribution", "cyclic", name, "9"});
    EXPECT_EQ(sweep_options(options).block_rows, 9) << name;
  }
  EXPECT_EQ(refusal("gauss-seidel", {"--block-rows", "9"}).rfind("--strip-rows is 9, must not be given with ", 0), 0u);
  EXPECT_EQ(
      refusal("jacobi", {"--distribution", "cyclic", "--block-rows", "0"}).rfind("--strip-rows is 0, must be 1 ", 0),
      0u);
}

TEST(RunCommand, TellsTheNearestName) {
  EXPECT_EQ(refusal("jacobbi", {}), "--kernel is 'jacobbi', " + test::one_of_all_kernels() + "; did you mean jacobi?");
  EXPECT_EQ(refusal("jacobi", {"--schedule", "overlappedd"}),
            "--schedule is 'overlappedd', must be one of: sequential, overlapped, joined, resident; did you mean "
            "overlapped?");
  EXPECT_EQ(refusal("jacobi", {"--blocking", "skewd"}),
            "--blocking is 'skewd', must be one of: overlapped-rows, skewed; did you mean skewed?");
  EXPECT_EQ(refusal("jacobi", {"--distribution", "ciclyc"}),
            "--distribution is 'ciclyc', must be one of: blocked, cyclic; did you mean cyclic?");
  EXPECT_EQ(refusal("jacobi", {"--check", "blck"}),
            "--check is 'blck', must be one of: final, block, off; did you mean block?");
  EXPECT_EQ(refusal("jacobi", {"--place", "swep=cpu"}),
            "--place is 'swep=cpu': 'swep=cpu' must be one of: exchange=, sweep=, norm=; did you mean sweep?");
  EXPECT_EQ(refusal("jacobi", {"--place", "sweep=acel"}),
            "--place is 'sweep=acel': sweep is 'acel', must be one of: cpu, accel, split; did you mean accel?");
}

TEST(RunCommand, RefusesOptionsOfGaussSeidelForJacobi) {
  for (const Words& option : std::vector<Words>{{"--grid", "1x1"},
                                                {"--tiles", "1x1"},
                                                {"--sweeps", "4"},
                                                {"--rounds", "3"},
                                                {"--row-cuts", "9"},
                                                {"--col-cuts", "9,20"}}) {
    const std::string text = option[0] + " is " + option[1] + ", must not be given with --kernel jacobi: ";
    EXPECT_EQ(refusal("jacobi", option).rfind(text, 0), 0u) << refusal("jacobi", option);
    EXPECT_EQ(refusal("gauss-seidel", option), "accepted") << option[0];
  }
  EXPECT_EQ(refusal("jacobi", {"--history"}),
            "--history must not be given with --kernel jacobi: --place norm=cpu or norm=accel says how much each step "
            "changed");
}

TEST(RunCommand, FivePointTakesSixFiniteNumbersInPlaceOfSpacings) {
  EXPECT_EQ(refusal("five-point", {"--coefficients", "1,-2,0.5,1e-3,0x1p-3,-0"}), "accepted");
  EXPECT_EQ(refusal("five-point", {"--place", "norm=cpu", "--stw", "3", "--distribution", "cyclic"}), "accepted");
  for (const char* text : {"", "1", "1,2,3,4,5", "1,2,3,4,5,6,7", "1,2,3,4,5,", "1,2,,4,5,6", "1,2,3,4,5,6,",
                           "1,2,3,4,5,x", "1,2,3,4,5,nan", "1,2,3,4,inf,6", "1e999,2,3,4,5,6", "1;2;3;4;5;6"}) {
    EXPECT_EQ(refusal("five-point", {"--coefficients", text}),
              std::string("--coefficients is '") + text + "', must be six finite numbers: aN,aS,aW,aE,aC,beta");
  }
  const std::string numbers = "1,2,3,4,5,6";
  for (const char* kernel : {"jacobi", "gauss-seidel"}) {
    EXPECT_EQ(refusal(kernel, {"--coefficients", numbers}),
              "--coefficients is 1,2,3,4,5,6, must not be given with --kernel " + std::string(kernel) +
                  ": only --kernel five-point takes its numbers from there");
  }
  for (const char* option : {"--dx", "--dy"}) {
    EXPECT_EQ(refusal("five-point", {option, "1"}), std::string(option) +
                                                        " is 1, must not be given with --kernel five-point: "
                                                        "--coefficients says all six numbers of the sum");
  }
  EXPECT_EQ(refusal("five-point", {"--beta", "0.25"}),
            "--beta is 0.25, must not be given with --kernel five-point: it is the last of --coefficients");
  EXPECT_EQ(refusal("five-point", {"--history"}),
            "--history must not be given with --kernel five-point: --place norm=cpu or norm=accel says how much each "
            "step changed");
}

TEST(RunCommand, TakesAKernelFileAndItsNumbers) {
  const testing_support::ScratchDirectory scratch;
  const std::string file = scratch / "k.stencil";
  testing_support::write_text(file,
                              "kernel k\nfield u\n"
                              "number a = 2\n"
                              "number b = rows*a\n"
                              "number c\nnew u = a*u + b + c\n");
  const RunOptions run = parsed_for(file.c_str(), {"--number", "c=0x1p-3,a=-1", "--stw", "3", "--place", "norm=cpu"});
  const auto& kernel = kernel_as<FileKernel>(run);
  EXPECT_EQ(kernel.name(), file);
  EXPECT_FALSE(kernel.has_rhs());
  EXPECT_EQ(kernel.flops(), 3);
  EXPECT_EQ(run.device.formula.digest, kernel.formula().digest);
  EXPECT_EQ(test::refusal([&] { run.kernel->check(run); }), "accepted");
  const auto weights = std::get<FormulaWeights>(kernel.weights(7, 9));
  EXPECT_EQ(weights.numbers[0], -1.0);
  EXPECT_EQ(weights.numbers[1], -7.0);
  EXPECT_EQ(weights.numbers[2], 0.125);
  const RunOptions again = parsed_for(file.c_str(), {"--number", "c=1", "--number", "b=4"});
  EXPECT_EQ(kernel_as<FileKernel>(again).number_words(), " --number b=4 --number c=1");
  EXPECT_EQ(run.kernel->option_groups().back().options.back().get(run), "a=-1,c=0.125");

  const auto wrong = [&](const Words& words) {
    return test::refusal([&] {
      const RunOptions options = parsed_for(file.c_str(), words);
      options.kernel->check(options);
    });
  };
  EXPECT_EQ(wrong({"--number", "aa=1"}), "--number aa is 1, must be a number of " + file + ": a, b, c");
  for (const char* text : {"", "a", "=1", "a=1,", ",a=1", "a=1,b"})
    EXPECT_EQ(wrong({"--number", text}), std::string("--number is '") + text + "', must be NAME=VALUE") << text;
  for (const char* value : {"", "x", "nan", "inf", "1e999", "1x"})
    EXPECT_EQ(wrong({"--number", std::string("a=") + value}),
              std::string("--number a is '") + value + "', must be a finite number");
  EXPECT_EQ(wrong({"--number", "a=1", "--number", "a=2"}), "--number a is given twice, must be given once");
  EXPECT_EQ(wrong({"--coefficients", "1,2,3,4,5,6"}),
            "--coefficients is 1,2,3,4,5,6, must not be given with --kernel " + file +
                ": the file has its numbers, which --number gives");
  EXPECT_EQ(refusal("jacobi", {"--number", "a=1"}),
            "--number is a=1, must not be given with --kernel jacobi: only a kernel file has numbers with names");
  testing_support::write_text(file, "kernel k\nfield u\nnew v = u\n");
  EXPECT_EQ(wrong({}).rfind(file + ":3:5: ", 0), 0u) << wrong({});
}

// By the text alone: a file of a kernel's name is named with a path.
TEST(RunCommand, AKernelsNameIsNeverAFile) {
  EXPECT_FALSE(names_kernel_file("jacobi"));
  EXPECT_FALSE(names_kernel_file("five-point"));
  EXPECT_FALSE(names_kernel_file("heat"));
  EXPECT_TRUE(names_kernel_file("./jacobi"));
  EXPECT_TRUE(names_kernel_file("heat.stencil"));
}

TEST(RunCommand, RefusesTextsThatAreNoCounts) {
  for (const char* text : {"2", "2x", "x2", "2x2x2", "0x1", "2X2", "2 x 2", "-1x1", "1048577x1", ""}) {
    for (const char* option : {"--grid", "--tiles"}) {
      EXPECT_EQ(
          refusal("gauss-seidel", {option, text}),
          std::string(option) + " is '" + text + "', must be two counts of 1 .. 1048576 with an x between, as in 2x3");
    }
  }
  EXPECT_EQ(refusal("gauss-seidel", {"--row-cuts", "5,x"}), "--row-cuts is 'x', must be an integer 2 .. 1099511627776");
  EXPECT_EQ(refusal("gauss-seidel", {"--col-cuts", "5,1"}), "--col-cuts is 1, must be 2 .. 268435456");
  EXPECT_EQ(refusal("gauss-seidel", {"--col-cuts", "5,"}), "--col-cuts is '5,', must be a list like a,b without gaps");
  EXPECT_EQ(refusal("gauss-seidel", {"--sweeps", "0"}), "--sweeps is 0, must be 1 .. 1073741824");
  EXPECT_EQ(refusal("gauss-seidel", {"--rounds", "many"}), "--rounds is 'many', must be an integer 1 .. 1073741824");
}

}  // namespace
}  // namespace stencil
