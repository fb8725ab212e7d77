// tile_point: one point of a tile on the arithmetic of the simulating machine.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    o_point = ((((north+south)+centre)+west)+east)/5, each operation rounded as the machine does, a NaN
//             canonical; not synthesizable. A sum is made when its operand comes, and waits in a ring for the next one:
//             four memories of one word a cycle, and nothing at all while i_run is clear.
// Parameters: ADD_LATENCY, DIV_LATENCY of the operators that it stands for; COUNT_W bits of i_count, which counts
//             cycles and never stops: ADD_LATENCY + DIV_LATENCY are at most 2**COUNT_W.
// Latency:    4*ADD_LATENCY + DIV_LATENCY from north and south; each other operand meets the sum before it: centre
//             ADD_LATENCY later, west 2*ADD_LATENCY, east 3*ADD_LATENCY. i_run is set as long.
`default_nettype none

module tile_point #(
    parameter ADD_LATENCY = 5,
    parameter DIV_LATENCY = 2,
    parameter COUNT_W     = 6
) (
    input  wire               clk,
    input  wire [COUNT_W-1:0] i_count,
    input  wire               i_run,
    input  wire [      319:0] i_operands,  // {east, west, centre, south, north}
    output reg  [       63:0] o_point
);

  localparam [62:0] INFINITE = {11'h7ff, 52'd0};
  localparam [63:0] QUIET_NAN = {1'b0, 11'h7ff, 1'b1, 51'd0};
  localparam [31:0] BACK_TO_SUM = ADD_LATENCY - 1;
  localparam [31:0] BACK_TO_POINT = ADD_LATENCY + DIV_LATENCY - 1;

  generate
    if (ADD_LATENCY + DIV_LATENCY > (1 << COUNT_W)) begin : g_illegal
`ifdef VERILATOR
      $fatal(1, "ADD_LATENCY=%0d and DIV_LATENCY=%0d must be at most %0d together", ADD_LATENCY, DIV_LATENCY,
             1 << COUNT_W);
`else
      parameter_is_out_of_range u_stop ();
`endif
    end
  endgenerate

  reg [63:0] rows_ring[0:(1<<COUNT_W)-1];
  reg [63:0] centre_ring[0:(1<<COUNT_W)-1];
  reg [63:0] west_ring[0:(1<<COUNT_W)-1];
  reg [63:0] point_ring[0:(1<<COUNT_W)-1];
  reg [63:0] rows, with_centre, with_west;
  wire [COUNT_W-1:0] sum_slot = i_count - BACK_TO_SUM[COUNT_W-1:0];
  wire [COUNT_W-1:0] point_slot = i_count - BACK_TO_POINT[COUNT_W-1:0];
  wire [63:0] north = i_operands[63:0], south = i_operands[127:64], centre = i_operands[191:128];
  wire [63:0] west = i_operands[255:192], east = i_operands[319:256];

  // Rings are written at once, behind their reads (memory_bank in parts).
  /* verilator lint_off BLKSEQ */
  always @(posedge clk) begin
    if (i_run) begin : step
      reg [63:0] mean;  // no state

      mean = $realtobits(($bitstoreal(with_west) + $bitstoreal(east)) / 5.0);
      rows <= rows_ring[sum_slot];
      with_centre <= centre_ring[sum_slot];
      with_west <= west_ring[sum_slot];
      o_point <= point_ring[point_slot];
      rows_ring[i_count] = $realtobits($bitstoreal(north) + $bitstoreal(south));
      centre_ring[i_count] = $realtobits($bitstoreal(rows) + $bitstoreal(centre));
      west_ring[i_count] = $realtobits($bitstoreal(with_centre) + $bitstoreal(west));
      point_ring[i_count] = mean[62:0] > INFINITE ? QUIET_NAN : mean;
    end
  end
  /* verilator lint_on BLKSEQ */

endmodule

`default_nettype wire
