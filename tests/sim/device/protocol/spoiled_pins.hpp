// One random pin or field of an edge set to another value.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "tests/rtl/support/random.hpp"
#include "tests/sim/device/protocol/verdicts.hpp"

namespace stencil::rules_verilog_test {

// s_axil has none of these pins.
inline void without_missing(BusPins& registers) {
  for (AddressPins* at : {&registers.write_address, &registers.read_address}) {
    at->id = 0;
    at->length = at->size = at->burst = 0;
  }
  registers.write_response.id = registers.read_data.id = 0;
  registers.write_data.last = registers.read_data.last = false;
}

// One pin, or field, of one edge becomes another.
inline void spoil(PortPins& pins, Random& random) {
  BusPins& port = random.one_in(4) ? pins.registers : pins.data;
  const auto address = [&](AddressPins& at) {
    switch (random.in(0, 6)) {
      case 0:
        at.valid = !at.valid;
        break;
      case 1:
        at.ready = !at.ready;
        break;
      case 2:
        at.id ^= static_cast<std::uint32_t>(random.in(1, 3));
        break;
      case 3:
        at.address ^= std::uint64_t{1} << random.in(0, 11);
        break;
      case 4:
        at.length = static_cast<unsigned>(random.in(0, 255));
        break;
      case 5:
        at.size = static_cast<unsigned>(random.in(0, 7));
        break;
      default:
        at.burst = static_cast<unsigned>(random.in(0, 3));
    }
  };
  const auto response = [&](auto& answer) {
    switch (random.in(0, 3)) {
      case 0:
        answer.valid = !answer.valid;
        break;
      case 1:
        answer.ready = !answer.ready;
        break;
      case 2:
        answer.id ^= static_cast<std::uint32_t>(random.in(1, 3));
        break;
      default:
        answer.response ^= static_cast<unsigned>(random.in(1, 3));
    }
  };
  switch (random.in(0, 4)) {
    case 0:
      address(port.write_address);
      break;
    case 1:
      address(port.read_address);
      break;
    case 2:
      response(port.write_response);
      break;
    case 3:
      if (random.one_in(3)) {
        port.read_data.last = !port.read_data.last;
      } else if (random.one_in(2)) {
        port.read_data.words[0] ^= std::uint64_t{1} << random.in(0, 63);
      } else {
        response(port.read_data);
      }
      break;
    default:
      switch (random.in(0, 4)) {
        case 0:
          port.write_data.valid = !port.write_data.valid;
          break;
        case 1:
          port.write_data.ready = !port.write_data.ready;
          break;
        case 2:
          port.write_data.last = !port.write_data.last;
          break;
        case 3:
          port.write_data.strobes ^= std::uint64_t{1} << random.in(0, 7);
          break;
        default:
          port.write_data.words[0] ^= std::uint64_t{1} << random.in(0, 63);
      }
  }
  without_missing(pins.registers);
}

}  // namespace stencil::rules_verilog_test
