// card_pins: stencil_card behind the ports of stencil_accel, so that the bench of the device can drive it.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    turns each register access of 64 bits into accesses of 32: the lower half, then the upper half.
// Parameters: those of stencil_accel.
// Latency:    a register access takes the time of two.
// Halves without a strobe are not written, nor is the upper half where the lower one was refused: half of a command
// would be another command. A write that strobes part of a half is sent as that half alone, since all of it must be
// refused. A read with address bit 2 set is one read, of the upper half.
`default_nettype none

module card_pins #(
    parameter PES          = 4,
    parameter LANES        = 1,
    parameter MEMORY_WORDS = 1000000,
    parameter MAX_COLS     = 10000,
    parameter LINE_BEATS   = 0,
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
    output reg  [             1:0] s_axil_bresp,
    output reg                     s_axil_bvalid,
    input  wire                    s_axil_bready,
    input  wire [            11:0] s_axil_araddr,
    input  wire                    s_axil_arvalid,
    output wire                    s_axil_arready,
    output reg  [            63:0] s_axil_rdata,
    output reg  [             1:0] s_axil_rresp,
    output reg                     s_axil_rvalid,
    input  wire                    s_axil_rready,
    // Interrupt: all queued work is done or an error is set, while enabled; level
    output wire                    irq,
    // Cause of the present cycle (perf_counters)
    output wire [             2:0] perf_cause,
    output wire                    perf_fill,
    // The cycle that writes the last beat of a command
    output wire                    perf_finished
);

  localparam [1:0] RESP_SLVERR = 2'b10;

  // Writes: address and data are kept, then sent half by half.
  reg aw_kept, w_kept, aw_sent, w_sent;
  reg [11:0] awaddr;
  reg [63:0] wdata;
  reg [1:0] left;  // halves still to be sent: {upper, lower}
  reg [7:0] wstrb;
  wire upper = ~left[0];
  wire [1:0] partly = {wstrb[7:4] != 4'h0 && wstrb[7:4] != 4'hf, wstrb[3:0] != 4'h0 && wstrb[3:0] != 4'hf};
  wire [1:0] strobed = {wstrb[7:4] != 4'h0, wstrb[3:0] != 4'h0};
  wire awready, wready, bvalid;
  wire [1:0] bresp;
  wire sending = aw_kept & w_kept & left != 2'b00;
  wire awvalid = sending & ~aw_sent;
  wire wvalid = sending & ~w_sent;
  wire bready = sending & aw_sent & w_sent;
  assign s_axil_awready = ~aw_kept;
  assign s_axil_wready  = ~w_kept;
  reg begun;  // `left` is set
  always @(posedge clk) begin
    if (s_axil_awvalid & s_axil_awready) begin
      awaddr  <= s_axil_awaddr;
      aw_kept <= 1'b1;
    end
    if (s_axil_wvalid & s_axil_wready) begin
      wdata  <= s_axil_wdata;
      wstrb  <= s_axil_wstrb;
      w_kept <= 1'b1;
    end
    if (aw_kept & w_kept & ~begun) begin
      begun <= 1'b1;
      left  <= partly[0] ? 2'b01 : partly[1] ? 2'b10 : strobed == 2'b00 ? 2'b01 : strobed;
      s_axil_bresp <= 2'b00;
    end
    if (awvalid & awready) aw_sent <= 1'b1;
    if (wvalid & wready) w_sent <= 1'b1;
    if (bvalid & bready) begin
      aw_sent <= 1'b0;
      w_sent  <= 1'b0;
      left    <= upper | bresp != 2'b00 ? 2'b00 : left & 2'b10;
      if (bresp != 2'b00) s_axil_bresp <= RESP_SLVERR;
      if (upper | ~left[1] | bresp != 2'b00) s_axil_bvalid <= 1'b1;
    end
    if (s_axil_bvalid & s_axil_bready) begin
      s_axil_bvalid <= 1'b0;
      aw_kept <= 1'b0;
      w_kept  <= 1'b0;
      begun   <= 1'b0;
    end
    if (rst) begin
      {aw_kept, w_kept, begun, aw_sent, w_sent, s_axil_bvalid} <= 6'd0;
      left <= 2'b00;
    end
  end

  // Reads: one at a time.
  reg ar_kept, ar_sent, second;
  reg [11:0] araddr;
  wire arready, rvalid;
  wire [31:0] rdata;
  wire [1:0] rresp;
  wire high = second | araddr[2];
  wire arvalid = ar_kept & ~ar_sent & ~s_axil_rvalid;
  wire rready = ar_sent;
  assign s_axil_arready = ~ar_kept;
  always @(posedge clk) begin
    if (s_axil_arvalid & s_axil_arready) begin
      araddr  <= s_axil_araddr;
      ar_kept <= 1'b1;
      second  <= 1'b0;
      s_axil_rresp <= 2'b00;
    end
    if (arvalid & arready) ar_sent <= 1'b1;
    if (rvalid & rready) begin
      ar_sent <= 1'b0;
      second  <= 1'b1;
      if (high) s_axil_rdata[63:32] <= rdata;
      else s_axil_rdata[31:0] <= rdata;
      if (rresp != 2'b00) s_axil_rresp <= RESP_SLVERR;
      if (high) s_axil_rvalid <= 1'b1;
    end
    if (s_axil_rvalid & s_axil_rready) begin
      s_axil_rvalid <= 1'b0;
      ar_kept <= 1'b0;
    end
    if (rst) {ar_kept, ar_sent, s_axil_rvalid} <= 3'd0;
  end

  wire unused = &{1'b0, awaddr[2]};

  stencil_card #(
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
  ) u_card (
      .ap_clk               (clk),
      .ap_rst_n             (~rst),
      .s_axi_awid           (s_axi_awid),
      .s_axi_awaddr         (s_axi_awaddr),
      .s_axi_awlen          (s_axi_awlen),
      .s_axi_awsize         (s_axi_awsize),
      .s_axi_awburst        (s_axi_awburst),
      .s_axi_awvalid        (s_axi_awvalid),
      .s_axi_awready        (s_axi_awready),
      .s_axi_wdata          (s_axi_wdata),
      .s_axi_wstrb          (s_axi_wstrb),
      .s_axi_wlast          (s_axi_wlast),
      .s_axi_wvalid         (s_axi_wvalid),
      .s_axi_wready         (s_axi_wready),
      .s_axi_bid            (s_axi_bid),
      .s_axi_bresp          (s_axi_bresp),
      .s_axi_bvalid         (s_axi_bvalid),
      .s_axi_bready         (s_axi_bready),
      .s_axi_arid           (s_axi_arid),
      .s_axi_araddr         (s_axi_araddr),
      .s_axi_arlen          (s_axi_arlen),
      .s_axi_arsize         (s_axi_arsize),
      .s_axi_arburst        (s_axi_arburst),
      .s_axi_arvalid        (s_axi_arvalid),
      .s_axi_arready        (s_axi_arready),
      .s_axi_rid            (s_axi_rid),
      .s_axi_rdata          (s_axi_rdata),
      .s_axi_rresp          (s_axi_rresp),
      .s_axi_rlast          (s_axi_rlast),
      .s_axi_rvalid         (s_axi_rvalid),
      .s_axi_rready         (s_axi_rready),
      .s_axi_control_awaddr ({awaddr[11:3], upper, awaddr[1:0]}),
      .s_axi_control_awvalid(awvalid),
      .s_axi_control_awready(awready),
      .s_axi_control_wdata  (upper ? wdata[63:32] : wdata[31:0]),
      .s_axi_control_wstrb  (upper ? wstrb[7:4] : wstrb[3:0]),
      .s_axi_control_wvalid (wvalid),
      .s_axi_control_wready (wready),
      .s_axi_control_bresp  (bresp),
      .s_axi_control_bvalid (bvalid),
      .s_axi_control_bready (bready),
      .s_axi_control_araddr ({araddr[11:3], high, araddr[1:0]}),
      .s_axi_control_arvalid(arvalid),
      .s_axi_control_arready(arready),
      .s_axi_control_rdata  (rdata),
      .s_axi_control_rresp  (rresp),
      .s_axi_control_rvalid (rvalid),
      .s_axi_control_rready (rready),
      .irq                  (irq),
      .perf_cause           (perf_cause),
      .perf_fill            (perf_fill),
      .perf_finished        (perf_finished)
  );

endmodule

`default_nettype wire
