// axil_halves: lets a master of 32 bits use a register port of 64 bits.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    puts the words of an AXI4-Lite bus of 32 bits into the halves of one of 64, as CONTRACT.md says that such
//             a master does: address bit 2 chooses the half of a read, and the strobes the half of a write.
// Parameters: ADDR_W bits of byte address.
// Latency:    none on the way of an address, of data or of an answer. Data of a write are accepted from the cycle after
//             their address on, the next address from the cycle after the data on; a read is accepted from the cycle
//             after the answer to the one before.
// No input of a bus reaches an output of the same bus without a register in between, if that holds for the 64 bits.
`default_nettype none

module axil_halves #(
    parameter ADDR_W = 12
) (
    input  wire              clk,
    input  wire              rst,
    // The master of 32 bits
    input  wire [ADDR_W-1:0] s_axil_awaddr,
    input  wire              s_axil_awvalid,
    output wire              s_axil_awready,
    input  wire [      31:0] s_axil_wdata,
    input  wire [       3:0] s_axil_wstrb,
    input  wire              s_axil_wvalid,
    output wire              s_axil_wready,
    output wire [       1:0] s_axil_bresp,
    output wire              s_axil_bvalid,
    input  wire              s_axil_bready,
    input  wire [ADDR_W-1:0] s_axil_araddr,
    input  wire              s_axil_arvalid,
    output wire              s_axil_arready,
    output wire [      31:0] s_axil_rdata,
    output wire [       1:0] s_axil_rresp,
    output wire              s_axil_rvalid,
    input  wire              s_axil_rready,
    // The registers of 64 bits
    output wire [ADDR_W-1:0] m_axil_awaddr,
    output wire              m_axil_awvalid,
    input  wire              m_axil_awready,
    output wire [      63:0] m_axil_wdata,
    output wire [       7:0] m_axil_wstrb,
    output wire              m_axil_wvalid,
    input  wire              m_axil_wready,
    input  wire [       1:0] m_axil_bresp,
    input  wire              m_axil_bvalid,
    output wire              m_axil_bready,
    output wire [ADDR_W-1:0] m_axil_araddr,
    output wire              m_axil_arvalid,
    input  wire              m_axil_arready,
    input  wire [      63:0] m_axil_rdata,
    input  wire [       1:0] m_axil_rresp,
    input  wire              m_axil_rvalid,
    output wire              m_axil_rready
);

  // One write at a time between its address and its data, one read at a time up to its answer: the half of either is
  // known from a register.
  reg write_open, write_upper;
  reg read_open, read_upper;
  always @(posedge clk) begin
    if (rst) begin
      write_open <= 1'b0;
      read_open  <= 1'b0;
    end else begin
      if (s_axil_awvalid & s_axil_awready) write_open <= 1'b1;
      else if (s_axil_wvalid & s_axil_wready) write_open <= 1'b0;
      if (s_axil_arvalid & s_axil_arready) read_open <= 1'b1;
      else if (s_axil_rvalid & s_axil_rready) read_open <= 1'b0;
    end
    if (s_axil_awvalid & s_axil_awready) write_upper <= s_axil_awaddr[2];
    if (s_axil_arvalid & s_axil_arready) read_upper <= s_axil_araddr[2];
  end

  assign m_axil_awaddr  = s_axil_awaddr;
  assign m_axil_awvalid = s_axil_awvalid & ~write_open;
  assign s_axil_awready = m_axil_awready & ~write_open;
  assign m_axil_wdata   = {s_axil_wdata, s_axil_wdata};
  assign m_axil_wstrb   = write_upper ? {s_axil_wstrb, 4'b0000} : {4'b0000, s_axil_wstrb};
  assign m_axil_wvalid  = s_axil_wvalid & write_open;
  assign s_axil_wready  = m_axil_wready & write_open;
  assign s_axil_bresp   = m_axil_bresp;
  assign s_axil_bvalid  = m_axil_bvalid;
  assign m_axil_bready  = s_axil_bready;

  assign m_axil_araddr  = s_axil_araddr;
  assign m_axil_arvalid = s_axil_arvalid & ~read_open;
  assign s_axil_arready = m_axil_arready & ~read_open;
  assign s_axil_rdata   = read_upper ? m_axil_rdata[63:32] : m_axil_rdata[31:0];
  assign s_axil_rresp   = m_axil_rresp;
  assign s_axil_rvalid  = m_axil_rvalid;
  assign m_axil_rready  = s_axil_rready;

endmodule

`default_nettype wire
