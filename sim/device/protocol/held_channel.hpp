// What every channel keeps, of AXI4 and AXI4-Lite: VALID and its information wait for READY.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "sim/device/contract/bus_rules.hpp"
#include "sim/device/contract/port_pins.hpp"

namespace stencil {

// "AWADDR": of a channel's signal, from "s_axi AW".
std::string signal(Channel channel, const char* name);
// The information on a channel, for texts: "BID=0 BRESP=0".
std::string information(Channel channel, const AddressPins& pins);
std::string information(Channel channel, const WritePins& pins);
std::string information(Channel channel, const ResponsePins& pins);
std::string information(Channel channel, const ReadPins& pins);

// Of data, only bytes of these lanes count.
bool same_information(const AddressPins& a, const AddressPins& b, std::uint64_t byte_lanes);
bool same_information(const WritePins& a, const WritePins& b, std::uint64_t byte_lanes);
bool same_information(const ResponsePins& a, const ResponsePins& b, std::uint64_t byte_lanes);
bool same_information(const ReadPins& a, const ReadPins& b, std::uint64_t byte_lanes);

template <class Pins>
class HeldChannel {
 public:
  explicit HeldChannel(Channel channel) : channel_(channel) {}

  // Number of the edge within a reset: the device needs one to see it.
  void reset(const Pins& pins, int number) {
    if (pins.valid && (number > 0 || !driven_by_device(channel_))) {
      break_rule(BusRule::reset_valid, channel_, number,
                 signal(channel_, "VALID") + " is 1 with rst high, counted from its first cycle");
    }
    waits_ = false;
  }

  // Whether the channel offers something that it did not offer at the edge before.
  bool check(const Pins& pins, std::int64_t cycle, std::uint64_t byte_lanes = ~std::uint64_t{0}) {
    if (waits_) {
      if (!pins.valid)
        break_rule(BusRule::valid_held, channel_, cycle,
                   signal(channel_, "VALID") + " fell before " + signal(channel_, "READY") + ", with " +
                       information(channel_, before_));
      if (!same_information(before_, pins, byte_lanes))
        break_rule(BusRule::payload_stable, channel_, cycle,
                   information(channel_, before_) + " became " + information(channel_, pins) + " before " +
                       signal(channel_, "READY"));
    }
    const bool fresh = pins.valid && !waits_;
    waits_ = pins.valid && !pins.ready;
    if (waits_ && fresh) before_ = pins;
    return fresh;
  }

 private:
  Channel channel_;
  bool waits_ = false;
  Pins before_{};  // where it waits
};

}  // namespace stencil
