// Copies the pins of both ports of a Verilated device.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "sim/device/contract/port_pins.hpp"
#include "sim/device/pins/beats.hpp"

namespace stencil {

// Fills `pins`, whose fields that no pin has keep their values. Words are copied where they are valid.
template <class V>
void sample_pins(const V& dut, PortPins& pins) {
  const auto copy_words = [](const auto& port, std::array<std::uint64_t, most_port_words>& words) {
    constexpr std::int64_t count = beats::words_of<decltype(V::s_axi_rdata)>();
    for (std::int64_t i = 0; i < count; ++i)
      words[static_cast<std::size_t>(i)] = beats::get(port, static_cast<std::size_t>(i));
  };
  BusPins& data = pins.data;
  AddressPins& aw = data.write_address;
  aw.valid = dut.s_axi_awvalid;
  aw.ready = dut.s_axi_awready;
  aw.id = dut.s_axi_awid;
  aw.address = dut.s_axi_awaddr;
  aw.length = dut.s_axi_awlen;
  aw.size = dut.s_axi_awsize;
  aw.burst = dut.s_axi_awburst;
  WritePins& w = data.write_data;
  w.valid = dut.s_axi_wvalid;
  w.ready = dut.s_axi_wready;
  w.last = dut.s_axi_wlast;
  w.strobes = dut.s_axi_wstrb;
  if (w.valid) copy_words(dut.s_axi_wdata, w.words);
  data.write_response = {static_cast<bool>(dut.s_axi_bvalid), static_cast<bool>(dut.s_axi_bready), dut.s_axi_bid,
                         dut.s_axi_bresp};
  AddressPins& ar = data.read_address;
  ar.valid = dut.s_axi_arvalid;
  ar.ready = dut.s_axi_arready;
  ar.id = dut.s_axi_arid;
  ar.address = dut.s_axi_araddr;
  ar.length = dut.s_axi_arlen;
  ar.size = dut.s_axi_arsize;
  ar.burst = dut.s_axi_arburst;
  ReadPins& r = data.read_data;
  r.valid = dut.s_axi_rvalid;
  r.ready = dut.s_axi_rready;
  r.last = dut.s_axi_rlast;
  r.id = dut.s_axi_rid;
  r.response = dut.s_axi_rresp;
  if (r.valid) copy_words(dut.s_axi_rdata, r.words);

  BusPins& registers = pins.registers;
  registers.write_address.valid = dut.s_axil_awvalid;
  registers.write_address.ready = dut.s_axil_awready;
  registers.write_address.address = dut.s_axil_awaddr;
  registers.write_data.valid = dut.s_axil_wvalid;
  registers.write_data.ready = dut.s_axil_wready;
  registers.write_data.strobes = dut.s_axil_wstrb;
  registers.write_data.words[0] = dut.s_axil_wdata;
  registers.write_response = {static_cast<bool>(dut.s_axil_bvalid), static_cast<bool>(dut.s_axil_bready), 0,
                              dut.s_axil_bresp};
  registers.read_address.valid = dut.s_axil_arvalid;
  registers.read_address.ready = dut.s_axil_arready;
  registers.read_address.address = dut.s_axil_araddr;
  registers.read_data.valid = dut.s_axil_rvalid;
  registers.read_data.ready = dut.s_axil_rready;
  registers.read_data.response = dut.s_axil_rresp;
  registers.read_data.words[0] = dut.s_axil_rdata;
}

}  // namespace stencil
