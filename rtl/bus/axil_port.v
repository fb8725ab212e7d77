// axil_port: AXI4-Lite slave with 64-bit data, turned into register reads and writes.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    the handshakes of the register port, apart from what the registers mean.
// Parameters: ADDR_W bits of byte address.
// Latency:    a write takes effect in the cycle in which its address and data are both accepted;
//             a read is answered in the next cycle. One of each a cycle.
// i_write_ok, i_read_ok say in the same cycle whether the register exists and takes the access;
// otherwise, and for a write that does not strobe all 8 bytes, the answer is SLVERR. A read waits for i_read_ready,
// which may depend on its address.
`default_nettype none

module axil_port #(
    parameter ADDR_W = 12
) (
    input  wire              clk,
    input  wire              rst,
    input  wire [ADDR_W-1:0] s_axil_awaddr,
    input  wire              s_axil_awvalid,
    output wire              s_axil_awready,
    input  wire [      63:0] s_axil_wdata,
    input  wire [       7:0] s_axil_wstrb,
    input  wire              s_axil_wvalid,
    output wire              s_axil_wready,
    output reg  [       1:0] s_axil_bresp,
    output reg               s_axil_bvalid,
    input  wire              s_axil_bready,
    input  wire [ADDR_W-1:0] s_axil_araddr,
    input  wire              s_axil_arvalid,
    output wire              s_axil_arready,
    output reg  [      63:0] s_axil_rdata,
    output reg  [       1:0] s_axil_rresp,
    output reg               s_axil_rvalid,
    input  wire              s_axil_rready,
    // Registers
    output wire              o_write,
    output wire [ADDR_W-1:0] o_write_addr,
    output wire [      63:0] o_write_data,
    input  wire              i_write_ok,
    output wire [ADDR_W-1:0] o_read_addr,
    input  wire [      63:0] i_read_data,
    input  wire              i_read_ok,
    input  wire              i_read_ready
);

  localparam [1:0] RESP_OKAY = 2'b00;
  localparam [1:0] RESP_SLVERR = 2'b10;

  wire write_fire = s_axil_awvalid & s_axil_wvalid & (~s_axil_bvalid | s_axil_bready);
  wire read_fire = s_axil_arvalid & i_read_ready & (~s_axil_rvalid | s_axil_rready);
  wire whole = &s_axil_wstrb;

  assign s_axil_awready = write_fire;
  assign s_axil_wready = write_fire;
  assign s_axil_arready = read_fire;

  assign o_write = write_fire & whole & ~rst;
  assign o_write_addr = s_axil_awaddr;
  assign o_write_data = s_axil_wdata;
  assign o_read_addr = s_axil_araddr;

  always @(posedge clk) begin
    if (rst) begin
      s_axil_bvalid <= 1'b0;
      s_axil_rvalid <= 1'b0;
    end else begin
      if (write_fire) s_axil_bvalid <= 1'b1;
      else if (s_axil_bready) s_axil_bvalid <= 1'b0;
      if (read_fire) s_axil_rvalid <= 1'b1;
      else if (s_axil_rready) s_axil_rvalid <= 1'b0;
    end
    if (write_fire) s_axil_bresp <= (whole & i_write_ok) ? RESP_OKAY : RESP_SLVERR;
    if (read_fire) begin
      s_axil_rdata <= i_read_data;
      s_axil_rresp <= i_read_ok ? RESP_OKAY : RESP_SLVERR;
    end
  end

endmodule

`default_nettype wire
