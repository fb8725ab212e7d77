// stencil_accel: a device that does nothing yet, to begin one's own with.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    it has the ports and parameters of the contract, refuses each register access, and takes no burst:
//             `stencil-cosim check-dut --rtl .` says what to do first.
// Parameters: those of the contract that a device without kernels to choose from needs.
// Latency:    an access is answered in the cycle after it was accepted.
`default_nettype none

module stencil_accel #(
    parameter PES          = 4,
    parameter LANES        = 1,
    parameter MEMORY_WORDS = 1000000,
    parameter MAX_COLS     = 10000,
    parameter LINE_BEATS   = (MAX_COLS + LANES - 1) / LANES,
    parameter F_BUFFERS    = 2,
    parameter AXI_DATA_W   = 64,
    parameter AXI_ADDR_W   = 32,
    parameter AXI_ID_W     = 4,
    parameter ADD_LATENCY  = 5,
    parameter MUL_LATENCY  = 6
) (
    input  wire                    clk,
    input  wire                    rst,
    // Data: AXI4
    input  wire [    AXI_ID_W-1:0] s_axi_awid,
    input  wire [  AXI_ADDR_W-1:0] s_axi_awaddr,
    input  wire [             7:0] s_axi_awlen,
    input  wire [             2:0] s_axi_awsize,
    input  wire [             1:0] s_axi_awburst,
    input  wire                    s_axi_awvalid,
    output wire                    s_axi_awready,
    input  wire [  AXI_DATA_W-1:0] s_axi_wdata,
    input  wire [AXI_DATA_W/8-1:0] s_axi_wstrb,
    input  wire                    s_axi_wlast,
    input  wire                    s_axi_wvalid,
    output wire                    s_axi_wready,
    output wire [    AXI_ID_W-1:0] s_axi_bid,
    output wire [             1:0] s_axi_bresp,
    output wire                    s_axi_bvalid,
    input  wire                    s_axi_bready,
    input  wire [    AXI_ID_W-1:0] s_axi_arid,
    input  wire [  AXI_ADDR_W-1:0] s_axi_araddr,
    input  wire [             7:0] s_axi_arlen,
    input  wire [             2:0] s_axi_arsize,
    input  wire [             1:0] s_axi_arburst,
    input  wire                    s_axi_arvalid,
    output wire                    s_axi_arready,
    output wire [    AXI_ID_W-1:0] s_axi_rid,
    output wire [  AXI_DATA_W-1:0] s_axi_rdata,
    output wire [             1:0] s_axi_rresp,
    output wire                    s_axi_rlast,
    output wire                    s_axi_rvalid,
    input  wire                    s_axi_rready,
    // Registers: AXI4-Lite
    input  wire [            11:0] s_axil_awaddr,
    input  wire                    s_axil_awvalid,
    output wire                    s_axil_awready,
    input  wire [            63:0] s_axil_wdata,
    input  wire [             7:0] s_axil_wstrb,
    input  wire                    s_axil_wvalid,
    output wire                    s_axil_wready,
    output wire [             1:0] s_axil_bresp,
    output wire                    s_axil_bvalid,
    input  wire                    s_axil_bready,
    input  wire [            11:0] s_axil_araddr,
    input  wire                    s_axil_arvalid,
    output wire                    s_axil_arready,
    output wire [            63:0] s_axil_rdata,
    output wire [             1:0] s_axil_rresp,
    output wire                    s_axil_rvalid,
    input  wire                    s_axil_rready,
    // Interrupt: all queued work is done or an error is set, while enabled; level
    output wire                    irq,
    // Cause of the present cycle (perf_counters)
    output wire [             2:0] perf_cause,
    output wire                    perf_fill,
    // The cycle that writes the last beat of a command
    output wire                    perf_finished
);

  localparam [1:0] SLVERR = 2'b10;

  // Registers: an access is accepted while none waits for its answer.
  reg write_answered, read_answered;
  wire write_comes = s_axil_awvalid & s_axil_wvalid & ~write_answered;
  wire read_comes = s_axil_arvalid & ~read_answered;
  always @(posedge clk) begin
    write_answered <= ~rst & (write_comes | (write_answered & ~s_axil_bready));
    read_answered  <= ~rst & (read_comes | (read_answered & ~s_axil_rready));
  end
  assign s_axil_awready = write_comes;
  assign s_axil_wready  = write_comes;
  assign s_axil_bvalid  = write_answered;
  assign s_axil_bresp   = SLVERR;
  assign s_axil_arready = read_comes;
  assign s_axil_rvalid  = read_answered;
  assign s_axil_rresp   = SLVERR;
  assign s_axil_rdata   = 64'd0;

  // Data: nothing is taken, nothing is answered.
  assign s_axi_awready  = 1'b0;
  assign s_axi_wready   = 1'b0;
  assign s_axi_bid      = {AXI_ID_W{1'b0}};
  assign s_axi_bresp    = SLVERR;
  assign s_axi_bvalid   = 1'b0;
  assign s_axi_arready  = 1'b0;
  assign s_axi_rid      = {AXI_ID_W{1'b0}};
  assign s_axi_rdata    = {AXI_DATA_W{1'b0}};
  assign s_axi_rresp    = SLVERR;
  assign s_axi_rlast    = 1'b0;
  assign s_axi_rvalid   = 1'b0;

  // No command ever runs.
  assign irq            = 1'b0;
  assign perf_cause     = 3'd0;
  assign perf_fill      = 1'b0;
  assign perf_finished  = 1'b0;

endmodule

`default_nettype wire
