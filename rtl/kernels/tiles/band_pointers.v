// band_pointers: places in the memories that carry values from the last slot of a band to the first slot of the next.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    the last slot writes one value per round, and the first slot reads it a fixed number of rounds later. All
//             elements are in the same slot at the same time, so one set of pointers serves them all.
// Parameters: EDGE_W bits of a pointer.
// Latency:    0 from i_last_slot to the pointers of its round.
// i_restart comes, with i_run, before the first round of a pass.
`default_nettype none

module band_pointers #(
    parameter EDGE_W = 14
) (
    input  wire              clk,
    input  wire              i_run,
    input  wire              i_restart,
    input  wire              i_last_slot,   // this is the last cycle of a round
    input  wire [EDGE_W-1:0] i_edge_last,   // number of places less 1; 3 places at least
    output reg  [EDGE_W-1:0] o_place,       // of this round
    output reg  [EDGE_W-1:0] o_next_place,  // of the next round
    output reg  [EDGE_W-1:0] o_third_place  // of the one after
);

  localparam [EDGE_W-1:0] ZERO = 0;
  localparam [EDGE_W-1:0] ONE = 1;

  always @(posedge clk)
    if (i_run & (i_restart | i_last_slot)) begin : pointers
      reg [EDGE_W-1:0] next_place, third_place;  // state

      o_place <= i_restart ? ZERO : next_place;
      next_place = i_restart ? ONE : third_place;
      if (i_restart) third_place = ONE + 1'b1;
      else third_place = (third_place == i_edge_last) ? ZERO : third_place + 1'b1;
      o_next_place  <= next_place;
      o_third_place <= third_place;
    end

endmodule

`default_nettype wire
