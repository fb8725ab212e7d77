// Holds the length that the bench offers with an address to the words of its burst.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "sim/device/contract/bus_rules.hpp"
#include "sim/device/contract/device.hpp"

namespace stencil {

// pin: "AWLEN"; length: its value, beats - 1. Counted by the first and the last word, not as the channels count. Throws
// ChannelError: a device that is offered another length breaks rules that it would have kept.
template <std::int64_t beat_words>
void check_offered_length(const char* pin, std::int64_t length, const Burst& burst, Channel channel) {
  const std::int64_t first = static_cast<std::int64_t>(burst.address / 8), last = first + burst.length_words - 1;
  const std::int64_t right = last / beat_words - first / beat_words;
  if (length == right) return;
  throw ChannelError("platform, pin driver: " + std::string(pin) + " is " + std::to_string(length) + ", must be " +
                         std::to_string(right) + ", in the burst at address " + std::to_string(burst.address) + " of " +
                         std::to_string(burst.length_words) + " words; side: platform (sim/device/pins)",
                     channel, burst.address);
}

}  // namespace stencil
