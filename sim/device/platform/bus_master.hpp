// The host's end of the platform: transfers and register accesses as transactions, and the time they take.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include "host/device/values/place.hpp"
#include "sim/device/platform/kernel_context.hpp"
#include "sim/device/platform/platform.hpp"

namespace stencil {

// The address of a place's first word on s_axi.
std::uint64_t address_of(const Place& place);

// Throws DeviceError where the platform answers anything but OK, and when the device fails.
class BusMaster {
 public:
  BusMaster(std::unique_ptr<Device> device, const LinkOptions& link);

  PredictedDevice& device() { return platform_.device(); }
  const PredictedDevice& device() const { return platform_.device(); }

  // Posted. Returns how many bursts the transfer became.
  std::int64_t transfer(bool to_device, const Place& place, unsigned char* host, const PostedAfter& after);
  void write_register(std::uint32_t address, std::uint64_t value, const PostedAfter& after);
  // Returns when it is answered.
  std::uint64_t read_register(std::uint32_t address);
  // Until all that was posted is done and, where that is asked for, the interrupt is there. The device counts as hung
  // when nothing has moved for limit_cycles; after warning_cycles the user is told.
  void wait(bool interrupt, std::int64_t limit_cycles, std::int64_t warning_cycles);

  // Tells SystemC of the time that has passed since.
  void advance();

 private:
  KernelContext kernel_;
  Platform platform_;
  sc_core::sc_time delay_;  // not yet passed on to the scheduler
};

}  // namespace stencil
