// formula_twins: operators made of formulas beside those written by hand, on the same operands.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    Jacobi and five-point, each twice: o_jacobi and o_five_point hold {r and result of the formula, r and
//             result by hand}.
// Parameters: ADD_LATENCY, MUL_LATENCY of the operators.
// Latency:    3*ADD_LATENCY + 2*MUL_LATENCY (Jacobi), 4*ADD_LATENCY + 2*MUL_LATENCY (five-point), of both alike.
`default_nettype none

module formula_twins #(
    parameter ADD_LATENCY = 5,
    parameter MUL_LATENCY = 6
) (
    input  wire         clk,
    input  wire [  6:0] i_count,
    input  wire [511:0] i_numbers,  // {aC, aE, aW, aS, aN, beta, rdy2, rdx2}
    input  wire [ 63:0] i_north,
    input  wire [ 63:0] i_south,
    input  wire [ 63:0] i_centre,
    input  wire [ 63:0] i_west,
    input  wire [ 63:0] i_east,
    input  wire [ 63:0] i_r,
    output wire [255:0] o_jacobi,
    output wire [255:0] o_five_point
);

  wire [127:0] points;
  sweep_operator #(
      .KERNELS    (1),
      .ADD_LATENCY(ADD_LATENCY),
      .MUL_LATENCY(MUL_LATENCY),
      .SHARED     (0),
      .LATENCY    (3 * ADD_LATENCY + 2 * MUL_LATENCY),
      .COUNT_W    (7)
  ) u_jacobi (
      .clk       (clk),
      .i_count   (i_count),
      .i_weights (i_numbers[191:0]),
      .i_north   (i_north),
      .i_south   (i_south),
      .i_centre  (i_centre),
      .i_west    (i_west),
      .i_east    (i_east),
      .i_corners (256'd0),
      .i_r       (i_r),
      .o_f       (o_jacobi[63:0]),
      .o_r       (o_jacobi[127:64]),
      .i_tiles   (1'b0),
      .i_operands(320'd0),
      .o_point   (points[63:0])
  );
  jacobi_formula_operator #(
      .ADD_LATENCY(ADD_LATENCY),
      .MUL_LATENCY(MUL_LATENCY),
      .LATENCY    (3 * ADD_LATENCY + 2 * MUL_LATENCY),
      .COUNT_W    (7)
  ) u_jacobi_formula (
      .clk    (clk),
      .i_count(i_count),
      .i_rdx2 (i_numbers[63:0]),
      .i_rdy2 (i_numbers[127:64]),
      .i_beta (i_numbers[191:128]),
      .i_u_n  (i_north),
      .i_u_s  (i_south),
      .i_u_w  (i_west),
      .i_u_e  (i_east),
      .i_r    (i_r),
      .o_u    (o_jacobi[191:128]),
      .o_r    (o_jacobi[255:192])
  );

  sweep_operator #(
      .KERNELS    (8),
      .WEIGHTS    (9),
      .ADD_LATENCY(ADD_LATENCY),
      .MUL_LATENCY(MUL_LATENCY),
      .SHARED     (0),
      .LATENCY    (4 * ADD_LATENCY + 2 * MUL_LATENCY),
      .COUNT_W    (7)
  ) u_five_point (
      .clk       (clk),
      .i_count   (i_count),
      .i_weights ({64'd1, i_numbers}),
      .i_north   (i_north),
      .i_south   (i_south),
      .i_centre  (i_centre),
      .i_west    (i_west),
      .i_east    (i_east),
      .i_corners (256'd0),
      .i_r       (i_r),
      .o_f       (o_five_point[63:0]),
      .o_r       (o_five_point[127:64]),
      .i_tiles   (1'b0),
      .i_operands(320'd0),
      .o_point   (points[127:64])
  );
  five_point_formula_operator #(
      .ADD_LATENCY(ADD_LATENCY),
      .MUL_LATENCY(MUL_LATENCY),
      .LATENCY    (4 * ADD_LATENCY + 2 * MUL_LATENCY),
      .COUNT_W    (7)
  ) u_five_point_formula (
      .clk    (clk),
      .i_count(i_count),
      .i_an   (i_numbers[255:192]),
      .i_as   (i_numbers[319:256]),
      .i_aw   (i_numbers[383:320]),
      .i_ae   (i_numbers[447:384]),
      .i_ac   (i_numbers[511:448]),
      .i_beta (i_numbers[191:128]),
      .i_u_n  (i_north),
      .i_u_s  (i_south),
      .i_u_w  (i_west),
      .i_u_e  (i_east),
      .i_u_c  (i_centre),
      .i_r    (i_r),
      .o_u    (o_five_point[191:128]),
      .o_r    (o_five_point[255:192])
  );
  wire unused = &{1'b0, points};

endmodule

`default_nettype wire
