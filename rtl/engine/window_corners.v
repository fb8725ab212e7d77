// window_corners: the neighbours of each lane's point in another row and another column.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    west of lane 0 is the last lane of the beat before, east of the last lane is lane 0 of the beat after;
//             the beats of a row come without a gap. At the ends of a row these belong to another row.
// Parameters: LANES points per beat.
// Latency:    1 cycle from the rows north and south of a beat to the corners of its points.
`default_nettype none

module window_corners #(
    parameter LANES = 1
) (
    input  wire                 clk,
    input  wire [ 64*LANES-1:0] i_north,
    input  wire [ 64*LANES-1:0] i_south,
    output wire [256*LANES-1:0] o_corners  // of each lane {south-east, south-west, north-east, north-west}
);

  reg [64*LANES-1:0] s1_north, s1_south;
  reg [63:0] s2_north_before, s2_south_before;
  always @(posedge clk) begin
    s1_north        <= i_north;
    s1_south        <= i_south;
    s2_north_before <= s1_north[64*LANES-1-:64];
    s2_south_before <= s1_south[64*LANES-1-:64];
  end

  genvar lane;
  generate
    for (lane = 0; lane < LANES; lane = lane + 1) begin : g_lane
      wire [127:0] west, east;  // {south, north}
      if (lane == 0) begin : g_west_edge
        assign west = {s2_south_before, s2_north_before};
      end else begin : g_west
        assign west = {s1_south[64*(lane-1)+:64], s1_north[64*(lane-1)+:64]};
      end
      if (lane == LANES - 1) begin : g_east_edge
        assign east = {i_south[63:0], i_north[63:0]};
      end else begin : g_east
        assign east = {s1_south[64*(lane+1)+:64], s1_north[64*(lane+1)+:64]};
      end
      assign o_corners[256*lane+:256] = {east[127:64], west[127:64], east[63:0], west[63:0]};
    end
  endgenerate

endmodule

`default_nettype wire
