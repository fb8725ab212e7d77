// Options of a run: defaults, ranges, and refusals with value and range.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/run/options.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <limits>

#include "host/base/errors.hpp"
#include "sim/app/kernels/blocks/steps.hpp"
#include "sim/app/kernels/gauss_seidel/gauss_seidel_kernel.hpp"
#include "sim/app/kernels/jacobi/jacobi_kernel.hpp"
#include "sim/app/kernels/kernels.hpp"
#include "tests/support/refusal.hpp"

namespace stencil {
namespace {

GridOverrides& grid_of(RunOptions& run) {
  return dynamic_cast<JacobiKernel&>(*run.kernel).grid;
}

std::string refusal(const std::function<void(RunOptions&)>& change) {
  RunOptions options = default_run_options();
  change(options);
  return test::refusal([&] { check_options(options); });
}

TEST(CheckOptions, AcceptsTheDefaults) {
  EXPECT_EQ(refusal([](RunOptions&) {}), "accepted");
}

TEST(CheckOptions, NamesValueAndRange) {
  EXPECT_EQ(refusal([](RunOptions& o) { o.rows = 2; }), "--rows is 2, must be 3 .. 1099511627776");
  EXPECT_EQ(refusal([](RunOptions& o) { o.cols = -3; }), "--cols is -3, must be 3 .. 268435456");
  EXPECT_EQ(refusal([](RunOptions& o) { sweep_options(o).iterations = 0; }),
            "--iterations is 0, must be 1 .. 1099511627776");
  EXPECT_EQ(refusal([](RunOptions& o) { sweep_options(o).scheme.portion = 2; }),
            "--portion is 2, must be 3 .. 4294967296");
  EXPECT_EQ(refusal([](RunOptions& o) { sweep_options(o).scheme.interval = 0; }),
            "--stw is 0, must be 1 .. 1073741824");
  EXPECT_EQ(refusal([](RunOptions& o) { sweep_options(o).scheme.interval = 6; }),
            "--stw is 6, must be 1 .. 5 (a third of --portion 15)");
  EXPECT_EQ(refusal([](RunOptions& o) { o.device.link.burst_beats = 257; }), "--burst is 257, must be 1 .. 256");
  EXPECT_EQ(refusal([](RunOptions& o) { o.device.link.bytes_per_cycle = -1; }),
            "--link-bytes is -1, must be 0 .. 4096");
  EXPECT_EQ(refusal([](RunOptions& o) { o.device.link.latency_cycles = -1; }),
            "--link-latency is -1, must be 0 .. 1000000000");
}

TEST(CheckOptions, KnowsTheLimitOfSkewedBlocks) {
  const auto skewed = [](RunOptions& o, std::int64_t stw) {
    sweep_options(o).scheme.how.blocking = Blocking::skewed;
    sweep_options(o).scheme.interval = stw;
  };
  EXPECT_EQ(refusal([&](RunOptions& o) { skewed(o, 15); }), "accepted");
  EXPECT_EQ(refusal([&](RunOptions& o) { skewed(o, 16); }),
            "--stw is 16, must be 1 .. 15 (--portion 15, skewed blocks)");
}

TEST(CheckOptions, RefusesUnusableNumbers) {
  EXPECT_EQ(refusal([](RunOptions& o) { grid_of(o).dx = 0.0; }), "--dx is 0, must be a finite number other than 0");
  EXPECT_EQ(refusal([](RunOptions& o) { grid_of(o).dy = std::numeric_limits<double>::infinity(); }),
            "--dy is inf, must be a finite number other than 0");
  EXPECT_EQ(refusal([](RunOptions& o) { grid_of(o).beta = std::numeric_limits<double>::quiet_NaN(); }),
            "--beta is nan, must be a finite number");
  EXPECT_EQ(refusal([](RunOptions& o) { grid_of(o).beta = 0.0; }), "accepted");
}

std::string gauss_seidel_refusal(const std::function<void(TileOptions&)>& change) {
  return refusal([&](RunOptions& options) {
    options = default_run_options("gauss-seidel");
    change(tile_options(options));
  });
}

TEST(CheckOptions, KnowsTheRangesOfGaussSeidel) {
  EXPECT_EQ(gauss_seidel_refusal([](auto& o) { o.sweeps = 0; }), "--sweeps is 0, must be 1 .. 1073741824");
  EXPECT_EQ(gauss_seidel_refusal([](auto& o) { o.rounds = 0; }), "--rounds is 0, must be 1 .. 1073741824");
  EXPECT_EQ(gauss_seidel_refusal([](auto& o) {
              o.tiles = {0, 2};
            }),
            "--tiles is 0x2, must be two counts of 1 .. 1048576 with an x between");
  EXPECT_EQ(gauss_seidel_refusal([](auto& o) {
              o.grid = GridSize{2, 1048577};
            }),
            "--grid is 2x1048577, must be two counts of 1 .. 1048576 with an x between");
  EXPECT_EQ(gauss_seidel_refusal([](auto& o) { o.sweeps = o.rounds = std::int64_t{1} << 30; }), "accepted");
}

TEST(CheckOptions, LooksAtTheOptionsOfTheKernelOnly) {
  const auto spoilt = [](RunOptions& o) {
    sweep_options(o).scheme.interval = 0;
    grid_of(o).dx = 0.0;
  };
  EXPECT_EQ(refusal(spoilt), "--stw is 0, must be 1 .. 1073741824");
  EXPECT_EQ(refusal([&](RunOptions& o) {
              spoilt(o);
              o.kernel = kernel_named("--kernel", "gauss-seidel");
            }),
            "accepted");
  EXPECT_EQ(refusal([](RunOptions& o) {
              o = default_run_options("gauss-seidel");
              tile_options(o).sweeps = 0;
              o.kernel = kernel_named("--kernel", "jacobi");
            }),
            "accepted");
}

TEST(CheckOptions, RefusesTwoOutputsInOneFile) {
  EXPECT_EQ(refusal([](RunOptions& o) { o.output = o.report = "x"; }),
            "--output and --report both name x, must be different files");
  EXPECT_EQ(refusal([](RunOptions& o) {
              o.output = "p_r.npy";
              o.dump_input = "p";
            }),
            "--output and --dump-input both name p_r.npy, must be different files");
  EXPECT_EQ(refusal([](RunOptions& o) {
              o.kernel = kernel_named("--kernel", "gauss-seidel");  // has no r to dump
              o.output = "p_r.npy";
              o.dump_input = "p";
            }),
            "accepted");
}

TEST(Steps, CoverAllIterationsAndShortenTheLast) {
  for (std::int64_t iterations = 1; iterations <= 30; ++iterations) {
    for (std::int64_t stw = 1; stw <= 10; ++stw) {
      const Steps steps{iterations, stw};
      std::int64_t sum = 0;
      for (std::int64_t step = 0; step < steps.count(); ++step) {
        EXPECT_GE(steps.niter(step), 1);
        EXPECT_TRUE(step == steps.last() || steps.niter(step) == stw);
        sum += steps.niter(step);
      }
      EXPECT_EQ(sum, iterations) << iterations << " by " << stw;
    }
  }
}

}  // namespace
}  // namespace stencil
