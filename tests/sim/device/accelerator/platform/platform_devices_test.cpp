// Devices of the whole path: capabilities, several at once, bad calls.
// SPDX-License-Identifier: Apache-2.0
#include "sim/device/accelerator/platform_accelerator.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "host/base/errors.hpp"
#include "sim/device/rtl/configurations.hpp"
#include "tests/sim/device/accelerator/platform/platform_case.hpp"

namespace stencil::platform_accelerator_test {
namespace {

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
}  // namespace stencil::platform_accelerator_test
