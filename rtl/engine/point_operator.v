// point_operator: the arithmetic of one Jacobi point, one result a cycle.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    o_f = ((north+south)*rdx2 + (west+east)*rdy2 - r)*beta, each operation rounded to
//             nearest even, nothing fused (seed 000: 4 additions, 3 multiplications).
// Parameters: ADD_LATENCY, MUL_LATENCY of the operators.
// Latency:    3*ADD_LATENCY + 2*MUL_LATENCY, for o_f and for r passed on to o_r.
`default_nettype none

module point_operator #(
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
    output wire [       63:0] o_r
);

  localparam UNTIL_R = 2 * ADD_LATENCY + MUL_LATENCY;
  localparam AFTER_R = ADD_LATENCY + MUL_LATENCY;

  wire [63:0] rows, columns, weighted_rows, weighted_columns, neighbours, residual, r;

  fp_add #(
      .LATENCY(ADD_LATENCY)
  ) u_rows (
      .clk  (clk),
      .i_sub(1'b0),
      .i_a  (i_north),
      .i_b  (i_south),
      .o_y  (rows)
  );
  fp_add #(
      .LATENCY(ADD_LATENCY)
  ) u_columns (
      .clk  (clk),
      .i_sub(1'b0),
      .i_a  (i_west),
      .i_b  (i_east),
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
      .i_a  (weighted_rows),
      .i_b  (weighted_columns),
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
      .i_sub(1'b1),
      .i_a  (neighbours),
      .i_b  (r),
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
