// The host's end of the platform: makes transactions of transfers and register accesses, and lets their time pass.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include "host/device/values/place.hpp"
#include "sim/device/platform/kernel_context.hpp"
#include "sim/device/platform/platform.hpp"
#include "sim/device/platform/transaction.hpp"

namespace stencil {

// The address of a place's first word on s_axi.
std::uint64_t address_of(const Place& place);

// Every member throws DeviceError when the platform answers anything but OK and when the device fails.
class BusMaster {
 public:
  BusMaster(std::unique_ptr<Device> device, const LinkOptions& link);

  PredictedDevice& device() { return platform_.device(); }
  const PredictedDevice& device() const { return platform_.device(); }

  // Posts a transfer. Returns the number of its bursts.
  std::int64_t transfer(bool to_device, const Place& place, unsigned char* host, const PostedAfter& after);
  void write_register(std::uint32_t address, std::uint64_t value, const PostedAfter& after);
  // Returns when the access is answered.
  std::uint64_t read_register(std::uint32_t address);
  // Waits until all posts are done and, with `interrupt`, until the interrupt comes.
  void wait(const WaitFor& what);

  // Reports what is handed from part to part from now on; null: nothing.
  void observe(TransferObserver* observer) { platform_.observe(observer); }

  // Lets SystemC's time advance by the delay that has accumulated.
  void advance();

 private:
  KernelContext kernel_;
  Platform platform_;
  Posted posted_;           // of `transfer_`
  Transaction transfer_;    // one for all, since making it takes memory
  Wait wait_;               // of `until_done_`
  Transaction until_done_;  // the same
  sc_core::sc_time delay_;  // time not yet passed on to the scheduler
};

}  // namespace stencil
