// Watches an AXI4-Lite port and says which rules are broken in each cycle, as axi_rules does with AXI4.
// SPDX-License-Identifier: Apache-2.0
//
// Bit N of o_broken is rule N of sim/device/contract/bus_rules.hpp (docs/bus-rules.md). It drives nothing and can be
// used alone. Parameters: DATA_W 32 or 64; COUNT_W bits of the counts of accesses that are not answered. Latency: 0.
module axil_rules #(
    parameter DATA_W  = 64,
    parameter ADDR_W  = 12,
    parameter COUNT_W = 8
) (
    input wire clk,
    input wire rst,

    input wire [    ADDR_W-1:0] awaddr,
    input wire                  awvalid,
    input wire                  awready,
    input wire [    DATA_W-1:0] wdata,
    input wire [(DATA_W/8)-1:0] wstrb,
    input wire                  wvalid,
    input wire                  wready,
    input wire [           1:0] bresp,
    input wire                  bvalid,
    input wire                  bready,
    input wire [    ADDR_W-1:0] araddr,
    input wire                  arvalid,
    input wire                  arready,
    input wire [    DATA_W-1:0] rdata,
    input wire [           1:0] rresp,
    input wire                  rvalid,
    input wire                  rready,

    output wire [17:1] o_broken
);
  localparam BYTES = DATA_W / 8;
  localparam [1:0] EXOKAY = 2'b01;

  function [DATA_W-1:0] bits(input [BYTES-1:0] of);
    integer byte_of;
    for (byte_of = 0; byte_of < BYTES; byte_of = byte_of + 1) bits[8*byte_of+:8] = {8{of[byte_of]}};
  endfunction

  reg aw_waits, w_waits, b_waits, ar_waits, r_waits, rst_before;
  reg [ADDR_W-1:0] awaddr_kept, araddr_kept;
  reg [DATA_W-1:0] wdata_kept, rdata_kept;
  reg [BYTES-1:0] wstrb_kept;
  reg [1:0] bresp_kept, rresp_kept;
  // Accepted and not answered: addresses and words of writes, reads.
  reg [COUNT_W-1:0] addresses, words, reads;
  always @(posedge clk) begin
    rst_before  <= rst;
    aw_waits    <= ~rst & awvalid & ~awready;
    w_waits     <= ~rst & wvalid & ~wready;
    b_waits     <= ~rst & bvalid & ~bready;
    ar_waits    <= ~rst & arvalid & ~arready;
    r_waits     <= ~rst & rvalid & ~rready;
    awaddr_kept <= awaddr;
    araddr_kept <= araddr;
    wdata_kept  <= wdata;
    wstrb_kept  <= wstrb;
    bresp_kept  <= bresp;
    rdata_kept  <= rdata;
    rresp_kept  <= rresp;
    addresses   <= rst ? 0 : addresses + {{(COUNT_W - 1) {1'b0}}, awvalid & awready} -
        {{(COUNT_W - 1) {1'b0}}, bvalid & bready};
    words       <= rst ? 0 : words + {{(COUNT_W - 1) {1'b0}}, wvalid & wready} -
        {{(COUNT_W - 1) {1'b0}}, bvalid & bready};
    reads       <= rst ? 0 : reads + {{(COUNT_W - 1) {1'b0}}, arvalid & arready} -
        {{(COUNT_W - 1) {1'b0}}, rvalid & rready};
  end
  wire b_fresh = bvalid & ~b_waits;
  wire r_fresh = rvalid & ~r_waits;

  wire [17:1] broken;
  assign broken[1] = 1'b0;
  assign broken[2] = (aw_waits & ~awvalid) | (w_waits & ~wvalid) | (b_waits & ~bvalid) | (ar_waits & ~arvalid) |
      (r_waits & ~rvalid);
  assign broken[3] = (aw_waits & awvalid & awaddr != awaddr_kept) | (ar_waits & arvalid & araddr != araddr_kept) |
      (w_waits & wvalid & (wstrb != wstrb_kept | ((wdata ^ wdata_kept) & bits(wstrb)) != 0)) |
      (b_waits & bvalid & bresp != bresp_kept) |
      (r_waits & rvalid & (rresp != rresp_kept | rdata != rdata_kept));
  assign broken[4] = (b_fresh & addresses == 0) | (r_fresh & reads == 0);
  assign broken[5] = b_fresh & addresses != 0 & words == 0;
  assign broken[16:6] = 11'd0;
  assign broken[17] = (b_fresh & addresses != 0 & words != 0 & bresp == EXOKAY) |
      (r_fresh & reads != 0 & rresp == EXOKAY);
  // A device needs an edge to see the reset.
  wire in_reset = awvalid | wvalid | arvalid | (rst_before & (bvalid | rvalid));
  assign o_broken = rst ? {16'd0, in_reset} : broken;
endmodule
