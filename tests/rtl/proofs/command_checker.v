// command_checker_proof: holds a command_checker against the contract's table of errors and their order.
// SPDX-License-Identifier: Apache-2.0
//
// Any jobs and commands of full width, for a small memory; a job is written only while there is no command, and a
// command comes in the cycle after it at the earliest, as in control.
`default_nettype none

module command_checker_proof #(
    parameter MEMORY_WORDS = 11,
    parameter MAX_COLS     = 5,
    parameter LANES        = 2,
    parameter LINE_BEATS   = 6,
    parameter F_BUFFERS    = 3
) (
    input  wire        clk,
    input  wire        rst,
    input  wire        i_valid,
    input  wire [41:0] i_command,
    input  wire        i_take,
    input  wire        i_write,
    input  wire [63:0] i_cols,
    input  wire [63:0] i_niter,
    input  wire        i_planned,
    input  wire [31:0] i_passes,
    input  wire        i_missing,
    input  wire        i_without_r,
    input  wire        i_tiles,
    input  wire        i_bad_tile,
    output wire        given_reset,
    output wire        given_job,
    output wire        wrong_legal,
    output wire        wrong_code,
    output wire        wrong_words,
    output wire        wrong_time,
    output wire        seen_chain,
    output wire        seen_lines,
    output wire        seen_legal_words,
    output wire        seen_late_plan
);

  localparam [31:0] WORDS_32 = MEMORY_WORDS, COLS_32 = MAX_COLS, BEATS_32 = LINE_BEATS, F_32 = F_BUFFERS;
  localparam [31:0] LANES_32 = LANES;
  localparam WORDS_W = $clog2(MEMORY_WORDS + 1);

  reg valid, planned, missing, without_r, tiles, bad_tile;
  reg [41:0] command;
  reg [63:0] cols, niter;
  reg [31:0] passes;
  wire legal, refuse;
  wire [3:0] error;
  wire [WORDS_W-1:0] words;
  wire take = i_take & legal;
  wire write = i_write & ~valid;
  command_checker #(
      .MEMORY_WORDS(MEMORY_WORDS),
      .MAX_COLS    (MAX_COLS),
      .LANES       (LANES),
      .LINE_BEATS  (LINE_BEATS),
      .F_BUFFERS   (F_BUFFERS),
      .R_OPTIONAL  (1)
  ) u_checker (
      .clk          (clk),
      .rst          (rst),
      .i_valid      (valid),
      .i_command    (command),
      .i_take       (take),
      .i_job_written(write),
      .i_cols       (cols),
      .i_niter      (niter),
      .i_plan_ready (planned),
      .i_passes     (passes),
      .i_missing    (missing),
      .i_without_r  (without_r),
      .i_tiles      (tiles),
      .i_bad_tile   (bad_tile),
      .o_legal      (legal),
      .o_refuse     (refuse),
      .o_error      (error),
      .o_words      (words)
  );

  reg started = 1'b0;
  always @(posedge clk) started <= 1'b1;
  assign given_reset = started | rst;
  assign given_job   = ~(write & i_valid);

  reg chain;
  reg [1:0] age;  // cycles in which the command has had its plan
  always @(posedge clk)
    if (rst) begin
      valid    <= 1'b0;
      chain    <= 1'b0;
      age      <= 2'd0;
      cols     <= 64'd0;
      niter    <= 64'd0;
      passes   <= 32'd0;
      planned  <= 1'b1;
      missing  <= 1'b0;
      without_r <= 1'b0;
      tiles    <= 1'b0;
      bad_tile <= 1'b0;
    end else begin
      if (~valid | take | refuse) begin
        valid    <= i_valid;
        command  <= i_command;
        bad_tile <= i_bad_tile;
        age      <= 2'd0;
      end else if (age != 2'd3) age <= age + {1'b0, planned};
      if (write) begin
        cols    <= i_cols;
        niter   <= i_niter;
        passes  <= i_passes;
        missing <= i_missing;
        without_r <= i_without_r;
        tiles   <= i_tiles;
        planned <= 1'b0;
      end else planned <= planned | i_planned;
      if (write | refuse) chain <= 1'b0;
      else if (take) chain <= command[41];
    end

  // The table of the contract.
  wire [31:0] rows = command[31:0];
  wire above = command[40];
  wire below = command[41];
  wire [32:0] after = {1'b0, rows} + ((above & ~below) ? {1'b0, niter[31:0]} : 33'd0);
  wire rows_ok = rows != 32'd0 & rows <= WORDS_32;
  wire cols_ok = cols != 64'd0 & cols <= {32'd0, COLS_32};
  wire niter_ok = niter != 64'd0 & niter[63:32] == 32'd0;
  wire [11:0] area = {7'd0, after[4:0]} * {8'd0, cols[3:0]};  // rows and columns in range
  wire fits = after <= {1'b0, WORDS_32} & {20'd0, area} <= WORDS_32;
  wire buffer_ok = {30'd0, command[33:32]} < F_32 & ({30'd0, command[37:36]} < 32'd2 | without_r);
  wire chain_ok = above ? chain : ~(below & rows <= niter[31:0]);
  wire [31:0] beats = ({28'd0, cols[3:0]} + LANES_32 - 32'd1) / LANES_32;
  wire lines_ok = ~(above | below) | (passes <= BEATS_32 & {28'd0, passes[3:0]} * beats <= BEATS_32);
  reg [3:0] expected;
  always @* begin
    expected = 4'd0;
    if (~tiles & ~lines_ok) expected = 4'd9;
    if (~tiles & ~chain_ok) expected = 4'd8;
    if (tiles & bad_tile) expected = 4'd10;
    if (missing) expected = 4'd11;
    if (~buffer_ok) expected = 4'd7;
    if (~fits) expected = 4'd3;
    if (~niter_ok) expected = 4'd4;
    if (~cols_ok) expected = 4'd2;
    if (~rows_ok) expected = 4'd1;
  end

  assign wrong_legal = started & legal & (~valid | expected != 4'd0);
  assign wrong_code = started & refuse & (~valid | expected == 4'd0 | error != expected);
  assign wrong_words = started & legal & ~above & {{(12 - WORDS_W) {1'b0}}, words} != area;
  assign wrong_time = started & (legal | refuse) != (valid & age >= 2'd2);

  assign seen_chain = started & legal & above & below;
  assign seen_lines = started & refuse & error == 4'd9 & passes > 32'h1_0000;
  assign seen_legal_words = started & legal & ~above & area == 12'd10;
  assign seen_late_plan = started & valid & ~planned & i_planned;

endmodule

`default_nettype wire
