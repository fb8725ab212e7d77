// A device in which nothing has moved for longer than its contract allows, with what its pins show.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
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
  std::int64_t commands = 0;      // written and not finished
};

class DeviceHang : public DeviceError {
 public:
  DeviceHang(const std::string& text, const HangState& seen) : DeviceError(text), state(seen) {}

  const HangState state;
};

// "A; B; C", with `text` before it.
inline std::string with_parts(std::string text, const std::vector<std::string>& parts) {
  for (const std::string& part : parts) text += "; " + part;
  return text;
}

}  // namespace stencil
