// The whole device path: sweeps and tiles, bits compared with the golden loops, cycles with the timing model.
// SPDX-License-Identifier: Apache-2.0
#include "sim/device/accelerator/platform_accelerator.hpp"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "models/compare.hpp"
#include "models/gauss_seidel_tile.hpp"
#include "models/jacobi.hpp"
#include "sim/device/kernels/tiles/tile_timing.hpp"
#include "tests/sim/device/accelerator/platform/platform_case.hpp"

namespace stencil::platform_accelerator_test {
namespace {

TEST_P(PlatformAcceleratorTest, BitsAreGoldenAndCyclesArePredicted) {
  const auto device = make(GetParam());
  std::mt19937_64 random(7);
  for (int round = 0; round < 25; ++round) {
    const auto rows = static_cast<std::int64_t>(1 + random() % 40);
    const auto cols = static_cast<std::int64_t>(1 + random() % 90);
    const auto niter = static_cast<std::int64_t>(random() % 12);
    const auto words = static_cast<std::size_t>(rows * cols);
    SCOPED_TRACE(::testing::Message() << "round " << round << ": " << rows << " x " << cols << ", " << niter);
    std::vector<double> f(words), r(words), got(words);
    for (double& value : f) value = any_value(random);
    for (double& value : r) value = any_value(random);
    const CycleCounts before = device->cycles();
    device->load(Bank::r, 0, r.data(), rows * cols);
    device->load(Bank::f, 0, f.data(), rows * cols);
    device->start(SweepCommand{rows, cols, niter, JacobiWeights{1.75, 2.25, 0.125}});
    device->store(Bank::f, 0, got.data(), rows * cols);
    device->wait();
    const CycleCounts after = device->cycles();
    EXPECT_EQ(after.total(), after.model.total());
    EXPECT_EQ(after.compute, after.model.compute);
    EXPECT_EQ(after.stall, after.model.stall);
    EXPECT_LE(after.ideal - before.ideal, after.total() - before.total());

    std::vector<double> expected = f;
    golden_sweeps(rows, cols, expected.data(), r.data(), JacobiWeights{1.75, 2.25, 0.125}, niter);
    const Comparison comparison = compare_rows(expected.data(), got.data(), 0, rows, cols);
    EXPECT_EQ(comparison.compared, rows * cols);
    ASSERT_EQ(comparison.mismatches, 0);
  }
  device->audit();
}

TEST_P(PlatformAcceleratorTest, TilesAreGoldenAndTakeTheCyclesOfTheirLaw) {
  const auto device = make(GetParam());
  const Capabilities& has = device->capabilities();
  const TileEngineShape engine{has.pes, has.tile_latency, has.tile_slots_min, has.tile_slots_max};
  std::mt19937_64 random(8);
  const auto below = [&](std::int64_t bound) {
    return static_cast<std::int64_t>(random() % static_cast<unsigned>(bound));
  };
  for (int round = 0; round < 12; ++round) {
    TileCommand tile;
    tile.rows = 3 + below(40);
    tile.cols = 3 + below(60);
    tile.sweeps = 1 + below(10);
    tile.backward = round % 2 == 1;
    const auto edge = [&](std::int64_t at, std::int64_t last) {
      const int slope = static_cast<int>(below(3)) - 1;
      const std::int64_t end = at + slope * (tile.sweeps - 1);
      return TileEdge{at, end < 1 || end > last ? 0 : slope};
    };
    tile.top = edge(1 + below(2), tile.rows - 1);
    tile.bottom = edge(tile.rows - 1, tile.rows - 1);
    tile.left = edge(1 + below(2), tile.cols - 1);
    tile.right = edge(tile.cols - 1, tile.cols - 1);
    tile.f_buffer = round % 3 == 2 ? 1 : 0;
    const std::int64_t words = tile.rows * tile.cols;
    SCOPED_TRACE(::testing::Message() << "round " << round << ": " << tile.rows << " x " << tile.cols << ", "
                                      << tile.sweeps);
    std::vector<double> f(static_cast<std::size_t>(words)), got(f.size());
    for (double& value : f) value = any_value(random);
    const CycleCounts before = device->cycles();
    const Place block{Bank::f, tile.f_buffer, 0, words};
    const Ticket loaded = device->post_load(block, f.data(), {});
    const Ticket set = device->post(tile, {loaded});
    device->post_store(block, got.data(), {set});
    device->wait();
    const CycleCounts after = device->cycles();
    const TileShape shape{tile.rows, tile.cols, tile.sweeps};
    const TileTiming law = tile_timing(engine, shape, best_slots(engine, shape));
    EXPECT_EQ(after.compute - before.compute, law.busy_cycles);
    EXPECT_EQ(after.fill - before.fill, law.fill_cycles);
    EXPECT_EQ(after.stall, before.stall);
    EXPECT_EQ(after.total(), after.model.total());
    EXPECT_LE(after.ideal - before.ideal, after.total() - before.total());
    ASSERT_EQ(device->sweep_ends().size(), 1u);

    golden_tile(tile, f.data());
    ASSERT_EQ(compare_rows(f.data(), got.data(), 0, tile.rows, tile.cols).mismatches, 0);
  }
  device->audit();
}

// More sweeps in a row than the device queues, while it still plans the first: none may find the queue full.
TEST_P(PlatformAcceleratorTest, AnyNumberOfSweepsMayBePostedInARow) {
  const auto device = make(GetParam());
  const std::int64_t rows = 5, cols = 7;
  std::vector<double> f(rows * cols), r(rows * cols, 0.5), got(rows * cols);
  for (std::size_t i = 0; i < f.size(); ++i) f[i] = static_cast<double>(i % 11);
  device->load(Bank::f, 0, f.data(), rows * cols);
  device->load(Bank::r, 0, r.data(), rows * cols);
  device->wait();
  for (const std::int64_t niter : {3, 2}) {
    for (int i = 0; i < 7; ++i) device->start(SweepCommand{rows, cols, niter, JacobiWeights{0.25, 0.5, 0.25}});
    golden_sweeps(rows, cols, f.data(), r.data(), JacobiWeights{0.25, 0.5, 0.25}, 7 * niter);
  }
  device->store(Bank::f, 0, got.data(), rows * cols);
  device->wait();
  EXPECT_EQ(got, f);
  ASSERT_EQ(device->sweep_ends().size(), 14u);
  for (std::size_t i = 1; i < 14; ++i) EXPECT_GT(device->sweep_ends()[i].total(), device->sweep_ends()[i - 1].total());
  device->wait();
  EXPECT_TRUE(device->sweep_ends().empty());
  device->audit();
}

INSTANTIATE_TEST_SUITE_P(Settings, PlatformAcceleratorTest,
                         ::testing::Values(Setting{"rtl", "default", 256, 0, 0}, Setting{"rtl", "default", 1, 0, 0},
                                           Setting{"rtl", "default", 16, 3, 100}, Setting{"rtl", "wide-bus", 256, 0, 0},
                                           Setting{"rtl", "wide-bus", 7, 24, 13}, Setting{"rtl", "wide-bus", 256, 8, 1},
                                           Setting{"model", "default", 16, 3, 100},
                                           Setting{"model", "wide-bus", 7, 24, 13},
                                           Setting{"model", "wide", 256, 0, 0}),
                         [](const auto& test) {
                           std::string name = std::string(test.param.accel) + "_" + test.param.config;
                           for (char& c : name)
                             if (c == '-') c = '_';
                           return name + "_burst" + std::to_string(test.param.burst_beats) + "_link" +
                                  std::to_string(test.param.bytes_per_cycle) + "_latency" +
                                  std::to_string(test.param.latency_cycles);
                         });

}  // namespace
}  // namespace stencil::platform_accelerator_test
