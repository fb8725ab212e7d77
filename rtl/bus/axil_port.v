// axil_port: AXI4-Lite slave with 64-bit data, turned into register reads and writes.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    the handshakes of the register port, independent of the meaning of registers. Each channel keeps what it
//             has accepted in registers of its own, so ready depends on registers alone: no input of the bus reaches an
//             output without a register in between.
// Parameters: ADDR_W bits of byte address.
// Latency:    a write takes effect in the cycle in which its address and data are both there and there is room for its
//             answer; a read is answered in the cycle after it was accepted. One of each per cycle.
// i_write_ok and i_read_ok say in the same cycle whether the register exists and takes the access; otherwise the answer
// is SLVERR. A register is written by halves of 32 bits: a write that strobes part of a half is answered with SLVERR
// too. A read of CHANGE, and the reads after it, wait for i_read_ready, which may depend on the address.
// Masters of 32 bits read a register in two halves: a read with address bit 2 clear keeps the upper half, and the next
// read, if it is of the same register with bit 2 set, shows that half.
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
    output reg  [       1:0] o_write_halves,  // halves written: {upper, lower}; none, one or both
    output wire [      63:0] o_write_data,
    input  wire              i_write_ok,
    output wire              o_read,          // a read is offered; it is served when i_read_ready
    output wire [ADDR_W-1:0] o_read_addr,
    input  wire [      63:0] i_read_data,
    input  wire              i_read_ok,
    input  wire              i_read_ready
);

  localparam [1:0] RESP_OKAY = 2'b00;
  localparam [1:0] RESP_SLVERR = 2'b10;

  // A place per channel, used when an accepted transfer cannot be served in the same cycle.
  reg aw_kept, w_kept, ar_kept;
  reg [ADDR_W-1:0] kept_awaddr, kept_araddr;
  reg [63:0] kept_wdata;
  reg [7:0] kept_wstrb;
  assign s_axil_awready = ~aw_kept;
  assign s_axil_wready  = ~w_kept;
  assign s_axil_arready = ~ar_kept;

  wire [ADDR_W-1:0] awaddr = aw_kept ? kept_awaddr : s_axil_awaddr;
  wire [ADDR_W-1:0] araddr = ar_kept ? kept_araddr : s_axil_araddr;
  wire [7:0] wstrb = w_kept ? kept_wstrb : s_axil_wstrb;
  wire write_fire = (aw_kept | s_axil_awvalid) & (w_kept | s_axil_wvalid) & (~s_axil_bvalid | s_axil_bready);
  wire read_fire = o_read & i_read_ready & (~s_axil_rvalid | s_axil_rready);
  always @(posedge clk) begin
    if (rst) begin
      aw_kept <= 1'b0;
      w_kept  <= 1'b0;
      ar_kept <= 1'b0;
    end else begin
      aw_kept <= (aw_kept | s_axil_awvalid) & ~write_fire;
      w_kept  <= (w_kept | s_axil_wvalid) & ~write_fire;
      ar_kept <= (ar_kept | s_axil_arvalid) & ~read_fire;
    end
    if (~aw_kept) kept_awaddr <= s_axil_awaddr;
    if (~ar_kept) kept_araddr <= s_axil_araddr;
    if (~w_kept) begin
      kept_wdata <= s_axil_wdata;
      kept_wstrb <= s_axil_wstrb;
    end
  end

  // Decoded with a write: without one a simulator skips the rest.
  reg partly;
  always @* begin
    partly         = 1'b0;
    o_write_halves = 2'b00;
    case ({write_fire, wstrb})
      9'h1ff: o_write_halves = 2'b11;
      9'h1f0: o_write_halves = 2'b10;
      9'h10f: o_write_halves = 2'b01;
      9'h100: o_write_halves = 2'b00;
      default: partly = write_fire;
    endcase
  end
  assign o_write = write_fire & ~partly & ~rst;
  assign o_write_addr = {awaddr[ADDR_W-1:3], 3'b000};
  assign o_write_data = w_kept ? kept_wdata : s_axil_wdata;
  assign o_read = ar_kept | s_axil_arvalid;
  assign o_read_addr = {araddr[ADDR_W-1:3], 3'b000};

  // The upper half of the register read last, if the read was of its lower half.
  reg latched;
  reg [ADDR_W-1:3] latched_addr;
  reg [31:0] latched_half;
  wire show_latched = latched & araddr[2] & araddr[ADDR_W-1:3] == latched_addr;
  always @(posedge clk) begin
    if (rst) latched <= 1'b0;
    else if (read_fire) latched <= ~araddr[2];
    if (read_fire) begin
      latched_addr <= araddr[ADDR_W-1:3];
      latched_half <= i_read_data[63:32];
    end
  end

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
    if (write_fire) s_axil_bresp <= (~partly & i_write_ok) ? RESP_OKAY : RESP_SLVERR;
    if (read_fire) begin
      s_axil_rdata <= {show_latched ? latched_half : i_read_data[63:32], i_read_data[31:0]};
      s_axil_rresp <= i_read_ok ? RESP_OKAY : RESP_SLVERR;
    end
  end

  wire unused = &{1'b0, awaddr[2:0], araddr[1:0]};

endmodule

`default_nettype wire
