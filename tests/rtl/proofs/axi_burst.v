// axi_burst_proof: holds axi_burst against the addresses that AXI4 gives to the beats of a burst.
// SPDX-License-Identifier: Apache-2.0
//
// Any bursts, legal or not, up to the length that MOST_LEN allows, in a space in which long ones come round to their
// region again. The queue of addresses is passed through (stand_ins/fifo_through.v).
`default_nettype none

module axi_burst_proof #(
    parameter ADDR_W     = 7,
    parameter BEAT_BYTES = 16,
    parameter MOST_LEN   = 15
) (
    input  wire              clk,
    input  wire              rst,
    input  wire              i_id,
    input  wire [ADDR_W-1:0] i_addr,
    input  wire [       7:0] i_len,
    input  wire [       2:0] i_size,
    input  wire [       1:0] i_burst,
    input  wire              i_valid,
    input  wire              i_wants,
    output wire              given_reset,
    output wire              given_length,
    output wire              wrong_active,
    output wire              wrong_identity,
    output wire              wrong_last,
    output wire              wrong_address,
    output wire              wrong_strayed,
    output wire              wrong_refused,
    output wire              seen_follows,
    output wire              seen_unaligned,
    output wire              seen_came_round,
    output wire              seen_single_fixed
);

  localparam BEAT_SHIFT = $clog2(BEAT_BYTES);
  localparam [31:0] FULL_SIZE = BEAT_SHIFT;
  localparam [7:0] LONGEST = MOST_LEN;
  localparam [ADDR_W-1:0] ONE = 1;

  wire ready, active, id, last, refused, strayed;
  wire [ADDR_W-1:0] addr;
  wire [2:0] region;
  wire step = i_wants & active;
  axi_burst #(
      .ADDR_W    (ADDR_W),
      .REGION_W  (3),
      .ID_W      (1),
      .BEAT_BYTES(BEAT_BYTES)
  ) u_burst (
      .clk      (clk),
      .rst      (rst),
      .i_id     (i_id),
      .i_addr   (i_addr),
      .i_len    (i_len),
      .i_size   (i_size),
      .i_burst  (i_burst),
      .i_valid  (i_valid),
      .o_ready  (ready),
      .o_active (active),
      .o_id     (id),
      .o_addr   (addr),
      .o_region (region),
      .o_last   (last),
      .o_refused(refused),
      .o_strayed(strayed),
      .i_step   (step)
  );

  reg started = 1'b0;
  always @(posedge clk) started <= 1'b1;
  assign given_reset  = started | rst;
  assign given_length = i_len <= LONGEST;

  // The reference: the burst as it was accepted, the number of its beat and that beat's address. All beats after the
  // first are aligned to their size.
  reg on, its_id, left_region, later;
  reg [ADDR_W-1:0] first, now;
  reg [7:0] len, beat;
  reg [2:0] size;
  reg [1:0] burst;
  wire ends = step & beat == len;
  wire gone = left_region | now[ADDR_W-1-:3] != first[ADDR_W-1-:3];
  always @(posedge clk)
    if (rst) begin
      on    <= 1'b0;
      later <= 1'b0;
    end else if (~on | ends) begin
      on          <= i_valid & ready;
      later       <= ends;
      its_id      <= i_id;
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
    end

  wire here = started & on;
  wire fixed = burst == 2'b00;
  wire good = size >= 3'd3 & {29'd0, size} <= FULL_SIZE & (burst == 2'b01 | (fixed & len == 8'd0));
  assign wrong_active = started & (active != on | ready != (~on | ends));
  assign wrong_identity = here & (id != its_id | region != first[ADDR_W-1-:3]);
  assign wrong_last = here & last != (beat == len);
  assign wrong_address = here & good & addr != {now[ADDR_W-1:BEAT_SHIFT], {BEAT_SHIFT{1'b0}}};
  assign wrong_strayed = here & good & strayed != gone;
  assign wrong_refused = here & refused == good;

  assign seen_follows = here & later & its_id;
  assign seen_unaligned = here & good & first[3:2] == 2'b01 & size == 3'd3 & beat == 8'd1 & ~gone;
  assign seen_came_round = here & good & left_region & now[ADDR_W-1-:3] == first[ADDR_W-1-:3];
  assign seen_single_fixed = here & good & fixed;

endmodule

`default_nettype wire
