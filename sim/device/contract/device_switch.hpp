// Says which of two devices works, RTL or model, and keeps what going from one to the other has cost.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <utility>

namespace stencil {

// Of all switches of a device. Its cycles are counted by each device for itself, outside all blocks.
struct SwitchCost {
  std::int64_t switches = 0;
  std::int64_t words = 0;         // of local memory handed over, each read back and compared
  std::int64_t rtl_cycles = 0;    // of RTL
  std::int64_t model_cycles = 0;  // of the model
};

// The maker of a mixed accelerator owns this switch (AcceleratorOptions.between), which must outlive the accelerator.
// The device begins on RTL.
class DeviceSwitch {
 public:
  // Takes what a user of the device knows. rtl_share: of the work, 0 .. 1, by which the time of a run is estimated.
  // buffers_stay: words that were in its buffers before a switch are used after it; else none are handed over.
  DeviceSwitch(double rtl_share, bool buffers_stay) : rtl_share_(rtl_share), buffers_stay_(buffers_stay) {}

  // Makes RTL, or the model, carry out calls from now on: drains the device, hands its state over and compares it. Only
  // when all posted calls were waited for. Does nothing where that device works already. Throws DeviceError.
  void to(bool rtl) {
    if (switch_to_) switch_to_(rtl);
    on_rtl_ = rtl;
  }
  bool on_rtl() const { return on_rtl_; }
  const SwitchCost& cost() const { return cost_; }
  double rtl_share() const { return rtl_share_; }
  bool buffers_stay() const { return buffers_stay_; }

  // The device's side: the last one that connects is switched, until it leaves.
  void connect(const void* device, std::function<void(bool rtl)> switch_to) {
    device_ = device;
    switch_to_ = std::move(switch_to);
    on_rtl_ = true;
    cost_ = {};
  }
  void leave(const void* device) {
    if (device_ == device) switch_to_ = nullptr;
  }
  SwitchCost& costs() { return cost_; }

 private:
  double rtl_share_;
  bool buffers_stay_;
  bool on_rtl_ = true;
  const void* device_ = nullptr;
  std::function<void(bool rtl)> switch_to_;
  SwitchCost cost_;
};

}  // namespace stencil
