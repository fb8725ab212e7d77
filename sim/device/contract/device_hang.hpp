// A device in which nothing has moved for longer than its contract allows, with what its pins show.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "host/base/errors.hpp"

namespace stencil {

struct HangState {
  std::int64_t cycle = 0;
  std::vector<std::string> pins;  // channels that wait: "WVALID high and WREADY low since cycle 81,220"
  std::size_t loads = 0;          // bursts to the device that were posted and have not completed
  std::size_t stores = 0;         // from it
  std::size_t registers = 0;      // register accesses
  std::int64_t commands = 0;      // posted and not finished; of these
  std::int64_t unoffered = 0;     //   wait to be written: the device knows nothing of them
  std::int64_t unanswered = 0;    //   are being written, 0 or 1
  bool load_offered = true;       // the oldest load is offered or accepted; else it waits for others
  bool store_offered = true;      // the oldest store likewise
  bool interrupt = false;         // irq is high
  bool beat_withheld = false;     // the device takes the next beat, or offers it, and the platform does not

  // The device has accepted these.
  std::int64_t accepted() const { return commands - unoffered - unanswered; }
  // All has ended and the device says so: the platform does not see it.
  bool interrupt_unseen() const { return interrupt && commands == 0 && loads + stores + registers == 0; }
  // The device has done all that it was offered: what is left waits in the platform. Or a beat does, and the device for
  // it.
  bool kept_by_platform() const {
    return beat_withheld || interrupt_unseen() ||
           (accepted() == 0 && unanswered == 0 && pins.empty() && loads + stores > 0 && (loads == 0 || !load_offered) &&
            (stores == 0 || !store_offered));
  }
};

// A stretch in which nothing moves.
struct Quiet {
  std::int64_t now = 0;           // the clock cycle
  std::int64_t cycles = 0;        // since something moved
  std::int64_t limit_cycles = 0;  // from which on the device counts as hung
};
constexpr std::int64_t quiet_step_cycles = 4096;

class DeviceHang : public DeviceError {
 public:
  DeviceHang(const std::string& text, const HangState& seen, std::optional<std::int64_t> of = std::nullopt)
      : DeviceError(text), state(seen), command(of) {}

  const HangState state;
  // That has not ended, or that the oldest transfer belongs to; among those posted since the last wait, from 0.
  const std::optional<std::int64_t> command;
};

// "A; B; C", with `text` before it.
inline std::string with_parts(std::string text, const std::vector<std::string>& parts) {
  for (const std::string& part : parts) text += "; " + part;
  return text;
}

}  // namespace stencil
