// All pins of the two ports of a device as one rising clock edge sees them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

namespace stencil {

constexpr unsigned most_port_words = 8;  // 64-bit words of the widest data port

struct AddressPins {
  bool valid = false;
  bool ready = false;
  std::uint32_t id = 0;       // 0 on s_axil, as all that it lacks
  std::uint64_t address = 0;  // in bytes
  unsigned length = 0;        // AxLEN: beats less 1
  unsigned size = 0;          // AxSIZE: log2 of the bytes of a beat
  unsigned burst = 0;         // AxBURST: 0 FIXED, 1 INCR, 2 WRAP
};

struct WritePins {
  bool valid = false;
  bool ready = false;
  bool last = false;
  std::uint64_t strobes = 0;  // a bit per byte
  std::array<std::uint64_t, most_port_words> words{};
};

struct ResponsePins {
  bool valid = false;
  bool ready = false;
  std::uint32_t id = 0;
  unsigned response = 0;
};

struct ReadPins {
  bool valid = false;
  bool ready = false;
  bool last = false;
  std::uint32_t id = 0;
  unsigned response = 0;
  std::array<std::uint64_t, most_port_words> words{};
};

// The channels of one port.
struct BusPins {
  AddressPins write_address;
  WritePins write_data;
  ResponsePins write_response;
  AddressPins read_address;
  ReadPins read_data;
};

struct PortPins {
  BusPins data;       // s_axi
  BusPins registers;  // s_axil
};

// Sees every clock edge of a device, idle ones included; clocks that are skipped have none.
class PinWatcher {
 public:
  virtual ~PinWatcher() = default;
  // An edge with `rst` high, the first of a reset has number 0. Forgets all that was outstanding.
  virtual void reset_edge(const PortPins& pins, int number) = 0;
  // An edge with `rst` low; cycle: since reset.
  virtual void edge(const PortPins& pins, std::int64_t cycle) = 0;
};

}  // namespace stencil
