// tile_operator: the arithmetic of one Gauss-Seidel point, one result per cycle.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    o_point = ((((north+south)+centre)+west)+east)/5, each operation rounded to nearest even: the average of
//             five of patent CN 102200962 (parallel Gauss-Seidel stencils by tiles of the iteration space). For a
//             device without sweeps, whose adders tiles would share (shared_adders).
// Parameters: ADD_LATENCY, DIV_LATENCY of the operators.
// Latency:    4*ADD_LATENCY + DIV_LATENCY from north and south; each other operand meets the sum before it: centre
//             ADD_LATENCY later, west 2*ADD_LATENCY, east 3*ADD_LATENCY.
`default_nettype none

module tile_operator #(
    parameter ADD_LATENCY = 5,
    parameter DIV_LATENCY = 2
) (
    input  wire         clk,
    input  wire [319:0] i_operands,  // {east, west, centre, south, north}
    output wire [ 63:0] o_point
);

  wire [63:0] rows, with_centre, with_west, with_east;
  fp_add #(
      .LATENCY(ADD_LATENCY)
  ) u_rows (
      .clk  (clk),
      .i_sub(1'b0),
      .i_a  (i_operands[63:0]),
      .i_b  (i_operands[127:64]),
      .o_y  (rows)
  );
  fp_add #(
      .LATENCY(ADD_LATENCY)
  ) u_centre (
      .clk  (clk),
      .i_sub(1'b0),
      .i_a  (rows),
      .i_b  (i_operands[191:128]),
      .o_y  (with_centre)
  );
  fp_add #(
      .LATENCY(ADD_LATENCY)
  ) u_west (
      .clk  (clk),
      .i_sub(1'b0),
      .i_a  (with_centre),
      .i_b  (i_operands[255:192]),
      .o_y  (with_west)
  );
  fp_add #(
      .LATENCY(ADD_LATENCY)
  ) u_east (
      .clk  (clk),
      .i_sub(1'b0),
      .i_a  (with_west),
      .i_b  (i_operands[319:256]),
      .o_y  (with_east)
  );
  fp_div5 #(
      .LATENCY(DIV_LATENCY)
  ) u_mean (
      .clk(clk),
      .i_a(with_east),
      .o_y(o_point)
  );

endmodule

`default_nettype wire
