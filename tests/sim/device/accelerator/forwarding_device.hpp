// A device that passes every call on to another one; tests derive from it and change a call.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "sim/device/contract/device.hpp"

namespace stencil {

class ForwardingDevice : public Device {
 public:
  explicit ForwardingDevice(std::unique_ptr<Device> device) : device_(std::move(device)) {}
  std::int64_t data_bits() const override { return device_->data_bits(); }
  void reset() override { device_->reset(); }
  void set_timing(const BusTiming& timing) override { device_->set_timing(timing); }
  void set_settle_cycles(std::int64_t cycles) override { device_->set_settle_cycles(cycles); }
  void post(const Burst& burst) override { device_->post(burst); }
  void post_register_write(std::uint32_t address, std::uint64_t value, const PostedAfter& after) override {
    device_->post_register_write(address, value, after);
  }
  void post_register_read(std::uint32_t address, std::uint64_t* result, const PostedAfter& after) override {
    device_->post_register_read(address, result, after);
  }
  void run(const WaitFor& wait) override { device_->run(wait); }
  void tick_cycles(std::int64_t cycles) override { device_->tick_cycles(cycles); }
  std::int64_t now() const override { return device_->now(); }
  const DeviceCounts& counts() const override { return device_->counts(); }
  std::vector<DeviceCounts> take_sweep_ends() override { return device_->take_sweep_ends(); }
  double measure_rate() override { return device_->measure_rate(); }

 private:
  std::unique_ptr<Device> device_;
};

}  // namespace stencil
