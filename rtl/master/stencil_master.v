// stencil_master: stencil_accel with an AXI4 master of its own, which moves its data by descriptors.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    for cards whose kernels are masters of card memory: chains of descriptors move rows between that memory
//             and the buffers of the accelerator, whose data port no other master reaches. The host commands the
//             accelerator as before; registers of the master lie above those of the accelerator.
// Parameters: those of stencil_accel, without a formula; LINE_BEATS 0: a line buffer holds one row. BURST_BEATS of the
//             longest burst, 1..256.
// Latency:    that of stencil_accel and of the card memory.
// The host sets MODE bit 1 of the accelerator, so that a burst of a buffer in use is refused and no command holds a
// burst on the card.
`default_nettype none

module stencil_master #(
    parameter KERNELS      = 7,
    parameter PES          = 4,
    parameter LANES        = 1,
    parameter MEMORY_WORDS = 16384,
    parameter MAX_COLS     = 1024,
    parameter LINE_BEATS   = 0,
    parameter F_BUFFERS    = 2,
    parameter AXI_DATA_W   = 64,
    parameter AXI_ADDR_W   = 32,
    parameter ADD_LATENCY  = 5,
    parameter MUL_LATENCY  = 6,
    parameter DIV_LATENCY  = 2,
    parameter BURST_BEATS  = 64
) (
    input  wire                    ap_clk,
    input  wire                    ap_rst_n,
    // Card memory: AXI4 master, addresses of bytes
    output wire [            63:0] m_axi_awaddr,
    output wire [             7:0] m_axi_awlen,
    output wire [             2:0] m_axi_awsize,
    output wire [             1:0] m_axi_awburst,
    output wire                    m_axi_awvalid,
    input  wire                    m_axi_awready,
    output wire [  AXI_DATA_W-1:0] m_axi_wdata,
    output wire [AXI_DATA_W/8-1:0] m_axi_wstrb,
    output wire                    m_axi_wlast,
    output wire                    m_axi_wvalid,
    input  wire                    m_axi_wready,
    input  wire [             1:0] m_axi_bresp,
    input  wire                    m_axi_bvalid,
    output wire                    m_axi_bready,
    output wire [            63:0] m_axi_araddr,
    output wire [             7:0] m_axi_arlen,
    output wire [             2:0] m_axi_arsize,
    output wire [             1:0] m_axi_arburst,
    output wire                    m_axi_arvalid,
    input  wire                    m_axi_arready,
    input  wire [  AXI_DATA_W-1:0] m_axi_rdata,
    input  wire [             1:0] m_axi_rresp,
    input  wire                    m_axi_rlast,
    input  wire                    m_axi_rvalid,
    output wire                    m_axi_rready,
    // Registers: AXI4-Lite; from 0x1000 on those of the master
    input  wire [            12:0] s_axi_control_awaddr,
    input  wire                    s_axi_control_awvalid,
    output wire                    s_axi_control_awready,
    input  wire [            31:0] s_axi_control_wdata,
    input  wire [             3:0] s_axi_control_wstrb,
    input  wire                    s_axi_control_wvalid,
    output wire                    s_axi_control_wready,
    output wire [             1:0] s_axi_control_bresp,
    output wire                    s_axi_control_bvalid,
    input  wire                    s_axi_control_bready,
    input  wire [            12:0] s_axi_control_araddr,
    input  wire                    s_axi_control_arvalid,
    output wire                    s_axi_control_arready,
    output wire [            31:0] s_axi_control_rdata,
    output wire [             1:0] s_axi_control_rresp,
    output wire                    s_axi_control_rvalid,
    input  wire                    s_axi_control_rready,
    // Levels: that of the accelerator; a chain has ended
    output wire                    irq,
    output wire                    irq_master,
    output wire [             2:0] perf_cause,
    output wire                    perf_fill,
    output wire                    perf_finished
);

  wire rst = ~ap_rst_n;
  localparam ROW_BEATS = (MAX_COLS + LANES - 1) / LANES;
  localparam BEAT_BITS = $clog2(AXI_DATA_W / 8);
  localparam [2:0] SIZE = BEAT_BITS[2:0];
  localparam DESCRIPTOR_BEATS = 512 / AXI_DATA_W;
  localparam [7:0] DESCRIPTOR_LEN = DESCRIPTOR_BEATS[7:0] - 8'd1;
  localparam [1:0] INCR = 2'b01;

  // Registers
  wire [12:0] wide_awaddr;
  wire wide_awvalid;
  wire wide_awready;
  wire [63:0] wide_wdata;
  wire [7:0] wide_wstrb;
  wire wide_wvalid;
  wire wide_wready;
  wire [1:0] wide_bresp;
  wire wide_bvalid;
  wire wide_bready;
  wire [12:0] wide_araddr;
  wire wide_arvalid;
  wire wide_arready;
  wire [63:0] wide_rdata;
  wire [1:0] wide_rresp;
  wire wide_rvalid;
  wire wide_rready;
  wire [1:0] to_awvalid, to_awready, to_wvalid, to_wready, to_bvalid, to_bready;
  wire [1:0] to_arvalid, to_arready, to_rvalid, to_rready;
  wire [3:0] to_bresp, to_rresp;
  wire [127:0] to_rdata;

  axil_halves #(
      .ADDR_W(13)
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
      .m_axil_awaddr (wide_awaddr),
      .m_axil_awvalid(wide_awvalid),
      .m_axil_awready(wide_awready),
      .m_axil_wdata  (wide_wdata),
      .m_axil_wstrb  (wide_wstrb),
      .m_axil_wvalid (wide_wvalid),
      .m_axil_wready (wide_wready),
      .m_axil_bresp  (wide_bresp),
      .m_axil_bvalid (wide_bvalid),
      .m_axil_bready (wide_bready),
      .m_axil_araddr (wide_araddr),
      .m_axil_arvalid(wide_arvalid),
      .m_axil_arready(wide_arready),
      .m_axil_rdata  (wide_rdata),
      .m_axil_rresp  (wide_rresp),
      .m_axil_rvalid (wide_rvalid),
      .m_axil_rready (wide_rready)
  );

  axil_split #(
      .ADDR_W(13)
  ) u_split (
      .clk           (ap_clk),
      .rst           (rst),
      .s_axil_awaddr (wide_awaddr),
      .s_axil_awvalid(wide_awvalid),
      .s_axil_awready(wide_awready),
      .s_axil_wvalid (wide_wvalid),
      .s_axil_wready (wide_wready),
      .s_axil_bresp  (wide_bresp),
      .s_axil_bvalid (wide_bvalid),
      .s_axil_bready (wide_bready),
      .s_axil_araddr (wide_araddr),
      .s_axil_arvalid(wide_arvalid),
      .s_axil_arready(wide_arready),
      .s_axil_rdata  (wide_rdata),
      .s_axil_rresp  (wide_rresp),
      .s_axil_rvalid (wide_rvalid),
      .s_axil_rready (wide_rready),
      .m_awvalid     (to_awvalid),
      .m_awready     (to_awready),
      .m_wvalid      (to_wvalid),
      .m_wready      (to_wready),
      .m_bresp       (to_bresp),
      .m_bvalid      (to_bvalid),
      .m_bready      (to_bready),
      .m_arvalid     (to_arvalid),
      .m_arready     (to_arready),
      .m_rdata       (to_rdata),
      .m_rresp       (to_rresp),
      .m_rvalid      (to_rvalid),
      .m_rready      (to_rready)
  );

  wire start, running, stopped;
  wire [63:0] address, first, window_end, where;
  wire [3:0] code;
  wire [31:0] count;
  master_registers u_registers (
      .clk           (ap_clk),
      .rst           (rst),
      .s_axil_awaddr (wide_awaddr[11:0]),
      .s_axil_awvalid(to_awvalid[1]),
      .s_axil_awready(to_awready[1]),
      .s_axil_wdata  (wide_wdata),
      .s_axil_wstrb  (wide_wstrb),
      .s_axil_wvalid (to_wvalid[1]),
      .s_axil_wready (to_wready[1]),
      .s_axil_bresp  (to_bresp[3:2]),
      .s_axil_bvalid (to_bvalid[1]),
      .s_axil_bready (to_bready[1]),
      .s_axil_araddr (wide_araddr[11:0]),
      .s_axil_arvalid(to_arvalid[1]),
      .s_axil_arready(to_arready[1]),
      .s_axil_rdata  (to_rdata[127:64]),
      .s_axil_rresp  (to_rresp[3:2]),
      .s_axil_rvalid (to_rvalid[1]),
      .s_axil_rready (to_rready[1]),
      .o_start       (start),
      .o_address     (address),
      .o_first       (first),
      .o_end         (window_end),
      .i_running     (running),
      .i_stopped     (stopped),
      .i_code        (code),
      .i_where       (where),
      .i_count       (count),
      .irq           (irq_master)
  );

  // The chain reads descriptors; a burst goes from card memory to the device or back.
  wire fetch, fetch_valid, fetch_ready, burst, to_device, burst_done, read_error, write_error;
  wire [63:0] source, destination;
  wire [7:0] len;
  descriptor_chain #(
      .MEMORY_WORDS(MEMORY_WORDS),
      .F_BUFFERS   (F_BUFFERS),
      .AXI_DATA_W  (AXI_DATA_W),
      .AXI_ADDR_W  (AXI_ADDR_W),
      .BURST_BEATS (BURST_BEATS)
  ) u_chain (
      .clk          (ap_clk),
      .rst          (rst),
      .i_start      (start),
      .i_address    (address),
      .i_first      (first),
      .i_end        (window_end),
      .o_running    (running),
      .o_stopped    (stopped),
      .o_code       (code),
      .o_where      (where),
      .o_count      (count),
      .o_fetch      (fetch),
      .o_fetch_valid(fetch_valid),
      .i_fetch_ready(m_axi_arready),
      .i_rdata      (m_axi_rdata),
      .i_rresp      (m_axi_rresp),
      .i_rlast      (m_axi_rlast),
      .i_rvalid     (m_axi_rvalid),
      .o_rready     (fetch_ready),
      .o_burst      (burst),
      .o_to_device  (to_device),
      .o_source     (source),
      .o_destination(destination),
      .o_len        (len),
      .i_burst_done (burst_done),
      .i_read_error (read_error),
      .i_write_error(write_error)
  );

  wire [63:0] araddr, awaddr;
  wire [7:0] arlen;
  wire arvalid, awvalid, wlast, wvalid, rready, bready;
  wire [AXI_DATA_W-1:0] wdata, device_rdata;
  wire [AXI_DATA_W/8-1:0] wstrb;
  wire [1:0] device_bresp, device_rresp;
  wire device_arready, device_awready, device_wready, device_bvalid, device_rvalid;
  copy_burst #(
      .ADDR_W(64),
      .DATA_W(AXI_DATA_W)
  ) u_burst (
      .clk          (ap_clk),
      .rst          (rst),
      .i_start      (burst),
      .i_source     (source),
      .i_destination(destination),
      .i_len        (len),
      .o_done       (burst_done),
      .o_read_error (read_error),
      .o_write_error(write_error),
      .m_araddr     (araddr),
      .m_arlen      (arlen),
      .m_arvalid    (arvalid),
      .m_arready    (to_device ? m_axi_arready : device_arready),
      .m_rdata      (to_device ? m_axi_rdata : device_rdata),
      .m_rresp      (to_device ? m_axi_rresp : device_rresp),
      .m_rvalid     (to_device ? m_axi_rvalid & ~fetch : device_rvalid),
      .m_rready     (rready),
      .m_awaddr     (awaddr),
      .m_awvalid    (awvalid),
      .m_awready    (to_device ? device_awready : m_axi_awready),
      .m_wdata      (wdata),
      .m_wstrb      (wstrb),
      .m_wlast      (wlast),
      .m_wvalid     (wvalid),
      .m_wready     (to_device ? device_wready : m_axi_wready),
      .m_bresp      (to_device ? device_bresp : m_axi_bresp),
      .m_bvalid     (to_device ? device_bvalid : m_axi_bvalid),
      .m_bready     (bready)
  );

  assign m_axi_araddr  = fetch ? where : araddr;
  assign m_axi_arlen   = fetch ? DESCRIPTOR_LEN : arlen;
  assign m_axi_arsize  = SIZE;
  assign m_axi_arburst = INCR;
  assign m_axi_arvalid = fetch ? fetch_valid : arvalid & to_device;
  assign m_axi_rready  = fetch ? fetch_ready : rready & to_device;
  assign m_axi_awaddr  = awaddr;
  assign m_axi_awlen   = arlen;
  assign m_axi_awsize  = SIZE;
  assign m_axi_awburst = INCR;
  assign m_axi_awvalid = awvalid & ~to_device;
  assign m_axi_wdata   = wdata;
  assign m_axi_wstrb   = wstrb;
  assign m_axi_wlast   = wlast;
  assign m_axi_wvalid  = wvalid & ~to_device;
  assign m_axi_bready  = bready & ~to_device;

  wire [1:0] unused_ids;
  wire unused_last;
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
      .AXI_ID_W    (1),
      .ADD_LATENCY (ADD_LATENCY),
      .MUL_LATENCY (MUL_LATENCY),
      .DIV_LATENCY (DIV_LATENCY)
  ) u_accel (
      .clk           (ap_clk),
      .rst           (rst),
      .s_axi_awid    (1'b0),
      .s_axi_awaddr  (awaddr[AXI_ADDR_W-1:0]),
      .s_axi_awlen   (arlen),
      .s_axi_awsize  (SIZE),
      .s_axi_awburst (INCR),
      .s_axi_awvalid (awvalid & to_device),
      .s_axi_awready (device_awready),
      .s_axi_wdata   (wdata),
      .s_axi_wstrb   (wstrb),
      .s_axi_wlast   (wlast),
      .s_axi_wvalid  (wvalid & to_device),
      .s_axi_wready  (device_wready),
      .s_axi_bid     (unused_ids[0]),
      .s_axi_bresp   (device_bresp),
      .s_axi_bvalid  (device_bvalid),
      .s_axi_bready  (bready & to_device),
      .s_axi_arid    (1'b0),
      .s_axi_araddr  (araddr[AXI_ADDR_W-1:0]),
      .s_axi_arlen   (arlen),
      .s_axi_arsize  (SIZE),
      .s_axi_arburst (INCR),
      .s_axi_arvalid (arvalid & ~to_device),
      .s_axi_arready (device_arready),
      .s_axi_rid     (unused_ids[1]),
      .s_axi_rdata   (device_rdata),
      .s_axi_rresp   (device_rresp),
      .s_axi_rlast   (unused_last),
      .s_axi_rvalid  (device_rvalid),
      .s_axi_rready  (rready & ~to_device),
      .s_axil_awaddr (wide_awaddr[11:0]),
      .s_axil_awvalid(to_awvalid[0]),
      .s_axil_awready(to_awready[0]),
      .s_axil_wdata  (wide_wdata),
      .s_axil_wstrb  (wide_wstrb),
      .s_axil_wvalid (to_wvalid[0]),
      .s_axil_wready (to_wready[0]),
      .s_axil_bresp  (to_bresp[1:0]),
      .s_axil_bvalid (to_bvalid[0]),
      .s_axil_bready (to_bready[0]),
      .s_axil_araddr (wide_araddr[11:0]),
      .s_axil_arvalid(to_arvalid[0]),
      .s_axil_arready(to_arready[0]),
      .s_axil_rdata  (to_rdata[63:0]),
      .s_axil_rresp  (to_rresp[1:0]),
      .s_axil_rvalid (to_rvalid[0]),
      .s_axil_rready (to_rready[0]),
      .irq           (irq),
      .perf_cause    (perf_cause),
      .perf_fill     (perf_fill),
      .perf_finished (perf_finished)
  );

  wire unused = &{1'b0, wide_awaddr[12], wide_araddr[12], unused_ids, unused_last};

  generate
    if (BURST_BEATS < 1 || BURST_BEATS > 256) begin : g_illegal_burst
`ifdef VERILATOR
      $fatal(1, "illegal parameters: BURST_BEATS=%0d (1..256)", BURST_BEATS);
`elsif __ICARUS__
      initial begin
        $display("%m: illegal parameters: BURST_BEATS=%0d (1..256)", BURST_BEATS);
        $finish;
      end
`else
      parameter_is_out_of_range u_stop ();
`endif
    end
  endgenerate

endmodule

`default_nettype wire
