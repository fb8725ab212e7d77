// pass_sequencer_proof: holds a pass_sequencer against the passes, rows and beats that the contract gives to a command.
// SPDX-License-Identifier: Apache-2.0
//
// Any job of small numbers, held from the first cycle; commands follow one another at once or later; the next pass may
// begin at any time. Skewed blocks keep the rules that command_checker holds: their slots fit, and they have more rows
// than sweeps.
`default_nettype none

module pass_sequencer_proof #(
    parameter LANES      = 2,
    parameter ADDR_W     = 6,
    parameter LINE_BEATS = 4
) (
    input  wire       clk,
    input  wire       rst,
    input  wire [1:0] i_cols,
    input  wire [1:0] i_passes,
    input  wire [1:0] i_shallow,
    input  wire       i_deep_job,    // shallow passes make 2 sweeps, not 1
    input  wire       i_begin,
    input  wire       i_head,
    input  wire       i_follow,
    input  wire [2:0] i_rows,
    input  wire       i_above,
    input  wire       i_below,
    input  wire       i_next_pass,
    input  wire       i_in_flight,   // a command before drains
    output wire       given_reset,
    output wire       given_job,
    output wire       given_command,
    output wire       wrong_issue,
    output wire       wrong_address,
    output wire       wrong_edges,
    output wire       wrong_depth,
    output wire       wrong_passes,
    output wire       wrong_slot,
    output wire       wrong_marks,
    output wire       seen_stall,
    output wire       seen_flush,
    output wire       seen_third_pass,
    output wire       seen_deep_pass,
    output wire       seen_skewed_slot,
    output wire       seen_followed,
    output wire       seen_second_head
);

  localparam [31:0] LANES_32 = LANES, LINE_32 = LINE_BEATS;

  // The job: the values of the first cycle.
  reg started = 1'b0;
  reg [7:0] job;
  wire [7:0] present_job = {1'b0, i_cols, i_passes, i_shallow, i_deep_job};
  wire [2:0] cols = {1'b0, job[6:5]};
  wire [1:0] passes = job[4:3];
  wire [1:0] shallow = job[2:1];
  wire [1:0] base_depth = job[0] ? 2'd2 : 2'd1;
  wire [31:0] all_beats = ({29'd0, cols} + LANES_32 - 32'd1) / LANES_32;
  wire [2:0] beats = all_beats[2:0];
  always @(posedge clk) begin
    started <= 1'b1;
    if (~started) job <= present_job;
  end
  assign given_reset = started | rst;
  assign given_job   = started | (i_cols != 2'd0 & i_passes != 2'd0 & i_shallow != 2'd0 & i_shallow <= i_passes);

  // The command that issues.
  reg active, waiting, above, below, head, any, classic_before;
  reg [2:0] rows;
  reg [1:0] pass;
  reg [3:0] row, sweeps;  // sweeps of the passes before
  reg [2:0] beat;
  wire last_block = above & ~below;
  wire first_block = below & ~above;
  wire [1:0] depth = base_depth + {1'b0, pass >= shallow};
  wire [3:0] real_rows = {1'b0, rows} + (last_block ? sweeps : first_block ? 4'd0 - sweeps : 4'd0);
  wire [3:0] end_row = real_rows + (last_block ? {2'd0, depth} : 4'd0);
  wire row_ends = active & beat == beats - 3'd1;
  wire pass_ends = row_ends & row == end_row - 4'd1;
  wire ends = pass_ends & pass == passes - 2'd1;
  wire start = i_begin & (ends | ~(active | waiting));
  wire goes_on = ((pass_ends & ~ends) | waiting) & i_next_pass;
  wire busy = active | waiting | i_in_flight;
  // An upper bound of all sweeps of a command, which its rows exceed; slots of all passes fit the line buffer.
  wire [4:0] most_sweeps = {3'd0, passes} * ({3'd0, base_depth} + 5'd1);
  wire [4:0] all_slots = {3'd0, passes} * {2'd0, beats};
  wire starts_skewed = i_above | i_below;
  assign given_command = ~(started & start)
                       | (i_rows != 3'd0 & (~i_follow | (any & classic_before & ~starts_skewed))
                          & (~starts_skewed | ({2'd0, i_rows} > most_sweeps & all_slots <= LINE_32[4:0])));

  wire begins, last, issued, stall, issue, present;
  wire [2:0] mark;
  wire [1:0] slot, out_depth;
  wire [ADDR_W-1:0] addr;
  wire [3:0] edges;
  pass_sequencer #(
      .LANES     (LANES),
      .ADDR_W    (ADDR_W),
      .COLS_W    (2),
      .LINE_BEATS(LINE_BEATS),
      .NITER_W   (2),
      .DEPTH_W   (2)
  ) u_sequencer (
      .clk        (clk),
      .rst        (rst),
      .i_busy     (busy),
      .i_cols     (cols[1:0]),
      .i_row_beats(beats),
      .i_passes   (passes),
      .i_shallow  (shallow),
      .i_depth    (base_depth),
      .i_start    (start),
      .i_head     (i_head),
      .i_follow   (i_follow),
      .i_rows     ({{(ADDR_W - 3) {1'b0}}, i_rows}),
      .i_above    (above),
      .i_below    (below),
      .i_next_pass(i_next_pass),
      .o_begin    (begins),
      .o_last     (last),
      .o_issued   (issued),
      .o_stall    (stall),
      .o_issue    (issue),
      .o_mark     (mark),
      .o_slot     (slot),
      .o_present  (present),
      .o_addr     (addr),
      .o_edge     (edges),
      .o_depth    (out_depth)
  );

  reg [2:0] turn;  // the slot of a classic command
  wire classic_issue = busy & ~above & ~below;
  always @(posedge clk) begin
    if (rst) begin
      active         <= 1'b0;
      waiting        <= 1'b0;
      above          <= 1'b0;
      below          <= 1'b0;
      any            <= 1'b0;
      classic_before <= 1'b0;
    end else if (start) begin
      active         <= 1'b1;
      waiting        <= 1'b0;
      above          <= i_above;
      below          <= i_below;
      any            <= 1'b1;
      classic_before <= ~starts_skewed;
    end else if (pass_ends | waiting) begin
      active  <= goes_on;
      waiting <= ~ends & ~goes_on;
    end
    if (start) begin
      head   <= i_head;
      rows   <= i_rows;
      pass   <= 2'd0;
      sweeps <= 4'd0;
      row    <= 4'd0;
      beat   <= 3'd0;
    end else if (pass_ends) begin
      head   <= first_block;
      pass   <= pass + 2'd1;
      sweeps <= sweeps + {2'd0, depth};
      row    <= 4'd0;
      beat   <= 3'd0;
    end else if (row_ends) begin
      row  <= row + 4'd1;
      beat <= 3'd0;
    end else if (active) beat <= beat + 3'd1;
    if (start & ~i_follow) turn <= 3'd0;
    else if (classic_issue) turn <= (turn == beats - 3'd1) ? 3'd0 : turn + 3'd1;
  end

  wire real_row = row < real_rows;
  wire [ADDR_W-1:0] place = {{(ADDR_W - 4) {1'b0}}, row} * {{(ADDR_W - 3) {1'b0}}, cols}
                          + {{(ADDR_W - 3) {1'b0}}, beat} * LANES_32[ADDR_W-1:0];
  wire [3:0] its_edges = {row == 4'd0 & ~above, row == real_rows - 4'd1 & ~below, beat == 3'd0, beat == beats - 3'd1};
  wire [2:0] context_slot = {1'b0, pass} * beats + beat;
  wire here = started & active;
  assign wrong_issue = started & (issue != (active | classic_issue) | present != (active & real_row));
  assign wrong_address = here & real_row & addr != place;
  assign wrong_edges = here & real_row & edges != its_edges;
  assign wrong_depth = here & out_depth != depth;
  assign wrong_passes = started & (begins != (start | goes_on) | last != ends | stall != waiting
                                   | (any & issued != ~(active | waiting)));
  assign wrong_slot = here & {1'b0, slot} != ((above | below) ? context_slot : turn);
  assign wrong_marks = here & mark != {head & row == 4'd0, above & row == 4'd0 & beat == 3'd0, below & pass_ends};

  assign seen_stall = started & waiting & ~i_next_pass & above;
  assign seen_flush = here & last_block & ~real_row & pass == 2'd1;
  assign seen_third_pass = here & pass == 2'd2 & row == 4'd1 & cols == 3'd3 & beat == 3'd1;
  assign seen_deep_pass = here & pass == 2'd1 & depth == 2'd3 & row == 4'd0;
  assign seen_skewed_slot = here & (above | below) & context_slot == 3'd3;
  assign seen_followed = started & start & i_follow & ends & turn == 3'd0 & beats == 3'd2;
  assign seen_second_head = here & head & pass == 2'd1 & row == 4'd0;

endmodule

`default_nettype wire
