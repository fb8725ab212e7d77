// A device that refuses a command is described by the registers that do not read as they were written.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "sim/device/accelerator/platform_accelerator.hpp"
#include "sim/device/contract/call_error.hpp"
#include "sim/device/contract/contract.hpp"
#include "sim/device/rtl/configurations.hpp"
#include "sim/device/rtl/module_loader.hpp"
#include "tests/sim/device/accelerator/forwarding_device.hpp"

namespace stencil::refused_text_test {
namespace {

// The RTL, which gets other bits in one register.
class WithOtherBits final : public ForwardingDevice {
 public:
  WithOtherBits(contract::Register address, std::uint64_t kept)
      : ForwardingDevice(make_verilated_device(find_configuration("small"))), address_(address), kept_(kept) {}
  void post_register_write(std::uint32_t address, std::uint64_t value, const PostedAfter& after) override {
    ForwardingDevice::post_register_write(address, address == address_ ? value & kept_ : value, after);
  }

 private:
  contract::Register address_;
  std::uint64_t kept_;
};

std::string refusal_of(contract::Register address, std::uint64_t kept) {
  PlatformAccelerator accelerator("rtl", "small", std::make_unique<WithOtherBits>(address, kept), {});
  std::vector<double> field(40 * 30, 1.0);
  const Ticket f = accelerator.post_load({Bank::f, 0, 0, 1200}, field.data(), {});
  const Ticket r = accelerator.post_load({Bank::r, 0, 0, 1200}, field.data(), {});
  accelerator.post(SweepCommand{40, 30, 8, JacobiWeights{1.0, 1.0, 0.25}}, {f, r});
  try {
    accelerator.wait();
  } catch (const DeviceError& error) {
    return error.what();
  }
  return "";
}

TEST(RefusedText, NamesTheRegisterThatKeptOtherBits) {
  const std::string lost = refusal_of(contract::REG_NITER, 7);
  EXPECT_NE(lost.find("device refused a command: error "), std::string::npos) << lost;
  EXPECT_NE(lost.find("; NITER reads 0x0, 0x8 was written"), std::string::npos) << lost;
}

TEST(RefusedText, NamesNoRegisterThatReadsAsItWasWritten) {
  const std::string refused = refusal_of(contract::REG_COMMAND, 0);  // no rows
  EXPECT_NE(refused.find("device refused a command: error "), std::string::npos) << refused;
  EXPECT_EQ(refused.find(" was written"), std::string::npos) << refused;
}

}  // namespace
}  // namespace stencil::refused_text_test
