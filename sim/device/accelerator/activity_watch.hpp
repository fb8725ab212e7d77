// Turns the activity of a device into spans of the host's calls.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <deque>

#include "host/device/device_observer.hpp"
#include "host/device/options.hpp"
#include "host/device/values/capabilities.hpp"
#include "sim/device/contract/activity.hpp"

namespace stencil {

// Transfers and commands end in the order posted, each kind for itself: the calls wait in three queues.
class ActivityWatch final : public ActivityObserver {
 public:
  // link: to this device. zero_cycle: of the device, from which Accelerator::cycles() counts. The observer must outlive
  // this.
  ActivityWatch(DeviceObserver& observer, const Capabilities& device, const LinkOptions& link, std::int64_t zero_cycle);

  void posted(bool to_device, const Place& place, std::int64_t bursts);
  void posted(const DeviceCommand& command);
  // Tells the cause that goes on; nothing may follow. cycle: of the device.
  void close(std::int64_t cycle);

  TransferWatch transfer_begins(bool to_device, std::int64_t free, std::int64_t cycle) override;
  void burst_held(bool to_device, std::int64_t free, std::int64_t cycle) override;
  void transfer_ends(bool to_device, std::int64_t end) override;
  void cause_begins(contract::Cause cause, std::int64_t cycle) override;
  void command_ends(std::int64_t cycle) override;

 private:
  struct Transfer {
    Place place;
    std::int64_t bursts = 0;
  };
  struct Direction {
    std::deque<Transfer> posted;  // the front one is under way, once it began
    std::int64_t begin = 0;       // of its data
  };

  CycleSpan span(std::int64_t begin, std::int64_t end) const { return {begin - zero_cycle_, end - zero_cycle_}; }
  Direction& direction(bool to_device) { return to_device ? loads_ : stores_; }
  void use(Bank bank, int buffer, bool in_use, std::int64_t cycle);

  DeviceObserver& observer_;
  std::int64_t zero_cycle_;
  std::int64_t patience_cycles_;  // between an address and its first beat, where no interlock holds it
  Direction loads_;
  Direction stores_;
  std::deque<DeviceCommand> commands_;
  std::array<unsigned, 2> in_use_{};  // f, r: a bit per buffer
  contract::Cause cause_ = contract::CAUSE_IDLE;
  std::int64_t cause_begin_ = -1;  // below 0: no cause reported yet
  std::int64_t busy_begin_ = 0;    // of the engine, without a pause since
};

}  // namespace stencil
