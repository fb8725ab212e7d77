// A channel that waits, in words.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "host/base/text.hpp"

namespace stencil {

// The device has not taken what was offered since this cycle.
inline std::string unanswered(const std::string& channel, std::int64_t cycle) {
  return channel + "VALID high and " + channel + "READY low since cycle " + with_commas(cycle);
}

// The device owes something since this cycle.
inline std::string unheard(const std::string& channel, std::int64_t cycle) {
  return channel + "VALID low since cycle " + with_commas(cycle);
}

}  // namespace stencil
