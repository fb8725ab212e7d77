// Costs that do not change: from the sixth step on, every step is within 5 % of the best of all splits.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "tests/host/balance/simulated_steps.hpp"

namespace stencil {
namespace {

using test::affine;
using test::Cost;

struct Scenario {
  std::string name;
  std::int64_t rows;
  Cost device;
  Cost host;
  // Rows of the device in the best split.
  std::int64_t least_best;
  std::int64_t most_best;
};

// `height` more for each started group of `tread` rows: blocks, or passes of a cascade.
Cost stairs(std::int64_t tread, double height, double per_row) {
  return [=](std::int64_t rows) {
    return height * static_cast<double>((rows - 1) / tread + 1) + per_row * static_cast<double>(rows);
  };
}

// Grows more slowly with more rows: a side that is not fully used.
Cost saturating(double scale, double exponent) {
  return [=](std::int64_t rows) { return scale * std::pow(static_cast<double>(rows), exponent); };
}

class SteadyCosts : public testing::TestWithParam<Scenario> {};

TEST_P(SteadyCosts, AreWithinFivePercentAfterFiveSteps) {
  const Scenario& scenario = GetParam();
  const Split best = test::best_of_all(scenario.device, scenario.host, scenario.rows);
  ASSERT_GE(best.device_rows, scenario.least_best) << "not the intended scenario";
  ASSERT_LE(best.device_rows, scenario.most_best) << "not the intended scenario";

  Balancer balancer(scenario.rows);
  std::string splits;
  int probes = 0;
  for (int step = 1; step <= 300; ++step) {
    const bool probe = balancer.probes();
    if (step < 9) splits += " " + std::to_string(balancer.device_rows());
    const std::int64_t device_rows = balancer.device_rows();
    const double time = test::run_step(balancer, scenario.device, scenario.host);
    if (probe) {
      ++probes;
      continue;
    }
    if (step <= 5) continue;
    ASSERT_LE(time, 1.05 * best.time) << "step " << step << ": " << device_rows << " rows, best " << best.device_rows
                                      << "; first splits" << splits;
  }
  EXPECT_LE(probes, 9) << "of 32 steps one at most";
}

INSTANTIATE_TEST_SUITE_P(
    Scenarios, SteadyCosts,
    testing::Values(Scenario{"EqualRates", 1000, affine(0, 3), affine(0, 3), 500, 500},
                    Scenario{"Device20TimesFaster", 1000, affine(0, 1), affine(0, 20), 952, 953},
                    Scenario{"Host20TimesFaster", 1000, affine(0, 20), affine(0, 1), 47, 48},
                    Scenario{"DeviceWithALaunchTime", 1000, affine(2000, 1), affine(0, 20), 855, 860},
                    Scenario{"LaunchLongerThanTheJobOnTheHost", 1000, affine(5000, 1), affine(0, 1), 0, 0},
                    Scenario{"LaunchHardlyLongerThanTheJob", 1000, affine(1100, 0.01), affine(0, 1), 0, 0},
                    Scenario{"LaunchAlone", 1000, affine(5000, 0), affine(0, 1), 0, 0},
                    Scenario{"HostSlowerToStartThanTheDeviceToFinish", 1000, affine(0, 1), affine(9000, 2), 1000, 1000},
                    Scenario{"HostWithAStartTime", 1000, affine(0, 10), affine(1500, 3), 340, 350},
                    Scenario{"BothWithFixedTimes", 500, affine(400, 2), affine(700, 4), 380, 390},
                    Scenario{"SaturatingDevice", 1000, saturating(12, 0.7), affine(0, 1), 310, 330},
                    Scenario{"SaturatingSides", 1000, saturating(5, 0.6), saturating(2, 0.8), 600, 625},
                    Scenario{"DeviceInBlocksOf16Rows", 1000, stairs(16, 24, 0), affine(0, 2), 560, 580},
                    Scenario{"DeviceInBlocksEachWithAStart", 1000, stairs(60, 40, 1), affine(0, 5), 740, 770},
                    Scenario{"FewRows", 7, affine(3, 1), affine(0, 2), 4, 4},
                    Scenario{"TwoRows", 2, affine(9, 1), affine(0, 1), 0, 0},
                    Scenario{"OneRow", 1, affine(0, 9), affine(0, 1), 0, 0}),
    [](const auto& scenario) { return scenario.param.name; });

// Fixed times from none to five jobs, rates up to 400 apart, any first share.
TEST(SteadyCosts, OfAnyFixedTimesAndRatesAreSo) {
  test::Random random(test::test_seed());
  const auto log_uniform = [&random](double low, double high) {
    return low * std::pow(high / low, test::fraction(random));
  };
  int idle_best = 0;
  for (int job = 0; job < 3000; ++job) {
    const std::int64_t rows = static_cast<std::int64_t>(log_uniform(3, 600));
    const auto random_cost = [&] {
      const double per_row = log_uniform(0.05, 20.0);
      const double jobs = random(0, 2) == 0 ? 0.0 : log_uniform(0.01, 5.0);
      return affine(jobs * per_row * static_cast<double>(rows), per_row);
    };
    const Cost device = random_cost();
    const Cost host = random_cost();
    const Split best = test::best_of_all(device, host, rows);
    idle_best += best.device_rows == 0 || best.device_rows == rows;
    BalanceOptions options;
    if (random(0, 1) == 1) options.first_share = test::fraction(random);
    Balancer balancer(rows, options);
    for (int step = 1; step <= 40; ++step) {
      const bool probe = balancer.probes();
      const std::int64_t device_rows = balancer.device_rows();
      const double time = test::run_step(balancer, device, host);
      if (step <= 5 || probe) continue;
      ASSERT_LE(time, 1.05 * best.time) << "job " << job << ", step " << step << ": " << device_rows << " of " << rows
                                        << " rows, best " << best.device_rows << "; first share " << options.first_share
                                        << ", device " << device(1) << " .. " << device(rows) << ", host " << host(1)
                                        << " .. " << host(rows);
    }
  }
  EXPECT_GT(idle_best, 300);
}

}  // namespace
}  // namespace stencil
