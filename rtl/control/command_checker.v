// command_checker: decides whether the command at the head of the queue is legal.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    drops an illegal command with an error code before it reaches the engine. Tracks the chain of skewed
//             blocks: it is open from a command with `below` until one without it, a refused one, or a change of the
//             job.
// Parameters: MEMORY_WORDS per buffer, MAX_COLS per row, LANES, LINE_BEATS per line buffer, F_BUFFERS; R_OPTIONAL 0:
//             i_without_r is ignored.
// Latency:    o_legal or o_refuse comes in the 3rd cycle of a command at the head; where the plan is not ready in the
//             first of them, 2 cycles after it is.
// Error codes are those of CONTRACT.md; the first check that fails sets the code.
`default_nettype none

module command_checker #(
    parameter MEMORY_WORDS = 1000000,
    parameter MAX_COLS     = 10000,
    parameter LANES        = 1,
    parameter LINE_BEATS   = 10000,
    parameter F_BUFFERS    = 2,
    parameter R_OPTIONAL   = 0,
    parameter COMMAND_W    = 42,
    parameter WORDS_W      = $clog2(MEMORY_WORDS + 1)
) (
    input  wire                 clk,
    input  wire                 rst,
    // The head of the queue, held until it is taken or refused
    input  wire                 i_valid,
    input  wire [COMMAND_W-1:0] i_command,
    input  wire                 i_take,
    // The job, held while there is a command
    input  wire                 i_job_written,
    input  wire [         63:0] i_cols,
    input  wire [         63:0] i_niter,
    input  wire                 i_plan_ready,
    input  wire [         31:0] i_passes,
    input  wire                 i_missing,      // commands need a kernel that this device lacks
    input  wire                 i_without_r,    // commands use no r buffer
    input  wire                 i_tiles,        // commands are tiles
    input  wire                 i_bad_tile,     // and this one is illegal; valid from step 2 on
    output wire                 o_legal,        // may be taken
    output wire                 o_refuse,       // pulse: illegal, with the code
    output wire [          3:0] o_error,
    output wire [  WORDS_W-1:0] o_words        // rows*cols of a legal command without above
);

  // Numbers of CONTRACT.md, by ci/contract --update.
  localparam [3:0] ERROR_ROWS = 4'd1;
  localparam [3:0] ERROR_COLS = 4'd2;
  localparam [3:0] ERROR_FIT = 4'd3;
  localparam [3:0] ERROR_NITER = 4'd4;
  localparam [3:0] ERROR_BUFFER = 4'd7;
  localparam [3:0] ERROR_CHAIN = 4'd8;
  localparam [3:0] ERROR_LINES = 4'd9;
  localparam [3:0] ERROR_TILE = 4'd10;
  localparam [3:0] ERROR_KERNEL = 4'd11;

  localparam [31:0] MEMORY_WORDS_32 = MEMORY_WORDS, MAX_COLS_32 = MAX_COLS, LINE_BEATS_32 = LINE_BEATS;
  localparam [31:0] F_BUFFERS_32 = F_BUFFERS, ROUND_UP = LANES - 1;
  localparam LANE_SHIFT = $clog2(LANES);
  localparam SLOTS_W = $clog2(MEMORY_WORDS + 1);
  localparam PASSES_W = $clog2(LINE_BEATS + 1);
  localparam FACTOR_W = (SLOTS_W > PASSES_W) ? SLOTS_W : PASSES_W;
  localparam COLS_W = $clog2(MAX_COLS + 1);
  localparam PRODUCT_W = FACTOR_W + COLS_W;

  wire [31:0] rows = i_command[31:0];
  wire above = i_command[40];
  wire below = i_command[41];

  // Steps: 0 multiplies passes and beats, 1 rows and columns and compares, 2 has the verdict.
  reg [1:0] step;
  wire decided = i_valid & step[1];
  always @(posedge clk)
    if (rst | ~i_valid | i_take | o_refuse) step <= 2'd0;
    else if (step != 2'd2 & (step != 2'd0 | i_plan_ready)) step <= step + 1'b1;

  // One multiplier for both products. They are used only where their factors are in range, so the low bits are enough.
  wire [COLS_W+1:0] rounded_cols = {2'b00, i_cols[COLS_W-1:0]} + ROUND_UP[COLS_W+1:0];
  reg [COLS_W-1:0] beats;  // of a row; steady since the cycle after COLS was written
  reg [32:0] slots;        // rows of the block afterwards
  reg [PRODUCT_W-1:0] product;
  wire [PRODUCT_W-1:0] next_product = {{COLS_W{1'b0}}, many} * {{FACTOR_W{1'b0}}, wide};
  wire [FACTOR_W-1:0] many = step == 2'd0 ? i_passes[FACTOR_W-1:0] : slots[FACTOR_W-1:0];
  wire [COLS_W-1:0] wide = step == 2'd0 ? beats : i_cols[COLS_W-1:0];
  wire [COLS_W+1:0] all_beats = rounded_cols >> LANE_SHIFT;
  always @(posedge clk) begin
    beats   <= all_beats[COLS_W-1:0];
    slots   <= {1'b0, rows} + {1'b0, above & ~below ? i_niter[31:0] : 32'd0};
    product <= next_product;
  end

  reg open;
  always @(posedge clk) begin
    if (rst | i_job_written | o_refuse) open <= 1'b0;
    else if (i_take) open <= below;
  end

  // Each error is found in the steps before the verdict, so that the offer of a command begins at a register. Only
  // i_bad_tile comes with the verdict, from registers too.
  wire [63:0] product_64 = {{(64 - PRODUCT_W) {1'b0}}, product};
  wire [63:0] next_product_64 = {{(64 - PRODUCT_W) {1'b0}}, next_product};
  reg bad_rows, bad_cols, bad_niter, bad_fit, bad_buffer, bad_chain, bad_early, tiles;
  reg passed;  // the verdict is there, without bad_early
  always @(posedge clk) begin : errors
    reg rows_now, cols_now, niter_now, fit_now, buffer_now, chain_now, lines_now, early_now;  // no state

    rows_now   = rows == 32'd0 | rows > MEMORY_WORDS_32;
    cols_now   = i_cols == 64'd0 | i_cols > {32'd0, MAX_COLS_32};
    niter_now  = i_niter == 64'd0 | (|i_niter[63:32]);
    fit_now    = slots > {1'b0, MEMORY_WORDS_32} | next_product_64 > {32'd0, MEMORY_WORDS_32};
    buffer_now = {1'b0, i_command[33:32]} >= F_BUFFERS_32[2:0] | (i_command[37] & (R_OPTIONAL == 0 | ~i_without_r));
    chain_now  = ~i_tiles & (above ? ~open : below & rows <= i_niter[31:0]);
    lines_now  = ~i_tiles & (above | below) & (i_passes > LINE_BEATS_32 | product_64 > {32'd0, LINE_BEATS_32});
    early_now  = rows_now | cols_now | niter_now | fit_now | buffer_now | i_missing | chain_now | lines_now;
    if (step == 2'd1) begin
      bad_rows   <= rows_now;
      bad_cols   <= cols_now;
      bad_niter  <= niter_now;
      bad_fit    <= fit_now;
      bad_buffer <= buffer_now;
      bad_chain  <= chain_now;
      tiles      <= i_tiles;
      bad_early  <= early_now;
    end
    if (rst | ~i_valid | i_take | o_refuse) passed <= 1'b0;
    else if (step == 2'd1) passed <= ~early_now;
  end
  wire bad_tile = tiles & i_bad_tile;
  wire illegal = bad_early | bad_tile;

  assign o_words  = product[WORDS_W-1:0];
  assign o_legal  = passed & ~bad_tile;
  assign o_refuse = decided & illegal;
  assign o_error  = bad_rows ? ERROR_ROWS
                  : bad_cols ? ERROR_COLS
                  : bad_niter ? ERROR_NITER
                  : bad_fit ? ERROR_FIT
                  : bad_buffer ? ERROR_BUFFER
                  : i_missing ? ERROR_KERNEL
                  : bad_tile ? ERROR_TILE
                  : bad_chain ? ERROR_CHAIN
                  : ERROR_LINES;

  wire unused = &{1'b0, i_command[39:38], i_command[36:34], all_beats[COLS_W+1:COLS_W]};

endmodule

`default_nettype wire
