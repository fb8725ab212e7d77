// launcher: checks a command and starts the engine when the memory is free.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    nothing of an illegal command reaches the engine: it sets an error code and is over.
// Parameters: MEMORY_WORDS a bank, MAX_COLS a row.
// Latency:    3 cycles from i_go to o_start when the plan is ready and no burst is under way.
// Error codes are those of CONTRACT.md.
`default_nettype none

module launcher #(
    parameter MEMORY_WORDS = 1000000,
    parameter MAX_COLS = 10000
) (
    input  wire        clk,
    input  wire        rst,
    input  wire        i_go,
    input  wire [63:0] i_rows,
    input  wire [63:0] i_cols,
    input  wire [63:0] i_niter,
    input  wire        i_plan_ready,
    input  wire        i_memory_busy,  // a burst is under way
    output wire        o_pending,      // asked for, neither started nor refused; keeps bursts off
    output wire        o_start,
    output wire        o_refuse,       // pulse: illegal, with the code
    output wire [ 3:0] o_error
);

  localparam [3:0] ERROR_ROWS = 4'd1;
  localparam [3:0] ERROR_COLS = 4'd2;
  localparam [3:0] ERROR_FIT = 4'd3;
  localparam [3:0] ERROR_NITER = 4'd4;
  localparam [31:0] MEMORY_WORDS_32 = MEMORY_WORDS, MAX_COLS_32 = MAX_COLS;
  localparam ROWS_W = $clog2(MEMORY_WORDS + 1);
  localparam COLS_W = $clog2(MAX_COLS + 1);
  localparam AREA_W = ROWS_W + COLS_W;

  // The product has a cycle of its own; it counts only where both factors are in range.
  reg [AREA_W-1:0] area;
  always @(posedge clk)
    area <= {{COLS_W{1'b0}}, i_rows[ROWS_W-1:0]} * {{ROWS_W{1'b0}}, i_cols[COLS_W-1:0]};

  reg [1:0] wait_cycles;
  reg pending;
  wire checked = pending & wait_cycles == 2'd0 & i_plan_ready;
  always @(posedge clk)
    if (rst) pending <= 1'b0;
    else if (i_go) begin
      pending     <= 1'b1;
      wait_cycles <= 2'd2;
    end else begin
      if (wait_cycles != 2'd0) wait_cycles <= wait_cycles - 1'b1;
      if (o_start | o_refuse) pending <= 1'b0;
    end

  wire [63:0] words_max = {32'd0, MEMORY_WORDS_32};
  wire [63:0] cols_max = {32'd0, MAX_COLS_32};
  wire bad_rows = i_rows == 64'd0 | i_rows > words_max;
  wire bad_cols = i_cols == 64'd0 | i_cols > cols_max;
  wire bad_fit = {{(64 - AREA_W) {1'b0}}, area} > words_max;
  wire bad_niter = i_niter == 64'd0 | (|i_niter[63:32]);
  wire illegal = bad_rows | bad_cols | bad_fit | bad_niter;

  assign o_pending = pending;
  assign o_refuse  = checked & illegal;
  assign o_start   = checked & ~illegal & ~i_memory_busy;
  assign o_error   = bad_rows ? ERROR_ROWS : bad_cols ? ERROR_COLS : bad_fit ? ERROR_FIT : ERROR_NITER;

endmodule

`default_nettype wire
