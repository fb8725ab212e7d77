// A silence that is not a hang: a line after ten seconds, whatever time passes elsewhere.
// SPDX-License-Identifier: Apache-2.0
#include "sim/device/platform/silence.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <vector>

#include "sim/device/accelerator/platform_accelerator.hpp"
#include "tests/sim/device/accelerator/forwarding_device.hpp"
#include "tests/sim/device/accelerator/model_device.hpp"

namespace stencil::silence_test {
namespace {

// The time of silences, which passes when a test says so.
class InjectedClock {
 public:
  InjectedClock() {
    silence_clock = [this] { return now_; };
  }
  ~InjectedClock() { silence_clock = std::chrono::steady_clock::now; }
  InjectedClock(const InjectedClock&) = delete;
  InjectedClock& operator=(const InjectedClock&) = delete;
  void pass(int seconds) { now_ += std::chrono::seconds(seconds); }

 private:
  std::chrono::steady_clock::time_point now_;
};

TEST(Silence, IsReportedOnceAfterTenSeconds) {
  InjectedClock clock;
  Silence silence;
  std::vector<std::int64_t> due;
  for (std::int64_t step = 1; step <= 30; ++step) {
    if (silence.is_due({0, step * quiet_step_cycles, 1 << 30})) due.push_back(step);
    clock.pass(1);
  }
  EXPECT_EQ(due, std::vector<std::int64_t>{11}) << "the first call begins it";
}

// What moves in between ends a silence, and the time between silences is none: the rank computes for itself.
TEST(Silence, IsNotWhatARankSpendsElsewhere) {
  InjectedClock clock;
  Silence silence;
  for (int round = 0; round < 100; ++round) {
    for (std::int64_t step = 1; step <= 5; ++step) {
      EXPECT_FALSE(silence.is_due({0, step * quiet_step_cycles, 1 << 30}));
      clock.pass(1);
    }
    clock.pass(600);
  }
}

// A device that ten minutes pass over while it has a command: its process is stopped, or others have its core.
class Stopped final : public ForwardingDevice {
 public:
  Stopped(InjectedClock& clock) : ForwardingDevice(make_model(find_configuration("small"))), clock_(clock) {}
  void run(const WaitFor& wait) override {
    if (wait.interrupt) {
      HangState seen;
      seen.commands = 1;
      seen.pins = {"RVALID low since cycle 5"};
      for (const std::int64_t step : {1, 2, 3}) {
        wait.listener({9000 * step, step * quiet_step_cycles, 123456}, [&] { return seen; });
        clock_.pass(600);
      }
    }
    ForwardingDevice::run(wait);
  }

 private:
  InjectedClock& clock_;
};

TEST(Silence, OfADeviceIsALineAndNoHang) {
  InjectedClock clock;
  std::vector<std::string> lines;
  silence_listener = [&](const std::string& line) { lines.push_back(line); };
  PlatformAccelerator accelerator("test", "small", std::make_unique<Stopped>(clock), {});
  std::vector<double> field(60, 1.0);
  for (int round = 0; round < 2; ++round) {
    accelerator.load(Bank::f, 0, field.data(), 60);
    accelerator.load(Bank::r, 0, field.data(), 60);
    accelerator.start(sweep(10, 6, 3));
    EXPECT_NO_THROW(accelerator.wait());
  }
  silence_listener = {};
  EXPECT_EQ(lines, std::vector<std::string>{
                       "device quiet for 8,192 cycles, at cycle 18,000; it counts as hung after 123,456; a sweep of "
                       "10 x 6, 3 times, has not finished; it holds f buffer 0 and r buffer 0; the device owes its "
                       "end; RVALID low since "
                       "cycle 5"});
}

}  // namespace
}  // namespace stencil::silence_test
