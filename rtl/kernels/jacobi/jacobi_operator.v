// jacobi_operator: the arithmetic of one Jacobi point, one result per cycle.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    o_f = ((north+south)*rdx2 + (west+east)*rdy2 - r)*beta, each operation rounded to nearest even, nothing
//             fused (4 additions, 3 multiplications): the formula of Andreev, Dbar, Lacis and Plotkina (host/c/accel.h
//             has the title).
//             With LENDS the same four adders compute, while i_lend is set, o_lent =
//             ((((north+south)+centre)+west)+east)/5 (tile_operator) from operands of their own, and no o_f. i_lend is
//             held from LATENCY cycles before the first operand to the last result that is used.
// Parameters: ADD_LATENCY, MUL_LATENCY, DIV_LATENCY of the operators; LENDS 0 or 1.
// Latency:    3*ADD_LATENCY + 2*MUL_LATENCY, for o_f and for r passed on to o_r.
//             4*ADD_LATENCY + DIV_LATENCY from north and south of i_lent to o_lent; each other operand
//             meets the sum before it: centre ADD_LATENCY later, west 2*ADD_LATENCY, east 3*ADD_LATENCY.
`default_nettype none

module jacobi_operator #(
    parameter ADD_LATENCY = 5,
    parameter MUL_LATENCY = 6,
    parameter DIV_LATENCY = 2,
    parameter LENDS       = 1,
    parameter COUNT_W     = 6
) (
    input  wire               clk,
    input  wire [COUNT_W-1:0] i_count,
    input  wire [       63:0] i_rdx2,
    input  wire [       63:0] i_rdy2,
    input  wire [       63:0] i_beta,
    input  wire [       63:0] i_north,
    input  wire [       63:0] i_south,
    input  wire [       63:0] i_west,
    input  wire [       63:0] i_east,
    input  wire [       63:0] i_r,
    output wire [       63:0] o_f,
    output wire [       63:0] o_r,
    input  wire               i_lend,
    input  wire [      319:0] i_lent,   // {east, west, centre, south, north}
    output wire [       63:0] o_lent
);

  localparam UNTIL_R = 2 * ADD_LATENCY + MUL_LATENCY;
  localparam AFTER_R = ADD_LATENCY + MUL_LATENCY;

  wire [63:0] rows, columns, weighted_rows, weighted_columns, neighbours, residual, r;

  // Operands of the adders; lent to tiles, each adds the next operand to the sum of the adder before.
  wire lends;
  wire [63:0] rows_a, rows_b, columns_a, columns_b, neighbours_a, neighbours_b, residual_b;
  generate
    if (LENDS != 0) begin : g_lends
      assign lends        = i_lend;
      assign rows_a       = lends ? i_lent[63:0] : i_north;
      assign rows_b       = lends ? i_lent[127:64] : i_south;
      assign columns_a    = lends ? rows : i_west;
      assign columns_b    = lends ? i_lent[191:128] : i_east;
      assign neighbours_a = lends ? columns : weighted_rows;
      assign neighbours_b = lends ? i_lent[255:192] : weighted_columns;
      assign residual_b   = lends ? i_lent[319:256] : r;
      // Zeros keep the divider at rest while its result is not used.
      fp_div5 #(
          .LATENCY(DIV_LATENCY)
      ) u_mean (
          .clk(clk),
          .i_a(lends ? residual : 64'd0),
          .o_y(o_lent)
      );
    end else begin : g_keeps
      assign lends        = 1'b0;
      assign rows_a       = i_north;
      assign rows_b       = i_south;
      assign columns_a    = i_west;
      assign columns_b    = i_east;
      assign neighbours_a = weighted_rows;
      assign neighbours_b = weighted_columns;
      assign residual_b   = r;
      assign o_lent       = 64'd0;
      wire unused = &{1'b0, i_lend, i_lent};
    end
  endgenerate

  fp_add #(
      .LATENCY(ADD_LATENCY)
  ) u_rows (
      .clk  (clk),
      .i_sub(1'b0),
      .i_a  (rows_a),
      .i_b  (rows_b),
      .o_y  (rows)
  );
  fp_add #(
      .LATENCY(ADD_LATENCY)
  ) u_columns (
      .clk  (clk),
      .i_sub(1'b0),
      .i_a  (columns_a),
      .i_b  (columns_b),
      .o_y  (columns)
  );
  fp_mul #(
      .LATENCY(MUL_LATENCY)
  ) u_weigh_rows (
      .clk(clk),
      .i_a(rows),
      .i_b(i_rdx2),
      .o_y(weighted_rows)
  );
  fp_mul #(
      .LATENCY(MUL_LATENCY)
  ) u_weigh_columns (
      .clk(clk),
      .i_a(columns),
      .i_b(i_rdy2),
      .o_y(weighted_columns)
  );
  fp_add #(
      .LATENCY(ADD_LATENCY)
  ) u_neighbours (
      .clk  (clk),
      .i_sub(1'b0),
      .i_a  (neighbours_a),
      .i_b  (neighbours_b),
      .o_y  (neighbours)
  );
  delay_ring #(
      .WIDTH  (64),
      .DELAY  (UNTIL_R),
      .COUNT_W(COUNT_W)
  ) u_r_ring (
      .clk    (clk),
      .i_count(i_count),
      .i_data (i_r),
      .o_data (r)
  );
  fp_add #(
      .LATENCY(ADD_LATENCY)
  ) u_residual (
      .clk  (clk),
      .i_sub(~lends),
      .i_a  (neighbours),
      .i_b  (residual_b),
      .o_y  (residual)
  );
  fp_mul #(
      .LATENCY(MUL_LATENCY)
  ) u_scale (
      .clk(clk),
      .i_a(residual),
      .i_b(i_beta),
      .o_y(o_f)
  );
  delay_ring #(
      .WIDTH  (64),
      .DELAY  (AFTER_R),
      .COUNT_W(COUNT_W)
  ) u_late_r_ring (
      .clk    (clk),
      .i_count(i_count),
      .i_data (r),
      .o_data (o_r)
  );

endmodule

`default_nettype wire
