// A scripted device and master at both ports: legal traffic, edge by edge, for tests to break.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "sim/device/contract/port_pins.hpp"

namespace stencil {

// Edges after a reset. Every channel once waits for READY for an edge, at the even numbers below.
struct Traffic {
  // AW at 0, 1; W at 2 and 3, 4, 5; B at 6, 7; AR at 8, 9; R at 10 and 11, 12; s_axil: AW and W at 14, 15; B at 16, 17;
  // AR at 18, 19; R at 20, 21; idle at 13 and from 22 on.
  std::vector<PortPins> edges = std::vector<PortPins>(30);

  BusPins& data(std::size_t edge) { return edges[edge].data; }
  BusPins& registers(std::size_t edge) { return edges[edge].registers; }

  Traffic() {
    const AddressPins write{true, false, 5, 0x1000, 2, 3, 1};
    const AddressPins read{true, false, 6, 0x2008, 1, 3, 1};
    data(0).write_address = data(1).write_address = write;
    data(1).write_address.ready = true;
    for (std::size_t edge = 2; edge <= 5; ++edge)
      data(edge).write_data = {true, edge > 2, edge == 5, 0xff, {edge <= 3 ? 1 : edge}};
    data(6).write_response = {true, false, 5, 0};
    data(7).write_response = {true, true, 5, 0};
    data(8).read_address = data(9).read_address = read;
    data(9).read_address.ready = true;
    for (std::size_t edge = 10; edge <= 12; ++edge)
      data(edge).read_data = {true, edge > 10, edge == 12, 6, 0, {edge / 12}};
    for (std::size_t edge = 14; edge <= 21; ++edge) {
      const bool ready = edge % 2 == 1;
      if (edge <= 15) registers(edge).write_address = {true, ready, 0, 0x100};
      if (edge <= 15) registers(edge).write_data = {true, ready, false, 0xff, {77}};
      if (edge == 16 || edge == 17) registers(edge).write_response = {true, ready, 0, 0};
      if (edge == 18 || edge == 19) registers(edge).read_address = {true, ready, 0, 0x108};
      if (edge >= 20) registers(edge).read_data = {true, ready, false, 0, 0, {78}};
    }
  }

  // Accepted in one edge.
  void write_address(std::size_t edge, std::uint32_t id) { data(edge).write_address = {true, true, id, 0, 0, 3, 1}; }
  void write_beat(std::size_t edge) { data(edge).write_data = {true, true, true, 0xff, {}}; }
  void write_response(std::size_t edge, std::uint32_t id) { data(edge).write_response = {true, true, id, 0}; }
  void read_address(std::size_t edge, std::uint32_t id) { data(edge).read_address = {true, true, id, 0, 0, 3, 1}; }
  void read_beat(std::size_t edge, std::uint32_t id) { data(edge).read_data = {true, true, true, id, 0, {}}; }
};

}  // namespace stencil
