// tile_operator: tile_point for a device without sweeps, in place of rtl/kernels/tiles/tile_operator.v.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    the same ports, latency and bits for fast simulation, NaN included; not synthesizable. It has a counter
//             of its own for the rings.
// Parameters: ADD_LATENCY, DIV_LATENCY of the operators that it stands for.
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

  reg [4:0] count;
  initial count = 5'd0;
  always @(posedge clk) count <= count + 1'b1;

  tile_point #(
      .ADD_LATENCY(ADD_LATENCY),
      .DIV_LATENCY(DIV_LATENCY),
      .COUNT_W    (5)
  ) u_tile (
      .clk       (clk),
      .i_count   (count),
      .i_run     (1'b1),
      .i_operands(i_operands),
      .o_point   (o_point)
  );

endmodule

`default_nettype wire
