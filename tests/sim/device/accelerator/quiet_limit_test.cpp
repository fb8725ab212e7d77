// The limit at which a device counts as hung: no legal command reaches it, none ends far before it.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "sim/device/accelerator/platform_accelerator.hpp"
#include "sim/device/contract/device_hang.hpp"
#include "sim/device/rtl/configurations.hpp"
#include "sim/device/rtl/module_loader.hpp"
#include "tests/sim/device/accelerator/forwarding_device.hpp"
#include "tests/sim/device/accelerator/model_device.hpp"

namespace stencil::quiet_limit_test {
namespace {

// Counts as hung so many cycles before the laws' cycles of a command have passed once; ours announces them
// Configuration::progress_times times.
class Earlier final : public ForwardingDevice {
 public:
  Earlier(std::unique_ptr<Device> device, std::int64_t cycles) : ForwardingDevice(std::move(device)), cycles_(cycles) {}
  void run(const WaitFor& wait) override {
    WaitFor sooner = wait;
    if (wait.command_limit_cycles) {
      sooner.command_limit_cycles = [&](std::int64_t unfinished, std::int64_t unoffered) {
        const std::int64_t limit = wait.command_limit_cycles(unfinished, unoffered);
        return limit == 0 ? 0 : limit / Configuration::progress_times - cycles_;
      };
    }
    ForwardingDevice::run(sooner);
  }

 private:
  std::int64_t cycles_;
};

using Make = std::unique_ptr<Device> (*)(const Configuration&);

std::unique_ptr<Device> make_rtl(const Configuration& configuration) {
  return make_verilated_device(configuration);
}

// Whether the commands, one after another in alternating buffers, end without a hang.
bool ends(const Configuration& configuration, Make make, const std::vector<DeviceCommand>& commands,
          std::int64_t earlier_cycles) {
  PlatformAccelerator accelerator("test", configuration.name,
                                  std::make_unique<Earlier>(make(configuration), earlier_cycles), {});
  std::vector<double> field(static_cast<std::size_t>(configuration.memory_words), 1.0);
  int buffer = 0;
  After after;
  for (const DeviceCommand& command : commands) {
    const CommandBlock block = command_block(command);
    accelerator.load(Bank::f, buffer, field.data(), block.rows * block.cols);
    accelerator.load(Bank::r, buffer, field.data(), block.rows * block.cols);
    buffer = 1 - buffer;
  }
  buffer = 0;
  for (const DeviceCommand& command : commands) {
    std::visit(
        [&](auto of) {
          of.f_buffer = buffer;
          if constexpr (std::is_same_v<decltype(of), SweepCommand>) of.r_buffer = buffer;
          accelerator.post(of, {});
        },
        command);
    buffer = 1 - buffer;
  }
  try {
    accelerator.wait();
  } catch (const DeviceHang&) {
    return false;
  }
  return true;
}

// The least, passes that wait for one another, the longest rows, the most rows; up to `most_words` per block.
std::vector<DeviceCommand> extremes(const Configuration& configuration, std::int64_t most_words) {
  const std::int64_t words = std::min(most_words, configuration.memory_words);
  const std::int64_t cols = std::min(configuration.max_cols, words / 3);
  const std::int64_t pes = configuration.pes;
  std::vector<DeviceCommand> all;
  if (configuration.sweeps()) {
    all = {sweep(1, 1, 1),
           sweep(1, 1, 300),
           sweep(3, 3, 7),
           sweep(25, 7, 5),
           sweep(words / 3, 3, pes + 1),
           sweep(words, 1, 1),
           sweep(words / cols, cols, 2 * pes + 1)};
  }
  if (configuration.tiles()) {
    for (const DeviceCommand& one :
         {tile(3, 3, 1), tile(3, 3, 3 * pes + 1), tile(words / 3, 3, pes), tile(3, cols, pes + 1)})
      all.push_back(one);
  }
  return all;
}

std::string text_of(const Configuration& configuration, const DeviceCommand& command) {
  const CommandBlock block = command_block(command);
  return configuration.name + ": " + std::to_string(block.rows) + " x " + std::to_string(block.cols) + ", " +
         std::to_string(block.sweeps) + " times";
}

// With SETTLE_CYCLES, 100, the link's cycle, and once what the laws say, a command ends; 100 cycles fewer are too few.
void expect_tight(const Configuration& configuration, Make make, std::int64_t most_words) {
  for (const DeviceCommand& command : extremes(configuration, most_words)) {
    EXPECT_TRUE(ends(configuration, make, {command}, 0)) << text_of(configuration, command);
    EXPECT_FALSE(ends(configuration, make, {command}, 100)) << text_of(configuration, command);
  }
}

TEST(QuietLimit, NoCommandReachesItAndAllComeWithinAHundredCycles) {
  std::size_t looked_at = 0;
  for (const Configuration& configuration : configurations()) {
    if ((configuration.kernels & contract::kernel_jacobi) == 0) continue;  // the sweeps are Jacobi's
    expect_tight(configuration, make_model, 100000);
    ++looked_at;
  }
  EXPECT_GE(looked_at, 4u);
}

TEST(QuietLimit, NorOnTheRtl) {
  expect_tight(find_configuration("small"), make_rtl, 4000);
}

// Each in its turn: the limit is that of the oldest, however many are queued. Of two alike the second is quiet for less
// than its own cycles, since it follows the first without a gap.
TEST(QuietLimit, OfCommandsInAQueueIsThatOfTheOldest) {
  const Configuration& small = find_configuration("small");
  for (const Make make : {make_model, make_rtl}) {
    const std::vector<DeviceCommand> pair{sweep(30, 20, 8), sweep(30, 20, 8)};
    EXPECT_TRUE(ends(small, make, pair, 0));
    EXPECT_FALSE(ends(small, make, pair, 100));
    EXPECT_TRUE(ends(small, make, {tile(20, 20, 5), tile(20, 20, 5)}, 0));
    EXPECT_TRUE(ends(small, make, {sweep(1, 1, 1), sweep(1, 1, 1)}, 0));
  }
}

// A device that does not announce it has the bound of its older registers: a slow one goes on.
TEST(QuietLimit, OfAnOlderDeviceIsThatOfItsOwnRegister) {
  Capabilities older = capabilities_of(find_configuration("small"));
  older.contract_version = 5;
  HangBound bound(older, {});
  bound.command(8, 1000, 0);
  EXPECT_EQ(bound.command_cycles(1, 0), 8 * find_configuration("small").progress_cycles());
}

}  // namespace
}  // namespace stencil::quiet_limit_test
