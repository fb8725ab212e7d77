// axi_read_port_proof: what an axi_read_port reads and answers, beat by beat, against the contract's data port.
// SPDX-License-Identifier: Apache-2.0
//
// Any bursts up to MOST_LEN + 1 beats, any buffers held, any data. Both queues are passed through, so the master takes
// every beat at once (stand_ins/fifo_through.v); axi_read_port_flow has them as they are.
`default_nettype none

module axi_read_port_proof #(
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
    input  wire              i_arvalid,
    input  wire [     127:0] i_read_data,
    output wire              given_reset,
    output wire              given_length,
    output wire              wrong_read,
    output wire              wrong_error,
    output wire              wrong_answer,
    output wire              wrong_data,
    output wire              seen_read,
    output wire              seen_refused,
    output wire              seen_strayed,
    output wire              seen_half_past_end
);

  localparam WORD_ADDR_W = $clog2(MEMORY_WORDS + 1);
  localparam OFFSET_W = ADDR_W - 3;
  localparam [31:0] WORDS_32 = MEMORY_WORDS, F_32 = F_BUFFERS, LEN_32 = MOST_LEN;
  localparam [ADDR_W-1:0] ONE = 1;

  wire arready, rvalid, rid, rlast, error, held_error, read;
  wire [1:0] rresp;
  wire [2:0] buffer;
  wire [WORD_ADDR_W-1:0] read_addr;
  wire [127:0] rdata;
  axi_read_port #(
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
      .o_busy       (),
      .o_outstanding(),
      .o_error      (error),
      .o_held_error (held_error),
      .s_axi_arid   (i_id),
      .s_axi_araddr (i_addr),
      .s_axi_arlen  (i_len),
      .s_axi_arsize (i_size),
      .s_axi_arburst(i_burst),
      .s_axi_arvalid(i_arvalid),
      .s_axi_arready(arready),
      .s_axi_rid    (rid),
      .s_axi_rdata  (rdata),
      .s_axi_rresp  (rresp),
      .s_axi_rlast  (rlast),
      .s_axi_rvalid (rvalid),
      .s_axi_rready (1'b1),
      .o_buffer     (buffer),
      .o_read       (read),
      .o_read_addr  (read_addr),
      .i_read_data  (i_read_data)
  );

  reg started = 1'b0;
  always @(posedge clk) started <= 1'b1;
  assign given_reset  = started | rst;
  assign given_length = i_len <= LEN_32[7:0];

  // The burst being served and its present beat. A beat is done in every cycle in which the burst may go on.
  reg on, id, begun, early, left_region;
  reg [ADDR_W-1:0] first, now;
  reg [7:0] len, beat;
  reg [2:0] size;
  reg [1:0] burst;
  wire [2:0] region = first[ADDR_W-1-:3];
  wire step = on & (begun | ~i_held[region] | i_no_hold);
  wire last = beat == len;
  wire ends = step & last;
  wire gone = left_region | now[ADDR_W-1-:3] != region;
  wire good = (size == 3'd3 | size == 3'd4) & (burst == 2'b01 | (burst == 2'b00 & len == 8'd0));
  wire exists = region[2] ? region[1:0] < 2'd2 : {30'd0, region[1:0]} < F_32;
  wire [31:0] word = {{(35 - OFFSET_W) {1'b0}}, now[OFFSET_W-1:4], 1'b0};  // of lane 0
  wire too_early = begun ? early : i_held[region];
  wire [1:0] stored = {word + 32'd1 < WORDS_32, word < WORDS_32} & {2{exists & ~gone & good & ~too_early}};
  always @(posedge clk) begin
    if (rst) begin
      on    <= 1'b0;
      begun <= 1'b0;
    end else if (~on | ends) begin
      on    <= i_arvalid & arready;
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
    end else if (step) begin
      beat        <= beat + 8'd1;
      now         <= ((now >> size) << size) + (ONE << size);
      left_region <= gone;
      if (~begun) early <= i_held[region];
    end
  end

  // What the next cycle answers.
  reg due, due_id, due_last;
  reg [1:0] lanes;
  always @(posedge clk) begin
    due      <= step & ~rst;
    due_id   <= id;
    due_last <= last;
    lanes    <= stored;
  end
  wire [127:0] expected = {lanes[1] ? i_read_data[127:64] : 64'd0, lanes[0] ? i_read_data[63:0] : 64'd0};

  assign wrong_read = started & (read != (step & stored[0])
                    | (read & ({{(32 - WORD_ADDR_W) {1'b0}}, read_addr} != word | buffer != region)));
  assign wrong_error = started & (error != (step & ~stored[0] & ~too_early) | held_error != (step & too_early));
  wire differs = {rid, rlast, rresp} != {due_id, due_last, ~lanes[0], 1'b0};
  assign wrong_answer = started & (rvalid != due | (due & differs));
  assign wrong_data = started & rvalid & rdata != expected;

  assign seen_read = started & ends & beat == 8'd2 & stored == 2'b11 & region == 3'd5;
  assign seen_refused = started & ends & begun & early & ~i_held[region] & good & exists;
  assign seen_strayed = started & ends & good & exists & left_region;
  assign seen_half_past_end = started & due & lanes == 2'b01 & i_read_data[127:64] != 64'd0;

endmodule

`default_nettype wire
