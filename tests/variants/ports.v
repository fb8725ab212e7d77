// varied_accel: stencil_accel with ports that misbehave when asked to.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    a device whose ports are wrong in a way that the plusarg +variant=NAME chooses;
//             without it the ports of stencil_accel.
// Parameters: those of stencil_accel.
// Latency:    that of stencil_accel.
`default_nettype none

module varied_accel #(
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

  reg never_ready, always_refused;
  reg [511:0] asked;
  initial begin
    never_ready = 1'b0;
    always_refused = 1'b0;
    if ($value$plusargs("variant=%s", asked)) begin
      never_ready = asked == "never-ready";
      always_refused = asked == "always-refused";
    end
  end

  variant_names u_names ();

  wire wready;
  wire [1:0] bresp;
  assign s_axi_wready = wready & ~never_ready;
  assign s_axi_bresp = always_refused ? 2'b10 : bresp;

  stencil_accel #(
      .PES         (PES),
      .LANES       (LANES),
      .MEMORY_WORDS(MEMORY_WORDS),
      .MAX_COLS    (MAX_COLS),
      .LINE_BEATS  (LINE_BEATS),
      .F_BUFFERS   (F_BUFFERS),
      .AXI_DATA_W  (AXI_DATA_W),
      .AXI_ADDR_W  (AXI_ADDR_W),
      .AXI_ID_W    (AXI_ID_W),
      .ADD_LATENCY (ADD_LATENCY),
      .MUL_LATENCY (MUL_LATENCY)
  ) u_accel (
      .clk           (clk),
      .rst           (rst),
      .s_axi_awid    (s_axi_awid),
      .s_axi_awaddr  (s_axi_awaddr),
      .s_axi_awlen   (s_axi_awlen),
      .s_axi_awsize  (s_axi_awsize),
      .s_axi_awburst (s_axi_awburst),
      .s_axi_awvalid (s_axi_awvalid),
      .s_axi_awready (s_axi_awready),
      .s_axi_wdata   (s_axi_wdata),
      .s_axi_wstrb   (s_axi_wstrb),
      .s_axi_wlast   (s_axi_wlast),
      .s_axi_wvalid  (s_axi_wvalid & ~never_ready),
      .s_axi_wready  (wready),
      .s_axi_bid     (s_axi_bid),
      .s_axi_bresp   (bresp),
      .s_axi_bvalid  (s_axi_bvalid),
      .s_axi_bready  (s_axi_bready),
      .s_axi_arid    (s_axi_arid),
      .s_axi_araddr  (s_axi_araddr),
      .s_axi_arlen   (s_axi_arlen),
      .s_axi_arsize  (s_axi_arsize),
      .s_axi_arburst (s_axi_arburst),
      .s_axi_arvalid (s_axi_arvalid),
      .s_axi_arready (s_axi_arready),
      .s_axi_rid     (s_axi_rid),
      .s_axi_rdata   (s_axi_rdata),
      .s_axi_rresp   (s_axi_rresp),
      .s_axi_rlast   (s_axi_rlast),
      .s_axi_rvalid  (s_axi_rvalid),
      .s_axi_rready  (s_axi_rready),
      .s_axil_awaddr (s_axil_awaddr),
      .s_axil_awvalid(s_axil_awvalid),
      .s_axil_awready(s_axil_awready),
      .s_axil_wdata  (s_axil_wdata),
      .s_axil_wstrb  (s_axil_wstrb),
      .s_axil_wvalid (s_axil_wvalid),
      .s_axil_wready (s_axil_wready),
      .s_axil_bresp  (s_axil_bresp),
      .s_axil_bvalid (s_axil_bvalid),
      .s_axil_bready (s_axil_bready),
      .s_axil_araddr (s_axil_araddr),
      .s_axil_arvalid(s_axil_arvalid),
      .s_axil_arready(s_axil_arready),
      .s_axil_rdata  (s_axil_rdata),
      .s_axil_rresp  (s_axil_rresp),
      .s_axil_rvalid (s_axil_rvalid),
      .s_axil_rready (s_axil_rready),
      .irq           (irq),
      .perf_cause    (perf_cause),
      .perf_fill     (perf_fill),
      .perf_finished (perf_finished)
  );

endmodule

`default_nettype wire
