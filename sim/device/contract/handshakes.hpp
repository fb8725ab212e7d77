// Reports each handshake at the two ports of a device.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace stencil {

// AXI4 s_axi, then AXI4-Lite s_axil.
enum class Channel : std::uint8_t {
  write_address,
  write_data,
  write_response,
  read_address,
  read_data,
  register_write_address,
  register_write_data,
  register_write_response,
  register_read_address,
  register_read_data,
};
constexpr std::size_t channel_count = 10;

struct Handshake {
  Channel channel;
  std::int64_t cycle;                    // since reset
  std::uint64_t address = 0;             // in bytes, on channels that carry one
  std::uint64_t control = 0;             // address: beats of the burst less 1; write data: one bit per byte written
  bool last = false;                     // the last beat of a burst
  std::uint32_t response = 0;            // on channels that carry one
  const std::uint64_t* words = nullptr;  // data: the words of the beat that belong to the burst
  std::size_t word_count = 0;
};

class HandshakeObserver {
 public:
  virtual ~HandshakeObserver() = default;
  // Called in the order of clock cycles, within one in the order of Channel.
  virtual void seen(const Handshake& handshake) = 0;
};

}  // namespace stencil
