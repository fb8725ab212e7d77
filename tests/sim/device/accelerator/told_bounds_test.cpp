// The platform skips clocks, and calls a device hung, by the bounds in the device's registers.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "host/base/errors.hpp"
#include "sim/device/accelerator/platform_accelerator.hpp"
#include "sim/device/kernels/sweeps/engine_timing.hpp"
#include "sim/device/model/device_timing.hpp"
#include "sim/device/rtl/configurations.hpp"
#include "sim/device/rtl/module_loader.hpp"

namespace stencil::told_bounds_test {
namespace {

struct Asked {
  std::vector<std::int64_t> settle_cycles;
  std::vector<WaitFor> interrupts;   // waits for the end of commands
  std::vector<std::int64_t> limits;  // of one command, in these
};

// A device that records the platform's calls.
class Asking final : public DeviceTiming {
 public:
  Asking(const Capabilities& capabilities, Asked& asked) : DeviceTiming(capabilities), asked_(asked) {}
  void set_settle_cycles(std::int64_t cycles) override {
    asked_.settle_cycles.push_back(cycles);
    DeviceTiming::set_settle_cycles(cycles);
  }
  void run(const WaitFor& wait) override {
    if (wait.interrupt) asked_.interrupts.push_back(wait);
    if (wait.interrupt) asked_.limits.push_back(wait.command_limit_cycles(1, 0));
    DeviceTiming::run(wait);
  }

 private:
  Asked& asked_;
};

TEST(ToldBounds, ReachTheDevice) {
  Capabilities device = capabilities_of(find_configuration("small"));
  device.settle_cycles = 1234;
  device.progress_sweep = 7;
  Asked asked;
  LinkOptions link;
  link.latency_cycles = 50;
  PlatformAccelerator accelerator("model", "small", std::make_unique<Asking>(device, asked), link);
  EXPECT_EQ(asked.settle_cycles, std::vector<std::int64_t>{1234});
  std::vector<double> field(60, 1.0);
  for (const std::int64_t sweeps : {3, 2}) {
    accelerator.load(Bank::f, 0, field.data(), 60);
    accelerator.load(Bank::r, 0, field.data(), 60);
    accelerator.start(SweepCommand{10, 6, sweeps, JacobiWeights{1.0, 1.0, 0.25}});
    accelerator.wait();
    ASSERT_FALSE(asked.interrupts.empty());
    EXPECT_EQ(asked.interrupts.back().quiet_limit_cycles, 1234 + 50 + 1);
    EXPECT_EQ(asked.limits.back(),
              7 * engine_timing({device.pes, device.lanes, device.pe_latency}, 10, 6, sweeps).busy_cycles())
        << "what was done counts no more";
    EXPECT_TRUE(asked.interrupts.back().listener);
  }
}

// An RTL device that stays quiet is listened to long before it counts as hung.
TEST(ToldBounds, AQuietDeviceIsListenedToAndThenCalledHung) {
  const auto device = make_verilated_device(find_configuration("small"));
  std::vector<std::int64_t> heard;
  WaitFor wait;
  wait.interrupt = true;  // an interrupt that never comes
  wait.quiet_limit_cycles = 10000;
  wait.listener = [&](const Quiet& quiet, const std::function<HangState()>& seen) {
    EXPECT_EQ(seen().cycle, quiet.now);
    EXPECT_EQ(quiet.limit_cycles, 10000);
    heard.push_back(quiet.cycles);
  };
  std::string text;
  try {
    device->run(wait);
  } catch (const DeviceError& error) {
    text = error.what();
  }
  EXPECT_EQ(heard, (std::vector<std::int64_t>{4096, 8192}));
  EXPECT_EQ(text, "device hangs: nothing moved for 10001 cycles while waiting for the interrupt, at cycle 10001");
}

}  // namespace
}  // namespace stencil::told_bounds_test
