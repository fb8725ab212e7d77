// Costs that change in the middle of a run, and costs with noise.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/host/balance/simulated_steps.hpp"

namespace stencil {
namespace {

using test::affine;
using test::Cost;

constexpr std::int64_t rows = 1000;

// A balancer after 100 steps: it knows the costs, and the split no longer moves.
Balancer settled(const Cost& device, const Cost& host) {
  Balancer balancer(rows);
  for (int step = 0; step < 100; ++step) test::run_step(balancer, device, host);
  return balancer;
}

// The first of `steps` steps, counted from 1, from which on all steps except probes are within 5 % of the best split.
int settles_at(Balancer& balancer, const Cost& device, const Cost& host, int steps) {
  const double best = test::best_of_all(device, host, rows).time;
  int settled = 1;
  for (int step = 1; step <= steps; ++step) {
    const bool probe = balancer.probes();
    if (test::run_step(balancer, device, host) > 1.05 * best && !probe) settled = step + 1;
  }
  return settled;
}

TEST(ChangingCosts, OfSidesAtWorkAreFollowedInFiveSteps) {
  struct Change {
    Cost device;
    Cost host;
  };
  const Change changes[] = {
      {affine(0, 4), affine(0, 1)},      {affine(0, 1), affine(0, 4)},     {affine(0, 0.1), affine(0, 1)},
      {affine(300, 1), affine(0, 1)},    {affine(5000, 1), affine(0, 1)},  {affine(0, 1), affine(7000, 1)},
      {affine(50, 0.3), affine(50, 12)}, {affine(0, 30), affine(200, 30)},
  };
  for (const Change& change : changes) {
    Balancer balancer = settled(affine(0, 1), affine(0, 1));
    EXPECT_EQ(balancer.device_rows(), 500);
    EXPECT_LE(settles_at(balancer, change.device, change.host, 200), 6) << "change " << &change - changes;
  }
}

TEST(ChangingCosts, OfASideWithoutRowsAreFoundByAProbe) {
  const Cost host = affine(0, 1);
  Balancer balancer = settled(affine(1500, 1), host);
  EXPECT_EQ(balancer.device_rows(), 0);
  // The launch gets shorter. A probe costs half a step, for which 32 steps pay.
  EXPECT_LE(settles_at(balancer, affine(20, 1), host, 200), 32 + 6);
  EXPECT_EQ(balancer.device_rows(), test::best_of_all(affine(20, 1), host, rows).device_rows);
}

TEST(ChangingCosts, OfAnIdleHostAreFoundByAProbe) {
  const Cost device = affine(0, 1);
  Balancer balancer = settled(device, affine(1500, 1));
  EXPECT_EQ(balancer.device_rows(), rows);
  EXPECT_LE(settles_at(balancer, device, affine(0, 1), 200), 32 + 6);
}

TEST(ChangingCosts, AreNotFoundWithoutProbes) {
  BalanceOptions options;
  options.probe_after = 0;
  Balancer balancer(rows, options);
  for (int step = 0; step < 100; ++step) test::run_step(balancer, affine(1500, 1), affine(0, 1));
  for (int step = 0; step < 500; ++step) test::run_step(balancer, affine(20, 1), affine(0, 1));
  EXPECT_EQ(balancer.device_rows(), 0);
}

// One measurement of many rows would hold the device back forever, unless it is repeated.
TEST(ChangingCosts, HiddenBehindAnOldMeasurementAreFoundByAProbe) {
  const Cost host = affine(0, 10);
  // From 301 rows on the device needs a second load, which at first takes long.
  const auto device = [](double second_load) {
    return [second_load](std::int64_t n) { return static_cast<double>(n) + (n > 300 ? second_load : 0.0); };
  };
  Balancer balancer = settled(device(20000), host);
  EXPECT_GE(balancer.device_rows(), 285);
  EXPECT_LE(balancer.device_rows(), 300);
  int probes = 0;
  for (int step = 0; step < 400; ++step) {
    probes += balancer.probes();
    test::run_step(balancer, device(0), host);
  }
  EXPECT_GE(probes, 1);
  EXPECT_NEAR(static_cast<double>(balancer.device_rows()), 909.0, 3.0);
}

// For any length of the launch, useless probes cost at most 1/32 of the run, apart from the current one.
TEST(ChangingCosts, AreLookedForAtABoundedPrice) {
  for (const double launch : {1200.0, 5000.0, 40000.0, 200000.0}) {
    const Cost device = affine(launch, 1);
    const Cost host = affine(0, 1);
    Balancer balancer = settled(device, host);
    double time = 0.0;
    int probes = 0;
    constexpr int steps = 20000;
    for (int step = 0; step < steps; ++step) {
      probes += balancer.probes();
      time += test::run_step(balancer, device, host);
    }
    EXPECT_LE(time, 1000.0 * steps * (1.0 + 1.0 / 32) + launch);
    EXPECT_GE(probes, 2) << "launch " << launch;
  }
}

// Noise of 5 % per side, which no rule can foresee: compares the time of a step without noise with the best split.
TEST(NoisyCosts, LoseLittleAndDoNotOscillate) {
  struct Sides {
    Cost device;
    Cost host;
  };
  const Sides scenarios[] = {
      {affine(0, 1), affine(0, 1)},     {affine(0, 1), affine(0, 20)},    {affine(0, 20), affine(0, 1)},
      {affine(500, 1), affine(0, 2)},   {affine(5000, 1), affine(0, 1)},  {affine(0, 1), affine(5000, 1)},
      {affine(300, 2), affine(300, 1)}, {affine(1100, 1), affine(0, 10)},
  };
  for (const Sides& sides : scenarios) {
    test::Random random(20261121);
    const auto noisy = [&random](const Cost& cost) {
      return [&random, cost](std::int64_t n) { return cost(n) * (0.95 + 0.1 * test::fraction(random)); };
    };
    const double best = test::best_of_all(sides.device, sides.host, rows).time;
    Balancer balancer(rows);
    double time = 0.0;
    int steps = 0;
    int moves = 0;
    std::int64_t before = -1;
    for (int step = 1; step <= 1000; ++step) {
      const bool probe = balancer.probes();
      const std::int64_t device_rows = balancer.device_rows();
      const std::int64_t host_rows = rows - device_rows;
      balancer.record(device_rows, device_rows > 0 ? noisy(sides.device)(device_rows) : 0.0,
                      host_rows > 0 ? noisy(sides.host)(host_rows) : 0.0);
      if (probe || step <= 5) continue;
      const double without_noise = test::split_time(sides.device, sides.host, rows, device_rows);
      EXPECT_LE(without_noise, 1.08 * best) << "scenario " << &sides - scenarios << ", step " << step;
      time += without_noise;
      ++steps;
      moves += before != device_rows && before >= 0;
      before = device_rows;
    }
    EXPECT_LE(time, 1.03 * best * steps) << "scenario " << &sides - scenarios;
    EXPECT_LE(moves, 10) << "scenario " << &sides - scenarios;
  }
}

}  // namespace
}  // namespace stencil
