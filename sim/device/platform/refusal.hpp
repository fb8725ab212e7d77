// Why no AXI4 port takes a burst, in words.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <tlm>

namespace stencil {

struct Refusal {
  tlm::tlm_response_status status;
  std::string text;  // "begins at address 0x200004b0 and has 4,800 bytes; breaks rule burst-page (...): ..."
};

// No value: a port of so many bytes takes it.
std::optional<Refusal> refusal_of(std::uint64_t address, std::int64_t bytes, std::int64_t beat_bytes);

}  // namespace stencil
