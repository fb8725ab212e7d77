// axil_port_proof: holds an axil_port against the handshakes of AXI4-Lite and what the contract says of halves.
// SPDX-License-Identifier: Apache-2.0
//
// A master that keeps no rule: valid and payload may change in any cycle. Registers answer anything at any time.
`default_nettype none

module axil_port_proof #(
    parameter ADDR_W = 4
) (
    input  wire              clk,
    input  wire              rst,
    input  wire [ADDR_W-1:0] i_awaddr,
    input  wire              i_awvalid,
    input  wire [      63:0] i_wdata,
    input  wire [       7:0] i_wstrb,
    input  wire              i_wvalid,
    input  wire              i_bready,
    input  wire [ADDR_W-1:0] i_araddr,
    input  wire              i_arvalid,
    input  wire              i_rready,
    input  wire              i_write_ok,
    input  wire [      63:0] i_read_data,
    input  wire              i_read_ok,
    input  wire              i_read_ready,
    output wire              given_reset,
    output wire              wrong_room,
    output wire              wrong_write,
    output wire              wrong_written,
    output wire              wrong_write_answer,
    output wire              wrong_read,
    output wire              wrong_read_answer,
    output wire              wrong_halves,
    output wire              seen_all_kept,
    output wire              seen_address_first,
    output wire              seen_data_first,
    output wire              seen_part_of_half,
    output wire              seen_read_waits,
    output wire              seen_answers_follow,
    output wire              seen_latched_half
);

  wire awready, wready, bvalid, arready, rvalid, write, read;
  wire [1:0] bresp, rresp, halves;
  wire [63:0] rdata, write_data;
  wire [ADDR_W-1:0] write_addr, read_addr;
  axil_port #(
      .ADDR_W(ADDR_W)
  ) u_port (
      .clk           (clk),
      .rst           (rst),
      .s_axil_awaddr (i_awaddr),
      .s_axil_awvalid(i_awvalid),
      .s_axil_awready(awready),
      .s_axil_wdata  (i_wdata),
      .s_axil_wstrb  (i_wstrb),
      .s_axil_wvalid (i_wvalid),
      .s_axil_wready (wready),
      .s_axil_bresp  (bresp),
      .s_axil_bvalid (bvalid),
      .s_axil_bready (i_bready),
      .s_axil_araddr (i_araddr),
      .s_axil_arvalid(i_arvalid),
      .s_axil_arready(arready),
      .s_axil_rdata  (rdata),
      .s_axil_rresp  (rresp),
      .s_axil_rvalid (rvalid),
      .s_axil_rready (i_rready),
      .o_write       (write),
      .o_write_addr  (write_addr),
      .o_write_halves(halves),
      .o_write_data  (write_data),
      .i_write_ok    (i_write_ok),
      .o_read        (read),
      .o_read_addr   (read_addr),
      .i_read_data   (i_read_data),
      .i_read_ok     (i_read_ok),
      .i_read_ready  (i_read_ready)
  );

  reg started = 1'b0;
  always @(posedge clk) started <= 1'b1;
  assign given_reset = started | rst;

  // Accepted and not served yet, in each channel.
  reg aw_waits, w_waits, ar_waits;
  reg [ADDR_W-1:0] awaddr, araddr;
  reg [71:0] w;
  wire [ADDR_W-1:0] present_aw = aw_waits ? awaddr : i_awaddr;
  wire [ADDR_W-1:0] present_ar = ar_waits ? araddr : i_araddr;
  wire [71:0] present_w = w_waits ? w : {i_wstrb, i_wdata};
  wire have_aw = aw_waits | (i_awvalid & awready);
  wire have_w = w_waits | (i_wvalid & wready);
  wire have_ar = ar_waits | (i_arvalid & arready);
  wire serves = have_aw & have_w & (~bvalid | i_bready);
  wire reads = have_ar & i_read_ready & (~rvalid | i_rready);
  wire [7:0] strobes = present_w[71:64];
  wire upper = strobes[7:4] == 4'hf;
  wire lower = strobes[3:0] == 4'hf;
  wire whole = (upper | strobes[7:4] == 4'h0) & (lower | strobes[3:0] == 4'h0);

  // Answers that are due, and the upper half that the next read may show.
  reg b_due, r_due, half_kept;
  reg [1:0] due_bresp, due_rresp;
  reg [63:0] due_rdata;
  reg [31:0] half;
  reg [ADDR_W-4:0] half_of;
  wire shows = half_kept & present_ar[2] & present_ar[ADDR_W-1:3] == half_of;
  always @(posedge clk) begin
    awaddr <= present_aw;
    araddr <= present_ar;
    w      <= present_w;
    if (serves) due_bresp <= (whole & i_write_ok) ? 2'b00 : 2'b10;
    if (reads) begin
      due_rresp <= i_read_ok ? 2'b00 : 2'b10;
      due_rdata <= {shows ? half : i_read_data[63:32], i_read_data[31:0]};
      half      <= i_read_data[63:32];
      half_of   <= present_ar[ADDR_W-1:3];
    end
    if (rst) {aw_waits, w_waits, ar_waits, b_due, r_due, half_kept} <= 6'd0;
    else begin
      aw_waits <= have_aw & ~serves;
      w_waits  <= have_w & ~serves;
      ar_waits <= have_ar & ~reads;
      b_due    <= serves | (b_due & ~i_bready);
      r_due    <= reads | (r_due & ~i_rready);
      if (reads) half_kept <= ~present_ar[2];
    end
  end

  assign wrong_room = started & {awready, wready, arready} != ~{aw_waits, w_waits, ar_waits};
  assign wrong_write = started & (write != (serves & whole & ~rst) | (write & halves != {upper, lower}));
  assign wrong_written = started & write
                       & (write_addr != {present_aw[ADDR_W-1:3], 3'd0} | write_data != present_w[63:0]);
  assign wrong_write_answer = started & (bvalid != b_due | (bvalid & bresp != due_bresp));
  assign wrong_read = started & (read != have_ar | (read & read_addr != {present_ar[ADDR_W-1:3], 3'd0}));
  wire [33:0] due_answer = {due_rresp, due_rdata[31:0]};
  assign wrong_read_answer = started & (rvalid != r_due | (rvalid & {rresp, rdata[31:0]} != due_answer));
  assign wrong_halves = started & rvalid & rdata[63:32] != due_rdata[63:32];

  assign seen_all_kept = started & aw_waits & w_waits & ar_waits;
  assign seen_address_first = started & aw_waits & ~w_waits & write;
  assign seen_data_first = started & w_waits & ~aw_waits & write & i_wvalid;
  assign seen_part_of_half = started & serves & ~whole & b_due;
  assign seen_read_waits = started & ar_waits & reads & i_arvalid & i_araddr != araddr;
  assign seen_answers_follow = started & r_due & reads & i_rready;
  assign seen_latched_half = started & reads & shows & half != i_read_data[63:32];

endmodule

`default_nettype wire
