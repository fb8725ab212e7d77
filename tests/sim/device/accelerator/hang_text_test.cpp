// A device that hangs is described by its pins, its registers and the calls that it owes.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "sim/device/accelerator/platform_accelerator.hpp"
#include "sim/device/contract/device_hang.hpp"
#include "sim/device/rtl/configurations.hpp"
#include "sim/device/rtl/module_loader.hpp"
#include "tests/sim/device/accelerator/forwarding_device.hpp"

namespace stencil::hang_text_test {
namespace {

// The RTL, of which the end of commands is awaited for 60 quiet cycles only: a sweep without a handshake is a hang.
class Impatient final : public ForwardingDevice {
 public:
  Impatient() : ForwardingDevice(make_verilated_device(find_configuration("small"))) {}
  void run(const WaitFor& wait) override {
    WaitFor sooner = wait;
    if (wait.interrupt) {
      sooner.quiet_limit_cycles = 60;
      sooner.command_limit_cycles = {};
    }
    ForwardingDevice::run(sooner);
  }
};

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(HangText, NamesCommandTransferPinsAndStatus) {
  PlatformAccelerator accelerator("rtl", "small", std::make_unique<Impatient>(), {});
  std::vector<double> field(40 * 30, 1.0);
  const Ticket f = accelerator.post_load({Bank::f, 1, 0, 1200}, field.data(), {});
  const Ticket r = accelerator.post_load({Bank::r, 0, 0, 1200}, field.data(), {});
  SweepCommand sweep{40, 30, 8, JacobiWeights{1.0, 1.0, 0.25}};
  sweep.f_buffer = 1;
  const Ticket swept = accelerator.post(sweep, {f, r});
  accelerator.post_store({Bank::f, 1, 0, 1200}, field.data(), {swept});
  std::string text;
  try {
    accelerator.wait();
  } catch (const DeviceHang& hang) {
    text = hang.what();
    EXPECT_EQ(hang.command, 0);
    EXPECT_EQ(hang.state.commands, 1);
    EXPECT_EQ(hang.state.loads, 0u);
    EXPECT_GT(hang.state.stores, 0u);
  }
  EXPECT_TRUE(has(text, "device hangs: nothing moved for 61 cycles while waiting for the read burst")) << text;
  EXPECT_TRUE(has(text, "; STATUS is busy; ")) << text;
  EXPECT_TRUE(has(text, ": 8 (PROGRESS_SWEEP) times the ")) << text;
  EXPECT_TRUE(has(text, " cycles of a sweep of 40 x 30, 8 times, and ")) << text;
  EXPECT_TRUE(has(text, "; a sweep of 40 x 30, 8 times, has not finished; it holds f buffer 1 and r buffer 0")) << text;
  EXPECT_TRUE(has(text, "; store of f buffer 1 stands at its burst 1 of ")) << text;
  EXPECT_TRUE(has(text, "; RVALID low since cycle ")) << text;
  EXPECT_FALSE(has(text, "WVALID")) << text;
}

// The second load goes into a buffer that the sweep holds.
TEST(HangText, NamesTheLoadThatIsHeld) {
  PlatformAccelerator accelerator("rtl", "small", std::make_unique<Impatient>(), {});
  std::vector<double> field(40 * 30, 1.0);
  const Ticket f = accelerator.post_load({Bank::f, 0, 0, 1200}, field.data(), {});
  const Ticket r = accelerator.post_load({Bank::r, 1, 0, 1200}, field.data(), {});
  SweepCommand sweep{40, 30, 8, JacobiWeights{1.0, 1.0, 0.25}};
  sweep.r_buffer = 1;
  const Ticket swept = accelerator.post(sweep, {f, r});
  accelerator.post_load({Bank::r, 1, 0, 1200}, field.data(), {swept});
  std::string text;
  try {
    accelerator.wait();
  } catch (const DeviceHang& hang) {
    text = hang.what();
  }
  EXPECT_TRUE(has(text, "; load of r buffer 1 stands at its burst 1 of ")) << text;
  EXPECT_TRUE(has(text, "; WVALID high and WREADY low since cycle ")) << text;
  EXPECT_FALSE(has(text, "RVALID")) << text;
}

// The device has two commands of three; the third is written when a buffer is loaded that the first one holds.
TEST(HangText, CommandsThatTheDeviceDoesNotHaveAreNotHeldAgainstIt) {
  HangState state;
  state.commands = 2;
  state.unoffered = 2;
  state.loads = 3;
  state.stores = 2;
  state.store_offered = false;
  PostedCalls posted;
  posted.transfer(true, {Bank::f, 1, 0, 100}, 4);
  posted.transfer(false, {Bank::f, 0, 0, 100}, 2);
  posted.command(SweepCommand{9, 9, 9, JacobiWeights{}});  // has ended
  posted.command(SweepCommand{25, 33, 5, JacobiWeights{}, 1, 1});
  posted.command(SweepCommand{20, 33, 5, JacobiWeights{}});
  EXPECT_EQ(posted.unfinished(state),
            (std::vector<std::string>{"no command is in the device; a sweep of 25 x 33, 5 times, waits to be "
                                      "written after what was posted before it",
                                      "load of f buffer 1 stands at its burst 2 of 4",
                                      "store of f buffer 0 waits for what was posted before it"}));
  state.unoffered = 1;
  state.unanswered = 1;
  EXPECT_EQ(posted.unfinished(state).front(), "COMMAND of a sweep of 25 x 33, 5 times, is written and not answered");
  state.unanswered = 0;
  EXPECT_EQ(
      posted.unfinished(state).front(),
      "a sweep of 25 x 33, 5 times, has not finished; it holds f buffer 1 and r buffer 1; the device owes its end");
  EXPECT_EQ(posted.unfinished(state)[1],
            "load of f buffer 1 stands at its burst 2 of 4, since a command holds that buffer");
}

TEST(HangText, AnInterruptThatDoesNotCome) {
  PostedCalls posted;
  posted.command(SweepCommand{9, 9, 9, JacobiWeights{}});
  EXPECT_EQ(posted.unfinished({}), std::vector<std::string>{"all commands have ended, irq is low"});
  HangState state;
  EXPECT_FALSE(state.kept_by_platform());
  state.interrupt = true;
  EXPECT_EQ(posted.unfinished(state),
            std::vector<std::string>{"all commands have ended and irq is high: the platform does not see it"});
  EXPECT_TRUE(state.kept_by_platform());
  state.stores = 1;
  EXPECT_FALSE(state.interrupt_unseen()) << "it is not what is waited for";
}

}  // namespace
}  // namespace stencil::hang_text_test
