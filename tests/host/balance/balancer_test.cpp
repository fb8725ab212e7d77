// SPDX-License-Identifier: Apache-2.0
#include "host/balance/balancer.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "tests/host/balance/simulated_steps.hpp"
#include "tests/support/refusal.hpp"

namespace stencil {
namespace {

using test::affine;
using test::refusal;
using test::run_step;

BalanceOptions first_share(double share) {
  BalanceOptions options;
  options.first_share = share;
  return options;
}

TEST(Balancer, BeginsWithTheFirstShare) {
  EXPECT_EQ(Balancer(100).device_rows(), 50);
  EXPECT_EQ(Balancer(100, first_share(0.25)).device_rows(), 25);
  EXPECT_EQ(Balancer(100, first_share(0.0)).device_rows(), 0);
  EXPECT_EQ(Balancer(100, first_share(1.0)).device_rows(), 100);
  EXPECT_FALSE(Balancer(100).probes());
}

TEST(Balancer, GoesByRatesAfterOneStep) {
  Balancer balancer(100);
  balancer.record(50, 50.0, 200.0);
  EXPECT_EQ(balancer.device_rows(), 80);
}

TEST(Balancer, SeesFixedTimesAfterTwo) {
  Balancer balancer(1000);
  for (int step = 0; step < 2; ++step) run_step(balancer, affine(3000, 1), affine(0, 1));
  EXPECT_EQ(balancer.device_rows(), 0);
  run_step(balancer, affine(3000, 1), affine(0, 1));
  EXPECT_EQ(balancer.device_rows(), 0);
}

TEST(Balancer, LeavesRowsWhereTheyAreForASmallGain) {
  Balancer balancer(1000);
  balancer.record(500, 1000.0, 960.0);
  EXPECT_EQ(balancer.device_rows(), 500) << "490 rows would gain 2 %";
  balancer.record(500, 1000.0, 950.0);
  EXPECT_EQ(balancer.device_rows(), 500) << "the average of both is as near";
  balancer.record(500, 1000.0, 890.0);
  EXPECT_LT(balancer.device_rows(), 500);
}

TEST(Balancer, TriesASideItHasNeverMeasured) {
  Balancer all_on_host(160, first_share(0.0));
  run_step(all_on_host, affine(0, 1), affine(0, 1));
  EXPECT_EQ(all_on_host.device_rows(), 10);
  EXPECT_TRUE(all_on_host.probes());
  run_step(all_on_host, affine(0, 1), affine(0, 1));
  EXPECT_EQ(all_on_host.device_rows(), 80);
  EXPECT_FALSE(all_on_host.probes());

  Balancer all_on_device(160, first_share(1.0));
  run_step(all_on_device, affine(0, 1), affine(0, 1));
  EXPECT_EQ(all_on_device.device_rows(), 150);

  BalanceOptions never = first_share(1.0);
  never.probe_after = 0;
  Balancer stays(160, never);
  for (int step = 0; step < 100; ++step) run_step(stays, affine(0, 1), affine(0, 1));
  EXPECT_EQ(stays.device_rows(), 160);
}

TEST(Balancer, ReturnsFromAProbeThatShowsNothing) {
  Balancer balancer(1000);
  std::vector<int> probed;
  for (int step = 1; step <= 100; ++step) {
    if (balancer.probes()) {
      probed.push_back(step);
      EXPECT_EQ(balancer.device_rows(), 200) << "what rates proposed for step 2: the fewest measured";
    } else if (step > 5) {
      EXPECT_EQ(balancer.device_rows(), 0) << step;
    }
    run_step(balancer, affine(1500, 1), affine(0, 1));
  }
  // At home since step 3, then for 32 more steps after each probe.
  EXPECT_EQ(probed, (std::vector<int>{36, 69}));
}

TEST(Balancer, ProbesWithASixteenthWhenOnlyMoreWasMeasured) {
  // Steps with 500, 311 and then no rows on the device.
  Balancer balancer(1000);
  for (int step = 1; step < 200 && !balancer.probes(); ++step) run_step(balancer, affine(1100, 0.01), affine(0, 1));
  EXPECT_TRUE(balancer.probes());
  EXPECT_EQ(balancer.device_rows(), 63);
}

TEST(Balancer, NeverProposesLessThanASideNeeds) {
  test::Random random(test::test_seed());
  for (int job = 0; job < 2000; ++job) {
    const std::int64_t rows = random(0, 60);
    BalanceOptions options = first_share(test::fraction(random));
    options.least_device_rows = random(1, 12);
    options.least_host_rows = random(1, 12);
    options.probe_after = random(0, 5);
    Balancer balancer(rows, options);
    for (int step = 0; step < 40; ++step) {
      const std::int64_t device_rows = balancer.device_rows();
      ASSERT_TRUE(device_rows == 0 || device_rows == rows ||
                  (device_rows >= options.least_device_rows && rows - device_rows >= options.least_host_rows))
          << device_rows << " of " << rows << " rows, least " << options.least_device_rows << " and "
          << options.least_host_rows;
      // The caller may run any split, and it may take any time.
      balancer.record(random(0, 4) == 0 ? random(0, rows) : device_rows, static_cast<double>(random(0, 100)),
                      static_cast<double>(random(0, 100)));
    }
  }
}

// Copies across a split, which are not needed where the device has all rows: a law of measured times never shows that.
TEST(Balancer, CountsWhatIsKnownOfTheDevice) {
  constexpr std::int64_t rows = 30;
  const auto copies = [](std::int64_t device_rows) { return device_rows < rows ? 300.0 : 0.0; };
  const auto device = [&](std::int64_t device_rows) {
    return copies(device_rows) + 60.0 * static_cast<double>(device_rows);
  };
  const auto host = affine(0, 700);
  BalanceOptions options;
  options.known_device_time = copies;
  Balancer told(rows, options);
  Balancer untold(rows);
  for (int step = 0; step < 8; ++step) {
    run_step(told, device, host);
    run_step(untold, device, host);
  }
  EXPECT_EQ(told.device_rows(), rows);
  EXPECT_LT(untold.device_rows(), rows);

  // The known time may change, and a step may take less.
  double latency = 0.0;
  options.known_device_time = [&](std::int64_t) { return latency; };
  Balancer changing(100, options);
  changing.record(50, 50.0, 50.0);
  EXPECT_EQ(changing.device_rows(), 50);
  latency = 40.0;
  changing.record(50, 90.0, 50.0);
  EXPECT_EQ(changing.device_rows(), 30);
  latency = 1000.0;
  changing.record(30, 900.0, 70.0);
  EXPECT_EQ(changing.device_rows(), 0);
}

TEST(Balancer, HoldsToLeastRowsThatCostTheOptimum) {
  BalanceOptions options;
  options.least_device_rows = 100;
  // 48 rows would be best; 100 rows take 2000, no rows 1000.
  Balancer balancer(1000, options);
  for (int step = 0; step < 5; ++step) run_step(balancer, affine(0, 20), affine(0, 1));
  EXPECT_EQ(balancer.device_rows(), 0);
  options.least_device_rows = 400;
  Balancer wide(1000, options);
  for (int step = 0; step < 5; ++step) run_step(wide, affine(0, 2), affine(0, 1));
  EXPECT_EQ(wide.device_rows(), 400);
}

TEST(Balancer, WorksWithFewRows) {
  Balancer none(0);
  EXPECT_EQ(none.device_rows(), 0);
  none.record(0, 0.0, 0.0);
  EXPECT_EQ(none.device_rows(), 0);
  EXPECT_FALSE(none.probes());

  Balancer one(1);
  EXPECT_EQ(one.device_rows(), 1);
  for (int step = 0; step < 3; ++step) run_step(one, affine(0, 5), affine(0, 2));
  EXPECT_EQ(one.device_rows(), 0);

  Balancer two(2);
  for (int step = 0; step < 5; ++step) run_step(two, affine(0, 5), affine(0, 5));
  EXPECT_EQ(two.device_rows(), 1);
}

TEST(Balancer, TakesTimesOfZero) {
  for (const double host_rate : {0.0, 1.0}) {
    Balancer balancer(100);
    for (int step = 0; step < 100; ++step) run_step(balancer, affine(0, 0), affine(0, host_rate));
    EXPECT_EQ(balancer.device_rows(), host_rate == 0.0 ? 50 : 100);
  }
}

TEST(Balancer, DoesNotUseTheTimeOfASideWithoutRows) {
  Balancer idle(100, first_share(0.0));
  Balancer busy(100, first_share(0.0));
  for (int step = 0; step < 100; ++step) {
    const std::int64_t device_rows = idle.device_rows();
    ASSERT_EQ(device_rows, busy.device_rows());
    const double device_time = device_rows > 0 ? 1e6 : 0.0;
    idle.record(device_rows, device_time, 100.0);
    busy.record(device_rows, device_rows > 0 ? 1e6 : 77.0, 100.0);
  }
}

TEST(Balancer, RefusesWhatCannotBe) {
  EXPECT_EQ(refusal([] { Balancer(-1); }), "rows = -1, must be >= 0");
  EXPECT_EQ(refusal([] { Balancer(5, first_share(1.25)); }), "first_share = 1.25, must be 0 .. 1");
  EXPECT_EQ(refusal([] { Balancer(5, first_share(std::nan(""))); }), "first_share = nan, must be 0 .. 1");
  BalanceOptions options;
  options.probe_after = -3;
  EXPECT_EQ(refusal([&] { Balancer(5, options); }), "probe_after = -3, must be >= 0");
  options = {};
  options.least_device_rows = 0;
  EXPECT_EQ(refusal([&] { Balancer(5, options); }), "least_device_rows = 0, must be >= 1");
  options = {};
  options.least_host_rows = 0;
  EXPECT_EQ(refusal([&] { Balancer(5, options); }), "least_host_rows = 0, must be >= 1");

  Balancer balancer(5);
  constexpr double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(refusal([&] { balancer.record(-1, 1.0, 1.0); }), "device_rows = -1, must be 0 .. 5");
  EXPECT_EQ(refusal([&] { balancer.record(6, 1.0, 1.0); }), "device_rows = 6, must be 0 .. 5");
  EXPECT_EQ(refusal([&] { balancer.record(3, -1.0, 1.0); }), "device_time = -1, must be >= 0 and finite");
  EXPECT_EQ(refusal([&] { balancer.record(3, std::nan(""), 1.0); }), "device_time = nan, must be >= 0 and finite");
  EXPECT_EQ(refusal([&] { balancer.record(3, 1.0, infinity); }), "host_time = inf, must be >= 0 and finite");
  EXPECT_EQ(refusal([&] { balancer.record(0, -1.0, 1.0); }), "device_time = -1, must be >= 0 and finite");
  EXPECT_EQ(balancer.device_rows(), 3) << "nothing has changed";
}

}  // namespace
}  // namespace stencil
