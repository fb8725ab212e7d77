// tile_bench_point: the operator that the tile engine expects.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    ((((north+south)+centre)+west)+east)/5; each operand arrives with the sum before it.
// Parameters: ADD_LATENCY of the adders, DIV_LATENCY of the division (>= 1).
// Latency:    4*ADD_LATENCY + DIV_LATENCY from north and south.
`default_nettype none

module tile_bench_point #(
    parameter ADD_LATENCY = 5,
    parameter DIV_LATENCY = 2
) (
    input  wire        clk,
    input  wire [63:0] i_north,
    input  wire [63:0] i_south,
    input  wire [63:0] i_centre,
    input  wire [63:0] i_west,
    input  wire [63:0] i_east,
    output wire [63:0] o_point
);

  wire [255:0] operand = {i_east, i_west, i_centre, i_south};
  wire [319:0] sum;
  assign sum[63:0] = i_north;
  genvar add;
  generate
    for (add = 0; add < 4; add = add + 1) begin : g_add
      fp_add #(
          .LATENCY(ADD_LATENCY)
      ) u_add (
          .clk  (clk),
          .i_sub(1'b0),
          .i_a  (sum[64*add+:64]),
          .i_b  (operand[64*add+:64]),
          .o_y  (sum[64*add+64+:64])
      );
    end
  endgenerate

  real fifth;
  always @* fifth = $bitstoreal(sum[319:256]) / 5.0;
  wire nan = &sum[318:308] & |sum[307:256];
  reg [64*DIV_LATENCY-1:0] line;
  generate
    if (DIV_LATENCY > 1) begin : g_line
      always @(posedge clk) line[64*DIV_LATENCY-1:64] <= line[64*DIV_LATENCY-65:0];
    end
  endgenerate
  always @(posedge clk) line[63:0] <= nan ? 64'h7ff8000000000000 : $realtobits(fifth);
  assign o_point = line[64*DIV_LATENCY-1-:64];

endmodule

`default_nettype wire
