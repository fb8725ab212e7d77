// axil_split: one AXI4-Lite master before two slaves.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    the top bit of the address chooses the slave; answers come in the order of the accesses.
// Parameters: ADDR_W bits of byte address, with the bit that chooses.
// Latency:    none on the way of an address, of data or of an answer. One write is open from its address to its answer,
//             one read likewise: the next is accepted from the cycle after that.
// Both slaves must accept an address before it is accepted, so that ready does not depend on the address.
`default_nettype none

module axil_split #(
    parameter ADDR_W = 13
) (
    input  wire              clk,
    input  wire              rst,
    input  wire [ADDR_W-1:0] s_axil_awaddr,
    input  wire              s_axil_awvalid,
    output wire              s_axil_awready,
    input  wire              s_axil_wvalid,
    output wire              s_axil_wready,
    output wire [       1:0] s_axil_bresp,
    output wire              s_axil_bvalid,
    input  wire              s_axil_bready,
    input  wire [ADDR_W-1:0] s_axil_araddr,
    input  wire              s_axil_arvalid,
    output wire              s_axil_arready,
    output wire [      63:0] s_axil_rdata,
    output wire [       1:0] s_axil_rresp,
    output wire              s_axil_rvalid,
    input  wire              s_axil_rready,
    // The slaves: bit 0 the one with the top bit clear. Addresses without that bit, and data, are those of the master
    output wire [       1:0] m_awvalid,
    input  wire [       1:0] m_awready,
    output wire [       1:0] m_wvalid,
    input  wire [       1:0] m_wready,
    input  wire [       3:0] m_bresp,
    input  wire [       1:0] m_bvalid,
    output wire [       1:0] m_bready,
    output wire [       1:0] m_arvalid,
    input  wire [       1:0] m_arready,
    input  wire [     127:0] m_rdata,
    input  wire [       3:0] m_rresp,
    input  wire [       1:0] m_rvalid,
    output wire [       1:0] m_rready
);

  reg write_open, data_open, write_side;
  reg read_open, read_side;
  wire aw = s_axil_awvalid & s_axil_awready;
  wire ar = s_axil_arvalid & s_axil_arready;
  always @(posedge clk) begin
    if (rst) begin
      write_open <= 1'b0;
      data_open  <= 1'b0;
      read_open  <= 1'b0;
    end else begin
      if (aw) write_open <= 1'b1;
      else if (s_axil_bvalid & s_axil_bready) write_open <= 1'b0;
      if (aw) data_open <= 1'b1;
      else if (s_axil_wvalid & s_axil_wready) data_open <= 1'b0;
      if (ar) read_open <= 1'b1;
      else if (s_axil_rvalid & s_axil_rready) read_open <= 1'b0;
    end
    if (aw) write_side <= s_axil_awaddr[ADDR_W-1];
    if (ar) read_side <= s_axil_araddr[ADDR_W-1];
  end

  wire [1:0] aw_to = s_axil_awaddr[ADDR_W-1] ? 2'b10 : 2'b01;
  wire [1:0] ar_to = s_axil_araddr[ADDR_W-1] ? 2'b10 : 2'b01;
  wire [1:0] write_to = write_side ? 2'b10 : 2'b01;
  wire [1:0] read_to = read_side ? 2'b10 : 2'b01;

  assign s_axil_awready = ~write_open & (&m_awready);
  assign m_awvalid = aw ? aw_to : 2'b00;
  assign s_axil_wready = data_open & (|(m_wready & write_to));
  assign m_wvalid = s_axil_wvalid & data_open ? write_to : 2'b00;
  assign s_axil_bvalid = write_open & (|(m_bvalid & write_to));
  assign s_axil_bresp = write_side ? m_bresp[3:2] : m_bresp[1:0];
  assign m_bready = s_axil_bready & write_open ? write_to : 2'b00;

  assign s_axil_arready = ~read_open & (&m_arready);
  assign m_arvalid = ar ? ar_to : 2'b00;
  assign s_axil_rvalid = read_open & (|(m_rvalid & read_to));
  assign s_axil_rdata = read_side ? m_rdata[127:64] : m_rdata[63:0];
  assign s_axil_rresp = read_side ? m_rresp[3:2] : m_rresp[1:0];
  assign m_rready = s_axil_rready & read_open ? read_to : 2'b00;

  wire unused = &{1'b0, s_axil_awaddr[ADDR_W-2:0], s_axil_araddr[ADDR_W-2:0]};

endmodule

`default_nettype wire
