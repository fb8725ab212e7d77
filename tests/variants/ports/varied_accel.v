// varied_accel: stencil_accel with ports that are slow or wrong, or registers with other values, on request.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    a device whose ports behave as the plusarg +variant=NAME chooses; without it they are
//             the ports of stencil_accel.
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

  // The variant chosen by +variant=NAME.
  reg [511:0] name;
  initial if (!$value$plusargs("variant=%s", name)) name = 512'd0;
  variant_names u_names ();

  wire never_ready = name == "never-ready";
  wire always_refused = name == "always-refused";
  wire everything = name == "everything-20-times";
  // Every output of the buses, and the cause, change at random in every cycle.
  wire nonsense = name == "nonsense";
  reg [63:0] noise;
  wire [63:0] noise_a = noise ^ (noise << 13);
  wire [63:0] noise_b = noise_a ^ (noise_a >> 7);
  initial noise = 64'h9e37_79b9_7f4a_7c15;
  always @(posedge clk) noise <= noise_b ^ (noise_b << 17);
  // The next beat on W, or on R, is the first one of a burst; the next one on W is the last one of 16.
  reg w_first, r_first;
  reg [3:0] w_beats;
  always @(posedge clk) begin
    if (rst) w_first <= 1'b1;
    else if (s_axi_wvalid & s_axi_wready) w_first <= s_axi_wlast;
    if (rst) r_first <= 1'b1;
    else if (s_axi_rvalid & s_axi_rready) r_first <= s_axi_rlast;
    if (rst) w_beats <= 4'd0;
    else if (s_axi_wvalid & s_axi_wready) w_beats <= w_beats + 4'd1;
  end

  // Hangs: a channel, or the interrupt, stands still once this much has passed.
  reg [15:0] w_taken, r_taken, b_taken, registers_written, commands_ended;
  always @(posedge clk) begin
    w_taken           <= rst ? 16'd0 : w_taken + {15'd0, s_axi_wvalid & s_axi_wready};
    r_taken           <= rst ? 16'd0 : r_taken + {15'd0, s_axi_rvalid & s_axi_rready};
    b_taken           <= rst ? 16'd0 : b_taken + {15'd0, s_axi_bvalid & s_axi_bready};
    registers_written <= rst ? 16'd0 : registers_written + {15'd0, s_axil_bvalid & s_axil_bready};
    commands_ended    <= rst ? 16'd0 : commands_ended + {15'd0, perf_finished};
  end
  wire w_stuck = w_taken >= 16'd1500 & name == "wready-stuck";
  wire r_stuck = r_taken >= 16'd500 & name == "rvalid-stuck";
  wire b_stuck = b_taken >= 16'd9 & name == "bvalid-lost";
  wire register_stuck = registers_written >= 16'd12 & name == "register-unanswered";
  wire irq_stuck = commands_ended >= 16'd2 & name == "irq-lost";

  // The register of the last read.
  reg [11:0] told_addr;
  always @(posedge clk) if (s_axil_arvalid & s_axil_arready) told_addr <= s_axil_araddr;

  // Cycles that each transfer of a channel waits.
  wire pause_w = (w_first & name == "load-burst-gap") | ((&w_beats) & name == "load-bubble-16");
  wire pause_r = r_first & name == "store-burst-gap";
  wire [7:0] wait_w = everything ? 8'd19 : name == "paced-writes" | pause_w ? 8'd1 : 8'd0;
  wire [7:0] wait_b = everything ? 8'd19 : name == "late-responses" ? 8'd37 : name == "response-late" ? 8'd1 : 8'd0;
  wire [7:0] wait_r = everything ? 8'd19 : name == "late-reads" ? 8'd5 : pause_r ? 8'd1 : 8'd0;
  wire [7:0] wait_axil = everything ? 8'd19 : name == "late-registers" ? 8'd23 : 8'd0;
  wire [7:0] wait_axil_w = name == "register-late" ? 8'd1 : wait_axil;
  wire [7:0] wait_axil_r = told_addr == 12'h260 & name == "change-late" ? 8'd1
                         : name == "register-read-late" ? 8'd2 : wait_axil;

  wire wready, bvalid, rvalid, w_open, b_open, r_open;
  wire [1:0] bresp;
  wire wvalid = s_axi_wvalid & w_open & ~never_ready & ~w_stuck;
  assign s_axi_wready = nonsense ? noise[0] : wready & w_open & ~never_ready & ~w_stuck;
  assign s_axi_bvalid = nonsense ? noise[1] : (bvalid & b_open & ~b_stuck) | (rst & name == "bvalid-in-reset");
  assign s_axi_bresp  = always_refused ? 2'b10 : bresp;
  assign s_axi_rvalid = nonsense ? noise[2] : rvalid & r_open & ~dropped & ~r_stuck;
  // Breaches of the rules that hurt no bit: R falls back or changes while it waits, IDs of another burst.
  reg waited_r, dropped;
  always @(posedge clk) begin
    waited_r <= s_axi_rvalid & ~s_axi_rready;
    dropped  <= s_axi_rvalid & ~s_axi_rready & ~waited_r & name == "rvalid-drops";
  end
  // The next address only after the last beat of the burst before.
  reg reading;
  always @(posedge clk)
    reading <= ~rst & (reading ? ~(s_axi_rvalid & s_axi_rready & s_axi_rlast) : s_axi_arvalid & s_axi_arready);
  wire arready;
  wire closed_ar = reading & name == "one-address";
  assign s_axi_arready = nonsense ? noise[3] : arready & ~closed_ar;
  wire [AXI_DATA_W-1:0] rdata;
  wire [  AXI_ID_W-1:0] bid, rid;
  assign s_axi_rdata = nonsense ? {(AXI_DATA_W / 64) {noise}}
                     : rdata ^ {AXI_DATA_W{rvalid & ~s_axi_rready & name == "rdata-moves"}};
  assign s_axi_bid   = name == "bid-wrong" ? ~bid : bid;
  assign s_axi_rid   = name == "rid-wrong" ? ~rid : rid;
  channel_pace u_w (clk, rst, wait_w, s_axi_wvalid, wready, w_open);
  channel_pace u_b (clk, rst, wait_b, bvalid, s_axi_bready, b_open);
  channel_pace u_r (clk, rst, wait_r, rvalid, s_axi_rready, r_open);

  wire axil_awready, axil_wready, axil_bvalid, axil_arready, axil_rvalid;
  wire aw_open, wd_open, bl_open, ar_open, rl_open;
  assign s_axil_awready = nonsense ? noise[4] : axil_awready & aw_open;
  assign s_axil_wready  = nonsense ? noise[5] : axil_wready & wd_open;
  assign s_axil_bvalid  = nonsense ? noise[6] : axil_bvalid & bl_open & ~register_stuck;
  assign s_axil_arready = nonsense ? noise[7] : axil_arready & ar_open;
  assign s_axil_rvalid  = nonsense ? noise[8] : axil_rvalid & rl_open;
  channel_pace u_axil_aw (clk, rst, wait_axil_w, s_axil_awvalid, axil_awready, aw_open);
  channel_pace u_axil_w (clk, rst, wait_axil_w, s_axil_wvalid, axil_wready, wd_open);
  channel_pace u_axil_b (clk, rst, wait_axil, axil_bvalid, s_axil_bready, bl_open);
  channel_pace u_axil_ar (clk, rst, wait_axil, s_axil_arvalid, axil_arready, ar_open);
  channel_pace u_axil_r (clk, rst, wait_axil_r, axil_rvalid, s_axil_rready, rl_open);

  wire accel_irq;
  wire [2:0] accel_cause;
  assign perf_cause = nonsense ? noise[11:9] : name == "no-cause" & accel_cause == 3'd0 ? 3'd5 : accel_cause;
  assign irq = accel_irq & ~irq_stuck;

  // Registers with other values.
  wire [63:0] axil_rdata;
  reg  [63:0] told;
  assign s_axil_rdata = told;
  always @* begin
    told = nonsense ? noise : axil_rdata;
    if (told_addr == 12'h000 & name == "version-3") told[31:0] = 32'd3;
    if (told_addr == 12'h000 & name == "version-7") told[31:0] = 32'd7;
    if (told_addr == 12'h000 & name == "not-a-device") told = 64'hffff_ffff_ffff_ffff;
    if (told_addr == 12'h008 & name == "no-elements") told = 64'd0;
    if (told_addr == 12'h010 & name == "three-lanes") told = 64'd3;
    if (told_addr == 12'h038 & name == "no-kernel") told = 64'd32;
    if (told_addr == 12'h038 & name == "tiles-only") told = 64'd2;
    if (told_addr == 12'h038 & name == "jacobi-only") told = 64'd1;
    if (told_addr == 12'h058 & name == "short-queue") told = 64'd1;
    if (told_addr == 12'h078 & name == "settles-never") told = 64'd65537;
    if ((told_addr == 12'h080 | told_addr == 12'h088 | told_addr == 12'h090) & everything) told = axil_rdata * 64'd20;
    if ((told_addr == 12'h088 | told_addr == 12'h090) & (name == "row-bubble" | name == "drain-bubble" | name == "pass-gap"
        | name == "tile-pass-gap")) told = axil_rdata * 64'd2;
  end

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
      .s_axi_wvalid  (wvalid),
      .s_axi_wready  (wready),
      .s_axi_bid     (bid),
      .s_axi_bresp   (bresp),
      .s_axi_bvalid  (bvalid),
      .s_axi_bready  (s_axi_bready & b_open & ~b_stuck),
      .s_axi_arid    (s_axi_arid),
      .s_axi_araddr  (s_axi_araddr),
      .s_axi_arlen   (s_axi_arlen),
      .s_axi_arsize  (s_axi_arsize),
      .s_axi_arburst (s_axi_arburst),
      .s_axi_arvalid (s_axi_arvalid & ~closed_ar),
      .s_axi_arready (arready),
      .s_axi_rid     (rid),
      .s_axi_rdata   (rdata),
      .s_axi_rresp   (s_axi_rresp),
      .s_axi_rlast   (s_axi_rlast),
      .s_axi_rvalid  (rvalid),
      .s_axi_rready  (s_axi_rready & r_open & ~dropped & ~r_stuck),
      .s_axil_awaddr (s_axil_awaddr),
      .s_axil_awvalid(s_axil_awvalid & aw_open),
      .s_axil_awready(axil_awready),
      .s_axil_wdata  (s_axil_wdata),
      .s_axil_wstrb  (s_axil_wstrb),
      .s_axil_wvalid (s_axil_wvalid & wd_open),
      .s_axil_wready (axil_wready),
      .s_axil_bresp  (s_axil_bresp),
      .s_axil_bvalid (axil_bvalid),
      .s_axil_bready (s_axil_bready & bl_open & ~register_stuck),
      .s_axil_araddr (s_axil_araddr),
      .s_axil_arvalid(s_axil_arvalid & ar_open),
      .s_axil_arready(axil_arready),
      .s_axil_rdata  (axil_rdata),
      .s_axil_rresp  (s_axil_rresp),
      .s_axil_rvalid (axil_rvalid),
      .s_axil_rready (s_axil_rready & rl_open),
      .irq           (accel_irq),
      .perf_cause    (accel_cause),
      .perf_fill     (perf_fill),
      .perf_finished (perf_finished)
  );

endmodule

`default_nettype wire
