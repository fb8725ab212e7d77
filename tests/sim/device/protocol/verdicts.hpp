// Runs the C++ and the Verilog checker of the bus rules over the same edges: each returns the first edge that breaks a
// rule, and the rule.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

#include "Vaxil_rules.h"
#include "sim/device/protocol/port_monitor.hpp"
#include "tests/rtl/support/clocked.hpp"
#include "tests/rtl/support/ports.hpp"
#include "tests/rtl/support/random.hpp"
#include "tests/sim/device/protocol/legal_traffic.hpp"

namespace stencil::rules_verilog_test {

using test::Random;

inline constexpr std::size_t reset_edges = 3;
using Edges = std::vector<PortPins>;  // the first reset_edges with rst high

// The first edge at which a rule is broken, and which; of Verilog all that are broken in it, bit by bit.
struct Verdict {
  std::size_t edge = 0;
  std::uint32_t rules = 0;  // 0: none is broken, to the end
};
inline void PrintTo(const Verdict& verdict, std::ostream* out) {
  *out << "rules " << std::hex << verdict.rules << std::dec << " at edge " << verdict.edge;
}

inline Verdict of_monitor(const Edges& edges, unsigned bus_bytes) {
  PortMonitor monitor(bus_bytes);
  for (std::size_t edge = 0; edge < edges.size(); ++edge) {
    try {
      if (edge < reset_edges) {
        monitor.reset_edge(edges[edge], static_cast<int>(edge));
      } else {
        monitor.edge(edges[edge], static_cast<std::int64_t>(edge - reset_edges));
      }
    } catch (const DeviceError& error) {
      const std::string said = error.what();
      for (const BusRuleText& row : bus_rules)
        if (said.find(std::string("; breaks rule ") + row.name + " (") != std::string::npos)
          return {edge, 1U << row.number};
      throw;
    }
  }
  return {edges.size(), 0};
}

template <class V>
void drive_data(V& dut, const BusPins& pins, std::size_t words) {
  const auto address = [](auto& id, auto& addr, auto& len, auto& size, auto& burst, auto& valid, auto& ready,
                          const AddressPins& from) {
    test::drive(id, from.id);
    test::drive(addr, from.address);
    test::drive(len, from.length);
    test::drive(size, from.size);
    test::drive(burst, from.burst);
    valid = from.valid;
    ready = from.ready;
  };
  address(dut.awid, dut.awaddr, dut.awlen, dut.awsize, dut.awburst, dut.awvalid, dut.awready, pins.write_address);
  address(dut.arid, dut.araddr, dut.arlen, dut.arsize, dut.arburst, dut.arvalid, dut.arready, pins.read_address);
  for (std::size_t word = 0; word < words; ++word) {
    test::set_word(dut.wdata, word, pins.write_data.words[word]);
    test::set_word(dut.rdata, word, pins.read_data.words[word]);
  }
  test::drive(dut.wstrb, pins.write_data.strobes);
  dut.wlast = pins.write_data.last;
  dut.wvalid = pins.write_data.valid;
  dut.wready = pins.write_data.ready;
  test::drive(dut.bid, pins.write_response.id);
  test::drive(dut.bresp, pins.write_response.response);
  dut.bvalid = pins.write_response.valid;
  dut.bready = pins.write_response.ready;
  test::drive(dut.rid, pins.read_data.id);
  test::drive(dut.rresp, pins.read_data.response);
  dut.rlast = pins.read_data.last;
  dut.rvalid = pins.read_data.valid;
  dut.rready = pins.read_data.ready;
}

inline void drive_registers(Vaxil_rules& dut, const BusPins& pins) {
  test::drive(dut.awaddr, pins.write_address.address);
  dut.awvalid = pins.write_address.valid;
  dut.awready = pins.write_address.ready;
  dut.wdata = pins.write_data.words[0];
  test::drive(dut.wstrb, pins.write_data.strobes);
  dut.wvalid = pins.write_data.valid;
  dut.wready = pins.write_data.ready;
  test::drive(dut.bresp, pins.write_response.response);
  dut.bvalid = pins.write_response.valid;
  dut.bready = pins.write_response.ready;
  test::drive(dut.araddr, pins.read_address.address);
  dut.arvalid = pins.read_address.valid;
  dut.arready = pins.read_address.ready;
  dut.rdata = pins.read_data.words[0];
  test::drive(dut.rresp, pins.read_data.response);
  dut.rvalid = pins.read_data.valid;
  dut.rready = pins.read_data.ready;
}

// Both checkers, from a reset on, each time anew.
template <class V>
class Verilog {
 public:
  explicit Verilog(std::size_t words) : words_(words) {}
  Verdict of(const Edges& edges) {
    test::Clocked<V> data;
    test::Clocked<Vaxil_rules> registers;
    // The edge before the reset, which is none of it.
    data->rst = registers->rst = 0;
    drive_data(*data, {}, words_);
    drive_registers(*registers, {});
    data.tick();
    registers.tick();
    for (std::size_t edge = 0; edge < edges.size(); ++edge) {
      data->rst = registers->rst = edge < reset_edges;
      drive_data(*data, edges[edge].data, words_);
      drive_registers(*registers, edges[edge].registers);
      data.settle();
      registers.settle();
      // Bit 0 of the port is rule 1.
      const std::uint32_t broken = (data->o_broken | registers->o_broken) << 1;
      if (broken != 0) return {edge, broken};
      data.edge();
      registers.edge();
      EXPECT_FALSE(data->o_lost) << "edge " << edge;
    }
    return {edges.size(), 0};
  }

 private:
  std::size_t words_;
};

inline Edges edges_of(const Traffic& traffic, const Edges& reset = Edges(reset_edges)) {
  Edges edges = reset;
  edges.insert(edges.end(), traffic.edges.begin(), traffic.edges.end());
  return edges;
}

}  // namespace stencil::rules_verilog_test
