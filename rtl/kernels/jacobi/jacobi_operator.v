// jacobi_operator: the arithmetic of one Jacobi point, one result per cycle.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    o_f = ((north+south)*rdx2 + (west+east)*rdy2 - r)*beta, each operation rounded to nearest even, nothing
//             fused (4 additions, 3 multiplications): the formula of Andreev, Dbar, Lacis and Plotkina (host/c/accel.h
//             has the title).
//             The additions are made outside (shared_adders).
// Parameters: ADD_LATENCY of the adders outside, MUL_LATENCY of the multipliers; COUNT_W bits of i_count.
// Latency:    3*ADD_LATENCY + 2*MUL_LATENCY, for o_f and for r passed on to o_r.
`default_nettype none

module jacobi_operator #(
    parameter ADD_LATENCY = 5,
    parameter MUL_LATENCY = 6,
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
    output wire [      511:0] o_addends,  // the last adder subtracts
    input  wire [      255:0] i_sums
);

  localparam UNTIL_R = 2 * ADD_LATENCY + MUL_LATENCY;
  localparam AFTER_R = ADD_LATENCY + MUL_LATENCY;

  wire [63:0] weighted_rows, weighted_columns, r;
  wire [63:0] rows = i_sums[63:0], columns = i_sums[127:64], neighbours = i_sums[191:128], residual = i_sums[255:192];
  assign o_addends = {r, neighbours, weighted_columns, weighted_rows, i_east, i_west, i_south, i_north};

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
