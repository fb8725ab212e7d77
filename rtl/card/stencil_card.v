// stencil_card: stencil_accel as a block for the block designs of a card.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    the names and widths that tools for cards expect: clock `ap_clk`, reset `ap_rst_n`, AXI4-Lite of 32 bits
//             for the registers. The data port of the accelerator is wired through.
// Parameters: those of stencil_accel, without a formula; LINE_BEATS 0: a line buffer holds one row.
// Latency:    that of stencil_accel; of a register access also that of axil_halves.
// `ap_rst_n` is synchronous and, to reset the device, low for 8 cycles or more.
// rtl/card/component.xml and the files beside it are made from this module's ports: ci/card --update.
`default_nettype none

module stencil_card #(
    parameter KERNELS      = 7,
    parameter PES          = 4,
    parameter LANES        = 1,
    parameter MEMORY_WORDS = 16384,
    parameter MAX_COLS     = 1024,
    parameter LINE_BEATS   = 0,
    parameter F_BUFFERS    = 2,
    parameter AXI_DATA_W   = 64,
    parameter AXI_ADDR_W   = 32,
    parameter AXI_ID_W     = 4,
    parameter ADD_LATENCY  = 5,
    parameter MUL_LATENCY  = 6,
    parameter DIV_LATENCY  = 2
) (
    input  wire                    ap_clk,
    input  wire                    ap_rst_n,
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
    input  wire [            11:0] s_axi_control_awaddr,
    input  wire                    s_axi_control_awvalid,
    output wire                    s_axi_control_awready,
    input  wire [            31:0] s_axi_control_wdata,
    input  wire [             3:0] s_axi_control_wstrb,
    input  wire                    s_axi_control_wvalid,
    output wire                    s_axi_control_wready,
    output wire [             1:0] s_axi_control_bresp,
    output wire                    s_axi_control_bvalid,
    input  wire                    s_axi_control_bready,
    input  wire [            11:0] s_axi_control_araddr,
    input  wire                    s_axi_control_arvalid,
    output wire                    s_axi_control_arready,
    output wire [            31:0] s_axi_control_rdata,
    output wire [             1:0] s_axi_control_rresp,
    output wire                    s_axi_control_rvalid,
    input  wire                    s_axi_control_rready,
    // Level, as irq of the contract
    output wire                    irq,
    // Causes of cycles, for a logic analyser; may stay open
    output wire [             2:0] perf_cause,
    output wire                    perf_fill,
    output wire                    perf_finished
);

  wire rst = ~ap_rst_n;
  localparam ROW_BEATS = (MAX_COLS + LANES - 1) / LANES;

  wire [11:0] axil_awaddr;
  wire        axil_awvalid;
  wire        axil_awready;
  wire [63:0] axil_wdata;
  wire [ 7:0] axil_wstrb;
  wire        axil_wvalid;
  wire        axil_wready;
  wire [ 1:0] axil_bresp;
  wire        axil_bvalid;
  wire        axil_bready;
  wire [11:0] axil_araddr;
  wire        axil_arvalid;
  wire        axil_arready;
  wire [63:0] axil_rdata;
  wire [ 1:0] axil_rresp;
  wire        axil_rvalid;
  wire        axil_rready;

  axil_halves #(
      .ADDR_W(12)
  ) u_halves (
      .clk           (ap_clk),
      .rst           (rst),
      .s_axil_awaddr (s_axi_control_awaddr),
      .s_axil_awvalid(s_axi_control_awvalid),
      .s_axil_awready(s_axi_control_awready),
      .s_axil_wdata  (s_axi_control_wdata),
      .s_axil_wstrb  (s_axi_control_wstrb),
      .s_axil_wvalid (s_axi_control_wvalid),
      .s_axil_wready (s_axi_control_wready),
      .s_axil_bresp  (s_axi_control_bresp),
      .s_axil_bvalid (s_axi_control_bvalid),
      .s_axil_bready (s_axi_control_bready),
      .s_axil_araddr (s_axi_control_araddr),
      .s_axil_arvalid(s_axi_control_arvalid),
      .s_axil_arready(s_axi_control_arready),
      .s_axil_rdata  (s_axi_control_rdata),
      .s_axil_rresp  (s_axi_control_rresp),
      .s_axil_rvalid (s_axi_control_rvalid),
      .s_axil_rready (s_axi_control_rready),
      .m_axil_awaddr (axil_awaddr),
      .m_axil_awvalid(axil_awvalid),
      .m_axil_awready(axil_awready),
      .m_axil_wdata  (axil_wdata),
      .m_axil_wstrb  (axil_wstrb),
      .m_axil_wvalid (axil_wvalid),
      .m_axil_wready (axil_wready),
      .m_axil_bresp  (axil_bresp),
      .m_axil_bvalid (axil_bvalid),
      .m_axil_bready (axil_bready),
      .m_axil_araddr (axil_araddr),
      .m_axil_arvalid(axil_arvalid),
      .m_axil_arready(axil_arready),
      .m_axil_rdata  (axil_rdata),
      .m_axil_rresp  (axil_rresp),
      .m_axil_rvalid (axil_rvalid),
      .m_axil_rready (axil_rready)
  );

  stencil_accel #(
      .KERNELS     (KERNELS),
      .PES         (PES),
      .LANES       (LANES),
      .MEMORY_WORDS(MEMORY_WORDS),
      .MAX_COLS    (MAX_COLS),
      .LINE_BEATS  (LINE_BEATS == 0 ? ROW_BEATS : LINE_BEATS),
      .F_BUFFERS   (F_BUFFERS),
      .AXI_DATA_W  (AXI_DATA_W),
      .AXI_ADDR_W  (AXI_ADDR_W),
      .AXI_ID_W    (AXI_ID_W),
      .ADD_LATENCY (ADD_LATENCY),
      .MUL_LATENCY (MUL_LATENCY),
      .DIV_LATENCY (DIV_LATENCY)
  ) u_accel (
      .clk           (ap_clk),
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
      .s_axi_wvalid  (s_axi_wvalid),
      .s_axi_wready  (s_axi_wready),
      .s_axi_bid     (s_axi_bid),
      .s_axi_bresp   (s_axi_bresp),
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
      .s_axil_awaddr (axil_awaddr),
      .s_axil_awvalid(axil_awvalid),
      .s_axil_awready(axil_awready),
      .s_axil_wdata  (axil_wdata),
      .s_axil_wstrb  (axil_wstrb),
      .s_axil_wvalid (axil_wvalid),
      .s_axil_wready (axil_wready),
      .s_axil_bresp  (axil_bresp),
      .s_axil_bvalid (axil_bvalid),
      .s_axil_bready (axil_bready),
      .s_axil_araddr (axil_araddr),
      .s_axil_arvalid(axil_arvalid),
      .s_axil_arready(axil_arready),
      .s_axil_rdata  (axil_rdata),
      .s_axil_rresp  (axil_rresp),
      .s_axil_rvalid (axil_rvalid),
      .s_axil_rready (axil_rready),
      .irq           (irq),
      .perf_cause    (perf_cause),
      .perf_fill     (perf_fill),
      .perf_finished (perf_finished)
  );

endmodule

`default_nettype wire
