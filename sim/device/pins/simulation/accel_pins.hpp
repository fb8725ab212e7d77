// The pins of stencil_accel with any parameters as one type: a bench is compiled once, for modules of any tree.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "sim/device/pins/simulation/wide_port.hpp"

namespace stencil {

// Refers to the ports of a model, by their names. Bench and module may have been compiled with other Verilators:
// nothing of it is here.
class AccelPins {
 public:
  virtual ~AccelPins() = default;
  virtual void eval() = 0;
  // The RTL has called $finish, $stop or $fatal.
  virtual bool finished() const = 0;

  // Inputs.
  std::uint8_t &clk, &rst, &s_axi_awid, &s_axi_awlen, &s_axi_awsize, &s_axi_awburst, &s_axi_awvalid, &s_axi_wlast,
      &s_axi_wvalid, &s_axi_bready, &s_axi_arid, &s_axi_arlen, &s_axi_arsize, &s_axi_arburst, &s_axi_arvalid,
      &s_axi_rready, &s_axil_awvalid, &s_axil_wstrb, &s_axil_wvalid, &s_axil_bready, &s_axil_arvalid, &s_axil_rready;
  std::uint16_t &s_axil_awaddr, &s_axil_araddr;
  std::uint32_t &s_axi_awaddr, &s_axi_araddr;
  std::uint64_t& s_axil_wdata;
  WidePort s_axi_wdata;
  StrobePort s_axi_wstrb;

  // Outputs.
  std::uint8_t &s_axi_awready, &s_axi_wready, &s_axi_bid, &s_axi_bresp, &s_axi_bvalid, &s_axi_arready, &s_axi_rid,
      &s_axi_rresp, &s_axi_rlast, &s_axi_rvalid, &s_axil_awready, &s_axil_wready, &s_axil_bresp, &s_axil_bvalid,
      &s_axil_arready, &s_axil_rresp, &s_axil_rvalid, &irq, &perf_cause, &perf_fill, &perf_finished;
  std::uint64_t& s_axil_rdata;
  WidePort s_axi_rdata;

 protected:
  template <class V>
  explicit AccelPins(V& model)
      : clk(model.clk),
        rst(model.rst),
        s_axi_awid(model.s_axi_awid),
        s_axi_awlen(model.s_axi_awlen),
        s_axi_awsize(model.s_axi_awsize),
        s_axi_awburst(model.s_axi_awburst),
        s_axi_awvalid(model.s_axi_awvalid),
        s_axi_wlast(model.s_axi_wlast),
        s_axi_wvalid(model.s_axi_wvalid),
        s_axi_bready(model.s_axi_bready),
        s_axi_arid(model.s_axi_arid),
        s_axi_arlen(model.s_axi_arlen),
        s_axi_arsize(model.s_axi_arsize),
        s_axi_arburst(model.s_axi_arburst),
        s_axi_arvalid(model.s_axi_arvalid),
        s_axi_rready(model.s_axi_rready),
        s_axil_awvalid(model.s_axil_awvalid),
        s_axil_wstrb(model.s_axil_wstrb),
        s_axil_wvalid(model.s_axil_wvalid),
        s_axil_bready(model.s_axil_bready),
        s_axil_arvalid(model.s_axil_arvalid),
        s_axil_rready(model.s_axil_rready),
        s_axil_awaddr(model.s_axil_awaddr),
        s_axil_araddr(model.s_axil_araddr),
        s_axi_awaddr(model.s_axi_awaddr),
        s_axi_araddr(model.s_axi_araddr),
        s_axil_wdata(model.s_axil_wdata),
        s_axi_wdata{&model.s_axi_wdata},
        s_axi_wstrb{&model.s_axi_wstrb, sizeof model.s_axi_wstrb},
        s_axi_awready(model.s_axi_awready),
        s_axi_wready(model.s_axi_wready),
        s_axi_bid(model.s_axi_bid),
        s_axi_bresp(model.s_axi_bresp),
        s_axi_bvalid(model.s_axi_bvalid),
        s_axi_arready(model.s_axi_arready),
        s_axi_rid(model.s_axi_rid),
        s_axi_rresp(model.s_axi_rresp),
        s_axi_rlast(model.s_axi_rlast),
        s_axi_rvalid(model.s_axi_rvalid),
        s_axil_awready(model.s_axil_awready),
        s_axil_wready(model.s_axil_wready),
        s_axil_bresp(model.s_axil_bresp),
        s_axil_bvalid(model.s_axil_bvalid),
        s_axil_arready(model.s_axil_arready),
        s_axil_rresp(model.s_axil_rresp),
        s_axil_rvalid(model.s_axil_rvalid),
        irq(model.irq),
        perf_cause(model.perf_cause),
        perf_fill(model.perf_fill),
        perf_finished(model.perf_finished),
        s_axil_rdata(model.s_axil_rdata),
        s_axi_rdata{&model.s_axi_rdata} {}
};

}  // namespace stencil
