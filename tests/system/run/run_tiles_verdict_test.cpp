// Reports and refusals of whole Gauss-Seidel runs, on as many ranks as mpirun started.
// SPDX-License-Identifier: Apache-2.0
#include "sim/app/diagnostics/diagnosed_run.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "host/base/errors.hpp"
#include "host/mpi/agreement.hpp"
#include "models/convergence.hpp"
#include "models/gauss_seidel.hpp"
#include "models/problem.hpp"
#include "sim/app/json/json.hpp"
#include "sim/app/kernels/gauss_seidel/tiles_report.hpp"
#include "tests/support/refusal.hpp"
#include "tests/support/test_devices.hpp"
#include "tests/system/run/run_tiles.hpp"

namespace stencil {
namespace {

using testing_support::FaultyDevice;
using testing_support::refusal;
using testing_support::SharedDirectory;
using testing_support::tiled;
using testing_support::world_rank;
using testing_support::world_size;

TEST(RunTiles, TellTheResidualOfEachRound) {
  TileOptions how;
  how.sweeps = 2;
  how.rounds = 3;
  how.history = true;
  how.tiles = {1, 2};
  const RunOptions options = tiled(2 + 8 * world_size(), 60, how);
  const RunOutcome outcome = run(MPI_COMM_WORLD, options);
  if (world_rank() != 0) return;
  const std::int64_t rows = *options.rows;
  std::vector<double> f(static_cast<std::size_t>(rows * 60));
  fill_problem_rows(1, ProblemArray::f, 0, rows, 60, f.data());
  std::vector<double> residuals{average_residual(rows, 60, f.data())};
  for (int round = 0; round < 3; ++round) {
    const TilesReport& tiles = *outcome.report.parts.find<TilesReport>();
    permuted_gauss_seidel(rows, 60, f.data(), {tiles.row_cuts, tiles.col_cuts}, 2, 1);
    residuals.push_back(average_residual(rows, 60, f.data()));
  }
  EXPECT_EQ(outcome.report.parts.find<TilesReport>()->residuals, residuals);
  EXPECT_LT(residuals[3], residuals[0]);
}

TEST(RunTiles, LeaveTheSameReportEveryTime) {
  const SharedDirectory scratch;
  TileOptions how;
  how.sweeps = 2;
  how.history = true;
  RunOptions options = tiled(40, 45, how);
  options.device.accel = "model";
  std::vector<Json> reports;
  for (int i = 0; i < 2; ++i) {
    options.report = scratch / std::to_string(i);
    run(MPI_COMM_WORLD, options);
    if (world_rank() != 0) continue;
    reports.push_back(Json::parse(testing_support::read_text(options.report)));
    reports.back().put("simulation", nullptr);  // seconds
  }
  if (world_rank() != 0) return;
  EXPECT_EQ(reports[0], reports[1]);
}

// Rank `wrong_rank` flips a bit in the middle of its tile number `at`.
RunOutcome run_with_flip(const RunOptions& options, int wrong_rank, std::int64_t at) {
  RunHooks hooks;
  hooks.make_device = [&](const AcceleratorOptions& device) -> std::unique_ptr<Accelerator> {
    if (world_rank() != wrong_rank) return make_accelerator(device);
    return std::make_unique<FaultyDevice>(make_accelerator(device), FaultyDevice::Fault::flip_bit, at);
  };
  return run(MPI_COMM_WORLD, options, hooks);
}

TEST(RunTiles, AWrongBitIsFoundInItsTile) {
  TileOptions how;
  how.sweeps = 2;
  how.fuse = "off";
  RunOptions options = tiled(40, 44, how);
  options.device.accel = "software";
  const int wrong_rank = world_size() - 1;
  for (const Check check : {Check::each_block, Check::at_end}) {
    options.check = check;
    // A wrong bit may fade, since the operator averages: the final check finds only one made in the last tile of all.
    const std::int64_t at = check == Check::each_block ? 6 : 23;
    const RunOutcome outcome = run_with_flip(options, wrong_rank, at);
    EXPECT_EQ(outcome.exit_status, exit_difference);
    if (world_rank() != 0) continue;
    ASSERT_TRUE(outcome.report.verdict.first_mismatch);
    const LocatedMismatch& found = *outcome.report.verdict.first_mismatch;
    EXPECT_EQ(found.rank, wrong_rank);
    EXPECT_EQ(found.step, at / 4);
    EXPECT_EQ(found.block, at % 4);
    EXPECT_EQ(found.sweep, 1);
    EXPECT_FALSE(found.strip);
    if (check == Check::at_end) {
      EXPECT_EQ(outcome.report.verdict.mismatches, 1);
    }
  }
}

TEST(RunTiles, RefuseWhatCannotWorkOnEveryRank) {
  const SharedDirectory scratch;
  TileOptions how;
  how.grid = GridSize{world_size(), 2};
  RunOptions options = tiled(400, 400, how);
  options.output = scratch / "o.npy";
  EXPECT_EQ(refusal(options).rfind("--grid is " + describe(*how.grid) + ", must have one subdomain for each of ", 0),
            0u);
  tile_options(options).grid = GridSize{world_size(), 1};
  tile_options(options).sweeps = 200;
  EXPECT_NE(refusal(options).find(" rows, must be >= "), std::string::npos) << refusal(options);
  tile_options(options).sweeps = 2;
  options.cols = 4000;
  EXPECT_NE(refusal(options).find("columns of the largest tile with one column around = 2"), std::string::npos)
      << refusal(options);
  options.cols = 2000;
  EXPECT_EQ(refusal(options).rfind("rows of the largest tile with one row around = ", 0), 0u) << refusal(options);
  EXPECT_TRUE(scratch.entries().empty());
}

}  // namespace
}  // namespace stencil
