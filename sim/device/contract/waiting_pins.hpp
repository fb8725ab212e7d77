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

// Of a register access that was to wait until the interrupt says that the device is idle.
inline constexpr const char* written_early = "irq was low when it was offered";

// As rtl/CONTRACT.md names it: "register 0x120".
inline std::string register_text(std::uint32_t address) {
  std::string text = "register 0x";
  for (const unsigned bit : {8u, 4u, 0u}) text += "0123456789abcdef"[address >> bit & 15];
  return text;
}

}  // namespace stencil
