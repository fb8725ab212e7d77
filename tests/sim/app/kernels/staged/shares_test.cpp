// Divided sweeps that choose their share, compared with every fixed share in hundredths: the cycles of a
// step, the larger of both sides, copies counted with the device.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "host/arrays/rows/row_distribution.hpp"
#include "models/problem.hpp"
#include "sim/app/kernels/staged/staged_solver.hpp"
#include "tests/support/world.hpp"

namespace stencil {
namespace {

struct Case {
  std::int64_t rows;
  std::int64_t cols;
  bool cyclic;
  std::int64_t stw = 5;
  std::int64_t portion = 15;
};

// `count` whole steps on the model of configuration default.
std::vector<StepShare> shares_of(const Case& one, std::optional<double> share, double host_rate, std::int64_t count) {
  std::optional<std::int64_t> block_rows;
  if (one.cyclic) block_rows = default_strip_rows(one.rows, test::comm_size(), one.stw);
  RowDistribution distribution(MPI_COMM_WORLD, one.rows, one.cols, one.stw, block_rows, one.portion);
  const std::unique_ptr<Accelerator> device = make_accelerator({"model", "default", {}});
  std::vector<double> f(static_cast<std::size_t>(distribution.local_rows() * one.cols), 1.0);
  std::vector<double> r(f.size(), 0.0);
  StagedSolver::Setting setting;
  setting.strips = distribution.mine();
  setting.cols = one.cols;
  setting.halo = one.stw;
  setting.weights = grid_numbers(one.rows, one.cols).weights;
  setting.f = f.data();
  setting.r = r.data();
  setting.placement = {Where::cpu, Where::split, Where::off};
  setting.sharing.share = share;
  setting.sharing.host_points_per_cycle = host_rate;
  setting.exchange = [&] { distribution.exchange(f.data()); };
  StagedSolver solver(*device, std::move(setting));
  for (std::int64_t step = 0; step < count; ++step) solver.step(one.stw);
  return solver.shares();
}

// Strips that take turns cost more in one direction than in the other: compare steps of the same direction.
constexpr std::size_t directions = 2;
constexpr std::int64_t learning = 8;  // steps
constexpr std::int64_t steps = 16;

using Cycles = std::array<double, directions>;

// A step in which no row is new to the device any more.
std::vector<StepShare> steady_steps(const Case& one, double share) {
  const std::vector<StepShare> shares = shares_of(one, share, 1.0, 4);
  return {shares[2], shares[3]};
}

// The best of the shares 0, 0.01 .. 1. The host's work takes 1/host_rate of the time it takes at rate 1.
Cycles best_cycles(const std::vector<std::vector<StepShare>>& fixed, double host_rate) {
  Cycles best;
  best.fill(std::numeric_limits<double>::infinity());
  for (const std::vector<StepShare>& pair : fixed) {
    for (std::size_t k = 0; k < directions; ++k) {
      best[k] = std::min(best[k], std::max(static_cast<double>(pair[k].device_cycles),
                                           static_cast<double>(pair[k].host_cycles) / host_rate));
    }
  }
  return best;
}

class Shares : public ::testing::TestWithParam<Case> {};

TEST_P(Shares, AreNearTheBestOfAllHundredthsAfterEightSteps) {
  const Case& one = GetParam();
  std::vector<std::vector<StepShare>> fixed;
  for (int percent = 0; percent <= 100; ++percent) fixed.push_back(steady_steps(one, percent / 100.0));
  for (const double host_rate : {0.25, 1.0, 4.0}) {
    const Cycles best = best_cycles(fixed, host_rate);
    const std::vector<StepShare> shares = shares_of(one, std::nullopt, host_rate, steps);
    std::string way;
    for (const StepShare& share : shares) way += " " + std::to_string(share.device_rows);
    for (std::size_t step = learning; step < shares.size(); ++step) {
      EXPECT_EQ(shares[step].cycles(), std::max(shares[step].device_cycles, shares[step].host_cycles));
      EXPECT_LE(static_cast<double>(shares[step].cycles()), 1.05 * best[step % directions])
          << "host rate " << host_rate << ", step " << step << "; rows of the device by step:" << way;
    }
  }
}

std::string name_of_case(const testing::TestParamInfo<Case>& info) {
  const Case& one = info.param;
  std::string name = std::to_string(one.rows) + "x" + std::to_string(one.cols);
  name += one.cyclic ? "Cyclic" : "Blocked";
  return name + "Stw" + std::to_string(one.stw) + (one.cyclic ? "" : "Portion" + std::to_string(one.portion));
}

INSTANTIATE_TEST_SUITE_P(Fields, Shares,
                         testing::Values(Case{30, 30, false}, Case{30, 30, true}, Case{30, 30, false, 5, 30},
                                         Case{200, 60, false}, Case{200, 60, true}, Case{200, 60, false, 4, 25},
                                         Case{200, 60, false, 5, 200}, Case{1024, 200, false}, Case{1024, 200, true},
                                         Case{1024, 200, false, 5, 1024}),
                         name_of_case);

}  // namespace
}  // namespace stencil
