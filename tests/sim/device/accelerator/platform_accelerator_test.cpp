// The whole device path, from transactions to bits and cycles, compared with the golden sweep and the timing model.
// SPDX-License-Identifier: Apache-2.0
#include "sim/device/accelerator/platform_accelerator.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <random>
#include <vector>

#include "host/base/errors.hpp"
#include "models/compare.hpp"
#include "models/gauss_seidel_tile.hpp"
#include "models/jacobi.hpp"
#include "sim/device/kernels/tiles/tile_timing.hpp"
#include "sim/device/rtl/configurations.hpp"

namespace stencil {
namespace {

struct Setting {
  const char* accel;
  const char* config;
  std::int64_t burst_beats;
  std::int64_t bytes_per_cycle;
  std::int64_t latency_cycles;
};

std::unique_ptr<Accelerator> make(const Setting& setting) {
  AcceleratorOptions options;
  options.accel = setting.accel;
  options.config = setting.config;
  options.link.burst_beats = setting.burst_beats;
  options.link.bytes_per_cycle = setting.bytes_per_cycle;
  options.link.latency_cycles = setting.latency_cycles;
  return make_accelerator(options);
}

// Every kind of double, ordinary and awkward ones in equal shares.
double any_value(std::mt19937_64& random) {
  switch (random() % 16) {
    case 0:
      return std::numeric_limits<double>::denorm_min() * static_cast<double>(random() % 1000);
    case 1:
      return -0.0;
    case 2:
      return random() % 50 ? 0.0 : std::numeric_limits<double>::infinity();
    case 3:
      return random() % 50 ? 1e-308 : -std::numeric_limits<double>::quiet_NaN();
    default:
      return std::uniform_real_distribution<double>(-1.0, 1.0)(random);
  }
}

class PlatformAcceleratorTest : public ::testing::TestWithParam<Setting> {};

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

TEST_P(PlatformAcceleratorTest, TransfersOfAnyOffsetAndLengthArriveAndNothingElseMoves) {
  const auto device = make(GetParam());
  const std::int64_t memory = 3000;
  std::mt19937_64 random(11);
  for (const Bank bank : {Bank::f, Bank::r}) {
    std::vector<double> mirror(memory);
    for (double& value : mirror) value = static_cast<double>(random());
    device->load(bank, 0, mirror.data(), memory);
    for (int round = 0; round < 40; ++round) {
      const auto offset = static_cast<std::int64_t>(random() % memory);
      const auto length = static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(memory - offset));
      std::vector<double> piece(static_cast<std::size_t>(length));
      for (double& value : piece) value = static_cast<double>(random());
      std::copy(piece.begin(), piece.end(), mirror.begin() + offset);
      device->load(bank, offset, piece.data(), length);
      const auto from = static_cast<std::int64_t>(random() % memory);
      const auto count = static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(memory - from));
      std::vector<double> back(static_cast<std::size_t>(count));
      device->store(bank, from, back.data(), count);
      device->wait();
      ASSERT_TRUE(std::equal(back.begin(), back.end(), mirror.begin() + from)) << "round " << round;
    }
    std::vector<double> all(memory);
    device->store(bank, 0, all.data(), memory);
    device->wait();
    ASSERT_EQ(all, mirror);
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

// Bursts held by a sweep longer than the bus's time limit are no hang.
TEST(PlatformAccelerator, AStoreWaitsOutALongSweep) {
  for (const char* accel : {"rtl", "model"}) {
    const auto device = make({accel, "small", 256, 0, 0});
    std::vector<double> f(9, 1.0), r(9, 0.0), expected = f;
    device->load(Bank::f, 0, f.data(), 9);
    device->load(Bank::r, 0, r.data(), 9);
    const std::int64_t niter = 16000;  // 4 per pass, each of which waits for the previous one
    device->start(SweepCommand{3, 3, niter, JacobiWeights{0.25, 0.25, 0.5}});
    device->store(Bank::f, 0, f.data(), 9);
    device->wait();
    EXPECT_GT(device->cycles().total(), 400000);
    golden_sweeps(3, 3, expected.data(), r.data(), JacobiWeights{0.25, 0.25, 0.5}, niter);
    EXPECT_EQ(f, expected);
    device->audit();
  }
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

// The lower bound that the bench promises: on long transfers 0.97 of the bus's beats carry data.
TEST(PlatformAcceleratorBus, LongTransfersKeepTheBusBusy) {
  const auto device = make({"rtl", "wide-bus", 256, 0, 0});
  // Rows of 1001 words begin at every lane of a four-word beat.
  const std::int64_t rows = 60, cols = 1001, overlap = 3;
  std::vector<double> f(static_cast<std::size_t>(rows * cols));
  device->load(Bank::f, overlap * cols, f.data(), (rows - overlap) * cols);
  device->wait();
  const CycleCounts loaded = device->cycles();
  device->store(Bank::f, overlap * cols, f.data(), (rows - overlap) * cols);
  device->wait();
  const CycleCounts stored = device->cycles();
  const double useful_beats = static_cast<double>((rows - overlap) * cols) / 4.0;
  EXPECT_GE(useful_beats / static_cast<double>(loaded.load), 0.97);
  EXPECT_GE(useful_beats / static_cast<double>(stored.store), 0.97);
}

TEST(PlatformAcceleratorErrors, BadCallsAreRefusedBeforeAnythingMoves) {
  const auto device = make({"rtl", "default", 256, 0, 0});
  const std::int64_t words = device->capabilities().memory_words;
  double value = 0.0;
  EXPECT_THROW(device->load(Bank::f, words, &value, 1), ArgumentError);
  EXPECT_THROW(device->load(Bank::f, -1, &value, 1), ArgumentError);
  EXPECT_THROW(device->store(Bank::r, 0, nullptr, 1), ArgumentError);
  EXPECT_THROW(device->start(SweepCommand{0, 5, 1, JacobiWeights{0, 0, 0}}), ArgumentError);
  EXPECT_THROW(device->start(SweepCommand{5, device->capabilities().max_cols + 1, 1, JacobiWeights{0, 0, 0}}),
               ArgumentError);
  EXPECT_THROW(device->start(SweepCommand{words, 2, 1, JacobiWeights{0, 0, 0}}), ArgumentError);
  EXPECT_THROW(device->start(SweepCommand{5, 5, -1, JacobiWeights{0, 0, 0}}), ArgumentError);
  device->wait();
  EXPECT_EQ(device->cycles().total(), 0);
}

TEST(PlatformAccelerator, SeveralLiveSideBySideAndOneAfterAnother) {
  const std::vector<double> ones(12, 1.0), twos(12, 2.0);
  std::vector<double> got(12);
  const auto first = make({"rtl", "default", 256, 0, 0});
  first->load(Bank::f, 0, ones.data(), 12);
  first->wait();
  for (int round = 0; round < 3; ++round) {
    const auto second = make({"rtl", "wide-bus", 16, 8, 5});
    second->load(Bank::f, 0, twos.data(), 12);
    second->wait();
    first->store(Bank::f, 0, got.data(), 12);
    first->wait();
    EXPECT_EQ(got, ones);
    second->store(Bank::f, 0, got.data(), 12);
    second->wait();
    EXPECT_EQ(got, twos);
    second->audit();
  }
  first->audit();
}

TEST(PlatformAccelerator, CapabilitiesAreThoseOfTheConfiguration) {
  for (const char* accel : {"rtl", "model"})
    for (const Configuration& configuration : configurations()) {
      if (accel == std::string("rtl") && configuration.on_demand) continue;
      const auto device = make({accel, configuration.name.c_str(), 256, 0, 0});
      const Capabilities& read = device->capabilities();
      EXPECT_EQ(read.accel, accel);
      EXPECT_EQ(read.config, configuration.name);
      EXPECT_EQ(read.pes, configuration.pes);
      EXPECT_EQ(read.lanes, configuration.lanes);
      EXPECT_EQ(read.memory_words, configuration.memory_words);
      EXPECT_EQ(read.max_cols, configuration.max_cols);
      EXPECT_EQ(read.axi_data_bits, configuration.axi_data_bits);
      EXPECT_EQ(read.pe_latency, configuration.pe_latency());
      EXPECT_EQ(read.f_buffers, configuration.f_buffers);
      EXPECT_EQ(read.r_buffers, 2);
      EXPECT_EQ(read.line_beats, configuration.line_beats);
      EXPECT_EQ(read.tile_slots_min, configuration.tile_slots_min());
      EXPECT_EQ(read.tile_slots_max, configuration.tile_slots_max());
      EXPECT_EQ(read.tile_latency, configuration.tile_latency());
      EXPECT_TRUE(read.sweeps());
      EXPECT_EQ(read.queue_depth, Configuration::queue_depth);
      EXPECT_EQ(read.settle_cycles, Configuration::settle_cycles);
      EXPECT_EQ(read.progress_cycles, configuration.progress_cycles());
      EXPECT_EQ(read.progress_sweep, Configuration::progress_times);
      EXPECT_EQ(read.progress_tile, configuration.tiles() ? Configuration::progress_times : 0);
      EXPECT_TRUE(read.timed);
      EXPECT_GT(device->simulation_rate(), 0.0);
    }
}

}  // namespace
}  // namespace stencil
