// The calls that a device has not been seen to finish: what a hang holds up.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "host/device/command.hpp"
#include "sim/device/contract/device_hang.hpp"

namespace stencil {

// "a sweep of 25 x 77, 5 times"
std::string command_text(const DeviceCommand& command);

class PostedCalls {
 public:
  void transfer(bool to_device, const Place& place, std::int64_t bursts) {
    (to_device ? loads_ : stores_).push_back({place, bursts});
  }
  void command(const DeviceCommand& command) { commands_.push_back(command); }
  void all_done();

  // What has not finished, by a device that still owes `hang`: the oldest command that it has accepted, with the
  // buffers that it holds, or else the oldest that was posted; and the oldest transfer each way, with the burst it has
  // come to.
  //   "a sweep of 25 x 77, 5 times, has not finished; it holds f buffer 0 and r buffer 1; the device owes its end"
  //   "no command is in the device; a sweep of 25 x 77, 5 times, waits to be written after what was posted before it"
  //   "load of r buffer 1 stands at its burst 3 of 4, since a command holds that buffer"
  std::vector<std::string> unfinished(const HangState& hang) const;
  // The oldest command that has not finished; null: there is none.
  const DeviceCommand* oldest(const HangState& hang) const;

  // The line of a silence that is not a hang yet.
  std::string silence(const Quiet& quiet, const HangState& seen) const;

 private:
  struct Transfer {
    Place place;
    std::int64_t bursts;
  };
  std::string stands(const HangState& hang, bool load) const;
  bool is_held(const HangState& hang, const Place& place) const;
  std::string command_stands(const HangState& hang) const;

  std::vector<Transfer> loads_;
  std::vector<Transfer> stores_;
  std::vector<DeviceCommand> commands_;
};

}  // namespace stencil
