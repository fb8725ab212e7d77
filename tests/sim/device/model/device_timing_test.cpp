// The timing model against the Verilated device, post by post: any behaviour of a master, errors included.
// SPDX-License-Identifier: Apache-2.0
//
// STENCIL_MODEL_CASES sets how many random programs each configuration gets, STENCIL_TEST_SEED the first one's seed.
#include "sim/device/model/device_timing.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "host/base/errors.hpp"
#include "sim/device/rtl/module_loader.hpp"
#include "tests/sim/device/model/any_master.hpp"
#include "tests/sim/device/model/cases.hpp"

namespace stencil::device_timing_test {
namespace {

std::string first_difference(const Log& got, const Log& expected) {
  for (std::size_t i = 0; i < std::min(got.lines.size(), expected.lines.size()); ++i)
    if (got.lines[i] != expected.lines[i])
      return fmt::format("entry {}\n  got      {}\n  expected {}", i, got.lines[i], expected.lines[i]);
  if (got.lines.size() != expected.lines.size()) return "one log is longer than the other";
  return {};
}

class DeviceTimingTest : public ::testing::TestWithParam<std::string> {
 protected:
  const Configuration& configuration_ = find_configuration(GetParam());
};

TEST_P(DeviceTimingTest, IsTheVerilatedDeviceWhateverIsPosted) {
  std::size_t entries = 0;
  for (const std::uint64_t seed : test::seeds(24)) {
    SCOPED_TRACE(fmt::format("{} seed {}", configuration_.name, seed));
    const auto rtl = make_verilated_device(configuration_);
    DeviceTiming model(capabilities_of(configuration_));
    const Log expected = AnyMaster(seed, configuration_, *rtl).run(12);
    const Log got = AnyMaster(seed, configuration_, model).run(12);
    ASSERT_EQ(first_difference(got, expected), "");
    entries += got.lines.size();
  }
  fmt::print("{}: {} entries of the log, no difference\n", configuration_.name, entries);
}

TEST_P(DeviceTimingTest, SkipsNothingThatTickingEveryCycleWouldShow) {
  for (const std::uint64_t seed : test::seeds(100)) {
    SCOPED_TRACE(fmt::format("{} seed {}", configuration_.name, seed));
    DeviceTiming skips(capabilities_of(configuration_)), ticks(capabilities_of(configuration_));
    ticks.tick_every_cycle();
    const Log expected = AnyMaster(seed, configuration_, ticks).run(12);
    const Log got = AnyMaster(seed, configuration_, skips).run(12);
    ASSERT_EQ(first_difference(got, expected), "");
    ASSERT_EQ(skips.dma().load_busy, ticks.dma().load_busy);
    ASSERT_EQ(skips.dma().store_busy, ticks.dma().store_busy);
  }
}

// Found by sim_model_test.long: a read of CHANGE after a sweep where there is none; beats of a refused burst that wait
// while the burst after it is read.
TEST(DeviceTiming, IsTheVerilatedDeviceWhereItOnceWasNot) {
  const std::pair<const char*, std::uint64_t> cases[] = {{"plain", 27}, {"sweeps", 341}};
  for (const auto& [name, seed] : cases) {
    SCOPED_TRACE(fmt::format("{} seed {}", name, seed));
    const Configuration& configuration = find_configuration(name);
    const auto rtl = make_verilated_device(configuration);
    DeviceTiming model(capabilities_of(configuration));
    const Log expected = AnyMaster(seed, configuration, *rtl).run(12);
    const Log got = AnyMaster(seed, configuration, model).run(12);
    EXPECT_EQ(first_difference(got, expected), "");
  }
}

// A link that needs 8 cycles for a beat moves none for longer than this wait allows.
TEST(DeviceTiming, HangsInTheSameCycleWhereASlowLinkLeavesNoneOut) {
  const Capabilities capabilities = capabilities_of(find_configuration("plain"));
  std::vector<double> words(16);
  for (const bool to_device : {true, false}) {
    std::vector<std::string> texts;
    for (const bool every_cycle : {true, false}) {
      DeviceTiming device(capabilities);
      device.set_timing({1, 0});
      if (every_cycle) device.tick_every_cycle();
      Burst burst;
      burst.to_device = to_device;
      burst.host = reinterpret_cast<unsigned char*>(words.data());
      burst.length_words = 16;
      device.post(burst);
      WaitFor wait;
      wait.bursts = true;
      wait.quiet_limit_cycles = 5;
      try {
        device.run(wait);
        texts.emplace_back("no hang");
      } catch (const DeviceError& error) {
        texts.emplace_back(error.what());
      }
    }
    EXPECT_NE(texts[0], "no hang");
    EXPECT_EQ(texts[0], texts[1]);
  }
}

// A reset at any time leads back to the first state.
TEST_P(DeviceTimingTest, ForgetsEverythingInAReset) {
  DeviceTiming used(capabilities_of(configuration_)), fresh(capabilities_of(configuration_));
  for (const std::uint64_t seed : test::seeds(20)) {
    AnyMaster(seed + 1000, configuration_, used).run(5);
    used.reset();
    fresh = DeviceTiming(capabilities_of(configuration_));
    const Log got = AnyMaster(seed, configuration_, used).run(5);
    const Log expected = AnyMaster(seed, configuration_, fresh).run(5);
    ASSERT_EQ(first_difference(got, expected), "") << "seed " << seed;
    used.reset();  // forgets reads whose destination is gone
  }
}

INSTANTIATE_TEST_SUITE_P(Configurations, DeviceTimingTest, ::testing::ValuesIn(accelerator_configs()),
                         [](const auto& each) { return test::test_name(each.param); });

}  // namespace
}  // namespace stencil::device_timing_test
