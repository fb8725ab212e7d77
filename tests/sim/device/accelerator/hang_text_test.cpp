// A device that hangs is described by its pins, its registers and the calls that it owes.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "sim/device/accelerator/platform_accelerator.hpp"
#include "sim/device/contract/device_hang.hpp"
#include "sim/device/rtl/configurations.hpp"
#include "sim/device/rtl/module_loader.hpp"

namespace stencil::hang_text_test {
namespace {

// The RTL, of which the end of commands is awaited for 60 quiet cycles only: a sweep without a handshake is a hang.
class Impatient final : public Device {
 public:
  Impatient() : rtl_(make_verilated_device(find_configuration("small"))) {}
  std::int64_t data_bits() const override { return rtl_->data_bits(); }
  void reset() override { rtl_->reset(); }
  void set_timing(const BusTiming& timing) override { rtl_->set_timing(timing); }
  void set_settle_cycles(std::int64_t cycles) override { rtl_->set_settle_cycles(cycles); }
  void post(const Burst& burst) override { rtl_->post(burst); }
  void post_register_write(std::uint32_t address, std::uint64_t value, const PostedAfter& after) override {
    rtl_->post_register_write(address, value, after);
  }
  void post_register_read(std::uint32_t address, std::uint64_t* result, const PostedAfter& after) override {
    rtl_->post_register_read(address, result, after);
  }
  void run(const WaitFor& wait) override {
    WaitFor sooner = wait;
    if (wait.interrupt) sooner.quiet_limit_cycles = 60;
    rtl_->run(sooner);
  }
  void tick_cycles(std::int64_t cycles) override { rtl_->tick_cycles(cycles); }
  std::int64_t now() const override { return rtl_->now(); }
  const DeviceCounts& counts() const override { return rtl_->counts(); }
  std::vector<DeviceCounts> take_sweep_ends() override { return rtl_->take_sweep_ends(); }
  double measure_rate() override { return rtl_->measure_rate(); }

 private:
  std::unique_ptr<Device> rtl_;
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
    EXPECT_EQ(hang.state.commands, 1);
    EXPECT_EQ(hang.state.loads, 0u);
    EXPECT_GT(hang.state.stores, 0u);
  }
  EXPECT_TRUE(has(text, "device hangs: nothing moved for 61 cycles while waiting for the read burst")) << text;
  EXPECT_TRUE(has(text, "; STATUS is busy; ")) << text;
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

}  // namespace
}  // namespace stencil::hang_text_test
