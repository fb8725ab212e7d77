// Holds both ports of a device, and the bench at their other end, to the rules of AXI4 and AXI4-Lite.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "sim/device/contract/port_pins.hpp"
#include "sim/device/protocol/held_channel.hpp"

namespace stencil {

// AW, W and B of s_axi. Data may come before its address.
class WriteMonitor {
 public:
  explicit WriteMonitor(unsigned bus_bytes) : bus_bytes_(bus_bytes) {}
  void reset(const BusPins& pins, int number);
  void edge(const BusPins& pins, std::int64_t cycle);

 private:
  struct Burst {
    AddressPins address;
    std::int64_t beats = 0;
    std::vector<std::uint64_t> early_strobes;  // of beats that came before the address
  };

  void check_response(const ResponsePins& pins, std::int64_t cycle) const;
  void take_address(const AddressPins& pins, std::int64_t cycle);
  void take_beat(const WritePins& pins, std::int64_t cycle);
  void check_beat(const Burst& burst, std::int64_t beat, std::uint64_t strobes, bool last, std::int64_t cycle) const;

  unsigned bus_bytes_;
  HeldChannel<AddressPins> address_{Channel::write_address};
  HeldChannel<WritePins> data_{Channel::write_data};
  HeldChannel<ResponsePins> response_{Channel::write_response};
  std::deque<Burst> bursts_;   // not answered; of the first `addressed_` the address was accepted,
  std::size_t addressed_ = 0;  // of the first `written_` all data
  std::size_t written_ = 0;
};

// AR and R of s_axi.
class ReadMonitor {
 public:
  explicit ReadMonitor(unsigned bus_bytes) : bus_bytes_(bus_bytes) {}
  void reset(const BusPins& pins, int number);
  void edge(const BusPins& pins, std::int64_t cycle);

 private:
  void check_beat(const ReadPins& pins, std::int64_t cycle) const;

  unsigned bus_bytes_;
  HeldChannel<AddressPins> address_{Channel::read_address};
  HeldChannel<ReadPins> data_{Channel::read_data};
  std::deque<AddressPins> bursts_;  // accepted and not answered
  std::int64_t beats_ = 0;          // taken of the first
};

// All five channels of s_axil.
class RegisterMonitor {
 public:
  void reset(const BusPins& pins, int number);
  void edge(const BusPins& pins, std::int64_t cycle);

 private:
  HeldChannel<AddressPins> write_address_{Channel::register_write_address};
  HeldChannel<WritePins> write_data_{Channel::register_write_data};
  HeldChannel<ResponsePins> write_response_{Channel::register_write_response};
  HeldChannel<AddressPins> read_address_{Channel::register_read_address};
  HeldChannel<ReadPins> read_data_{Channel::register_read_data};
  std::int64_t addresses_ = 0;  // of writes, accepted and not answered
  std::int64_t words_ = 0;
  std::int64_t reads_ = 0;
};

// Throws DeviceError at the edge at which a rule of sim/device/contract/bus_rules.hpp is broken, with cycle, channel,
// values and rule. Responses are judged when they are offered: one that comes in the cycle of the handshake it answers
// is too early, since no output depends on an input of the same bus without a register in between.
class PortMonitor final : public PinWatcher {
 public:
  explicit PortMonitor(unsigned bus_bytes) : write_(bus_bytes), read_(bus_bytes) {}
  void reset_edge(const PortPins& pins, int number) override;
  void edge(const PortPins& pins, std::int64_t cycle) override;

 private:
  WriteMonitor write_;
  ReadMonitor read_;
  RegisterMonitor registers_;
};

}  // namespace stencil
