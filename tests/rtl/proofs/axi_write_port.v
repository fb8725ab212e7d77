// axi_write_port_proof: what an axi_write_port writes and answers, beat by beat, against the contract's data port.
// SPDX-License-Identifier: Apache-2.0
//
// Any bursts up to MOST_LEN + 1 beats, any strobes and WLAST, any buffers held. Both queues are passed through
// (stand_ins/fifo_through.v); axi_write_port_flow has them as they are.
`default_nettype none

module axi_write_port_proof #(
    parameter ADDR_W       = 9,
    parameter F_BUFFERS    = 3,
    parameter MEMORY_WORDS = 5,
    parameter MOST_LEN     = 7
) (
    input  wire              clk,
    input  wire              rst,
    input  wire [       7:0] i_held,
    input  wire              i_no_hold,
    input  wire              i_id,
    input  wire [ADDR_W-1:0] i_addr,
    input  wire [       7:0] i_len,
    input  wire [       2:0] i_size,
    input  wire [       1:0] i_burst,
    input  wire              i_awvalid,
    input  wire [     127:0] i_wdata,
    input  wire [      15:0] i_wstrb,
    input  wire              i_wlast,
    input  wire              i_wvalid,
    input  wire              i_bready,
    output wire              given_reset,
    output wire              given_length,
    output wire              wrong_ready,
    output wire              wrong_words,
    output wire              wrong_place,
    output wire              wrong_answer,
    output wire              wrong_error,
    output wire              seen_held,
    output wire              seen_half_past_end,
    output wire              seen_written,
    output wire              seen_fault_earlier,
    output wire              seen_refused
);

  localparam WORD_ADDR_W = $clog2(MEMORY_WORDS + 1);
  localparam OFFSET_W = ADDR_W - 3;
  localparam [31:0] WORDS_32 = MEMORY_WORDS, F_32 = F_BUFFERS, LEN_32 = MOST_LEN;
  localparam [ADDR_W-1:0] ONE = 1;

  wire awready, wready, bvalid, bid, error, held_error, busy;
  wire [1:0] bresp, offered, granted;
  wire [1:0] write = offered & {2{&granted}};
  wire [2:0] buffer;
  wire [WORD_ADDR_W-1:0] write_addr;
  wire [127:0] write_data;
  axi_write_port #(
      .DATA_W      (128),
      .ADDR_W      (ADDR_W),
      .ID_W        (1),
      .F_BUFFERS   (F_BUFFERS),
      .MEMORY_WORDS(MEMORY_WORDS)
  ) u_port (
      .clk          (clk),
      .rst          (rst),
      .i_held       (i_held),
      .i_no_hold    (i_no_hold),
      .o_touched    (),
      .o_busy       (busy),
      .o_outstanding(),
      .o_error      (error),
      .o_held_error (held_error),
      .s_axi_awid   (i_id),
      .s_axi_awaddr (i_addr),
      .s_axi_awlen  (i_len),
      .s_axi_awsize (i_size),
      .s_axi_awburst(i_burst),
      .s_axi_awvalid(i_awvalid),
      .s_axi_awready(awready),
      .s_axi_wdata  (i_wdata),
      .s_axi_wstrb  (i_wstrb),
      .s_axi_wlast  (i_wlast),
      .s_axi_wvalid (i_wvalid),
      .s_axi_wready (wready),
      .s_axi_bid    (bid),
      .s_axi_bresp  (bresp),
      .s_axi_bvalid (bvalid),
      .s_axi_bready (i_bready),
      .o_buffer     (buffer),
      .o_write      (offered),
      .o_granted    (granted),
      .o_write_addr (write_addr),
      .o_write_data (write_data)
  );

  reg started = 1'b0;
  always @(posedge clk) started <= 1'b1;
  assign given_reset  = started | rst;
  assign given_length = i_len <= LEN_32[7:0];

  // The burst being served, its present beat, and what went wrong in it before.
  reg on, id, begun, early, left_region, bad;
  reg [ADDR_W-1:0] first, now;
  reg [7:0] len, beat;
  reg [2:0] size;
  reg [1:0] burst;
  wire step = i_wvalid & wready;
  wire last = beat == len;
  wire ends = step & last;
  wire [2:0] region = first[ADDR_W-1-:3];
  wire gone = left_region | now[ADDR_W-1-:3] != region;
  wire good = (size == 3'd3 | size == 3'd4) & (burst == 2'b01 | (burst == 2'b00 & len == 8'd0));
  wire exists = region[2] ? region[1:0] < 2'd2 : {30'd0, region[1:0]} < F_32;
  wire [31:0] word = {{(35 - OFFSET_W) {1'b0}}, now[OFFSET_W-1:4], 1'b0};  // of lane 0
  wire [1:0] whole = {&i_wstrb[15:8], &i_wstrb[7:0]};
  wire [1:0] some = {|i_wstrb[15:8], |i_wstrb[7:0]};
  wire [1:0] stored = {word + 32'd1 < WORDS_32, word < WORDS_32} & {2{exists & ~gone}};
  wire bad_beat = ~good | some != whole | (some & ~stored) != 2'b00 | i_wlast != last;
  wire too_early = begun ? early : i_held[region];
  always @(posedge clk) begin
    if (rst) begin
      on    <= 1'b0;
      begun <= 1'b0;
    end else if (~on | ends) begin
      on    <= i_awvalid & awready;
      begun <= 1'b0;
    end else if (step) begun <= 1'b1;
    if (~on | ends) begin
      id          <= i_id;
      first       <= i_addr;
      now         <= i_addr;
      len         <= i_len;
      size        <= i_size;
      burst       <= i_burst;
      beat        <= 8'd0;
      left_region <= 1'b0;
      bad         <= 1'b0;
    end else if (step) begin
      beat        <= beat + 8'd1;
      now         <= ((now >> size) << size) + (ONE << size);
      left_region <= gone;
      bad         <= bad | bad_beat;
      if (~begun) early <= i_held[region];
    end
  end
  wire may = on & (begun | ~i_held[region] | i_no_hold);
  wire [1:0] expected = (step & ~bad_beat & ~too_early) ? whole : 2'b00;
  wire failed = bad | bad_beat;

  assign wrong_ready = started & (awready != (~on | ends) | wready != (may & i_bready) | busy != may);
  assign wrong_words = started & write != expected;
  assign wrong_place = started & write != 2'b00
                     & ({{(32 - WORD_ADDR_W) {1'b0}}, write_addr} != word | buffer != region | write_data != i_wdata);
  assign wrong_answer = started & (bvalid != ends | (ends & (bid != id | bresp != {failed | too_early, 1'b0})));
  assign wrong_error = started & (error != (ends & failed & ~too_early) | held_error != (ends & too_early));

  assign seen_held = started & on & i_wvalid & i_bready & ~wready;
  assign seen_half_past_end = started & step & good & ~bad_beat & stored == 2'b01 & some == 2'b01;
  assign seen_written = started & ends & beat == 8'd2 & ~failed & whole == 2'b11 & ~too_early & region == 3'd5;
  assign seen_fault_earlier = started & ends & bad & ~bad_beat & ~too_early;
  assign seen_refused = started & ends & begun & early & ~i_held[region] & ~failed;

endmodule

`default_nettype wire
