// Register accesses, one at a time, in clock cycles.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "host/base/ring.hpp"
#include "sim/device/contract/contract.hpp"
#include "sim/device/pins/progress.hpp"

namespace stencil {

// Mirrors sim/device/pins/register_channels.hpp and rtl/bus/axil_port.v: an access takes effect in the cycle in which
// it is offered and is answered in the next one; the next access is offered in the cycle after that.
class RegisterPort {
 public:
  struct Access {
    std::uint32_t address;
    std::uint64_t value;    // written
    std::uint64_t* result;  // null: a write
    PostedAfter after;
  };

  void reset() {
    queue_.clear();
    answering_ = false;
    commands_unoffered_ = 0;
  }
  void post(const Access& access) {
    queue_.push_back(access);
    commands_unoffered_ += is_command(access);
  }
  // Writes of COMMAND that were posted and not offered.
  std::int64_t commands_unoffered() const { return commands_unoffered_; }
  bool idle() const { return queue_.empty(); }
  // Whether an access is offered and not answered.
  bool under_way() const { return answering_; }
  bool waits_for_others(const Progress& progress) const {
    return !answering_ && (queue_.empty() || progress.reached(queue_.front().after) == never);
  }

  // The access that takes effect in this cycle, or null.
  const Access* offered(std::int64_t now, const Progress& progress) const {
    const bool goes = !answering_ && !queue_.empty() && now >= progress.reached(queue_.front().after);
    return goes ? &queue_.front() : nullptr;
  }
  // Ends the cycle. taken: an access was offered. answer: the value of a read, any value for a write, none if the
  // access was refused. Returns whether a handshake took place. Throws DeviceError when the answer to a refused access
  // comes.
  bool clock(std::int64_t now, Progress& progress, bool taken, std::optional<std::uint64_t> answer);

  std::int64_t quiet(const Progress& progress) const { return waits_for_others(progress) ? never : 0; }

 private:
  static bool is_command(const Access& access) { return !access.result && access.address == contract::REG_COMMAND; }

  Ring<Access> queue_;
  bool answering_ = false;
  std::int64_t commands_unoffered_ = 0;
  std::optional<std::uint64_t> answer_;
};

}  // namespace stencil
