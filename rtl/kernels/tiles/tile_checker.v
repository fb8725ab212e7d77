// tile_checker: checks that a tile command keeps the rules of tiles.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    detects error TILE of CONTRACT.md. An edge moves by its slope from sweep to sweep, so a bound that holds
//             in the first and in the last sweep holds in all.
// Parameters: MIN_SLOTS, MAX_SLOTS row slots that the tile engine can use.
// Latency:    o_bad is valid 3 cycles after the job and 1 after the command, with i_run; both are held.
`default_nettype none

module tile_checker #(
    parameter MIN_SLOTS = 13,
    parameter MAX_SLOTS = 32
) (
    input  wire        clk,
    input  wire        i_run,     // the job is one of tiles; low: nothing changes
    // Job: columns and sweeps of 1 .. 2**32-1; for others o_bad has no meaning, as command_checker refuses them
    input  wire [31:0] i_cols,
    input  wire [31:0] i_niter,
    input  wire [ 7:0] i_slots,
    input  wire [ 7:0] i_slopes,  // {right, left, bottom, top}, two's complement
    input  wire [63:0] i_rows_at,  // {bottom, top} in the first sweep
    input  wire [63:0] i_cols_at,  // {right, left}
    // Command
    input  wire [31:0] i_rows,
    input  wire        i_above,
    input  wire        i_below,
    output wire        o_bad
);

  localparam [31:0] MIN_32 = MIN_SLOTS, MAX_32 = MAX_SLOTS;
  localparam [33:0] SMALLEST = 34'd3;  // rows or columns: the border and one inside

  // Positions with a sign: an edge may have moved far out of the block.
  wire [127:0] at = {i_cols_at, i_rows_at};
  wire [33:0] rows = {2'b00, i_rows};
  wire [33:0] cols = {2'b00, i_cols};
  wire [3:0] bad_slope, too_low, beyond;
  genvar k;
  generate
    for (k = 0; k < 4; k = k + 1) begin : g_edge
      reg [33:0] last;  // in the last sweep
      reg [33:0] lowest, highest;  // of all sweeps; highest is never negative
      always @(posedge clk)
        if (i_run) begin : edges
          reg [33:0] first, moves;
          reg [1:0] slope;
          first   = {2'b00, at[32*k+:32]};
          moves   = {2'b00, i_niter} - 34'd1;
          slope   = i_slopes[2*k+:2];
          last    <= slope[1] ? first - moves : slope[0] ? first + moves : first;
          lowest  <= slope[1] ? last : first;
          highest <= slope[1] ? first : last;
        end
      assign bad_slope[k] = i_slopes[2*k+:2] == 2'b10;
      assign too_low[k]   = lowest[33] | lowest == 34'd0;
      assign beyond[k]    = highest >= (k < 2 ? rows : cols);
    end
  endgenerate

  wire bad_slots = {24'd0, i_slots} < MIN_32 | {24'd0, i_slots} > MAX_32;
  reg bad;  // the job or the command
  always @(posedge clk)
    if (i_run) begin
      bad <= bad_slots | (|bad_slope) | (|too_low) | (|beyond) | cols < SMALLEST | i_above | i_below | rows < SMALLEST;
    end
  assign o_bad = bad;

endmodule

`default_nettype wire
