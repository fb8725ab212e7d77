// tile_passes: takes tile commands one after another and divides each into passes of the planned depth.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    takes a command when none is in flight, begins a pass when the one before is entirely written back, and
//             tells the write-back when and where to begin: each further element of a pass adds 2*slots cycles and one
//             row.
// Parameters: NUM_W bits of addresses, NITER_W and DEPTH_W of the plan, LATENCY of the operators,
//             WAIT_W bits of a number of cycles.
// Latency:    o_take is combinational; a pass begins in the cycle after o_begin, its first cell leaves its last element
//             LATENCY + 2 + 2*slots*(depth-1) cycles after that, and o_write_back comes one cycle before.
`default_nettype none

module tile_passes #(
    parameter NUM_W   = 21,
    parameter NITER_W = 32,
    parameter DEPTH_W = 3,
    parameter LATENCY = 22,
    parameter WAIT_W  = 10
) (
    input  wire               clk,
    input  wire               rst,
    // Job
    input  wire [NITER_W-1:0] i_passes,
    input  wire [NITER_W-1:0] i_shallow,
    input  wire [DEPTH_W-1:0] i_depth,
    input  wire [        7:0] i_slots,
    input  wire [  NUM_W-1:0] i_row_step,
    // Command
    input  wire               i_command,
    input  wire               i_tiles,        // the offer is one of tiles
    input  wire               i_backward,
    input  wire [  NUM_W-1:0] i_words,        // of the block
    output wire               o_take,
    output reg                o_busy,
    output wire               o_finished,
    // Pass
    input  wire               i_written,      // the last cell of a pass is written
    output wire               o_begin,
    output reg  [DEPTH_W-1:0] o_depth,        // of the pass, from the cycle after o_begin on
    output reg                o_write_back,   // pulse
    output reg  [  NUM_W-1:0] o_write_address // of the first value that leaves: depth rows before the first cell
);

  localparam [31:0] FIRST_WAIT = LATENCY;
  localparam [NITER_W-1:0] ONE_PASS = 1;
  localparam [NITER_W-1:0] TWO_PASSES = ONE_PASS << 1;
  localparam [WAIT_W-1:0] ONE_CYCLE = 1;

  reg last_pass;
  assign o_take     = i_command & i_tiles & ~o_busy;
  assign o_finished = i_written & last_pass;
  assign o_begin    = o_take | (i_written & ~last_pass);

  always @(posedge clk)
    if (o_take | i_written) begin : count_passes
      reg [NITER_W-1:0] passes_left, shallow_left;  // state

      reg deep;  // no state

      // Each comparison is one of registers: o_take comes late in its cycle.
      if (o_take) begin
        last_pass   <= i_passes == ONE_PASS;
        deep         = i_shallow == {NITER_W{1'b0}};
        passes_left  = i_passes;
        shallow_left = i_shallow;
      end else begin
        last_pass  <= passes_left == TWO_PASSES;
        deep        = shallow_left[NITER_W-1:1] == {(NITER_W - 1) {1'b0}};
        passes_left = passes_left - 1'b1;
        if (shallow_left != {NITER_W{1'b0}}) shallow_left = shallow_left - 1'b1;
      end
      o_depth <= i_depth + {{(DEPTH_W - 1) {1'b0}}, deep};
    end

  // The delay of the sweeps is summed one sweep per cycle, which ends long before the first cell leaves.
  always @(posedge clk)
    if (rst) begin
      o_busy       <= 1'b0;
      o_write_back <= 1'b0;
    end else if (o_take | o_busy) begin : until_it_leaves
      reg waiting;  // state, this and the next ones
      reg [NUM_W-1:0] first_address, write_address;  // first: in the order of processing
      reg [DEPTH_W-1:0] counted;
      reg [WAIT_W-1:0] wait_left;

      o_busy <= o_take | ~o_finished;
      o_write_back <= ~o_begin & waiting & wait_left == {WAIT_W{1'b0}};
      if (o_take) first_address = i_backward ? i_words - 1'b1 : {NUM_W{1'b0}};
      if (o_begin) begin
        write_address = first_address;
        counted       = {DEPTH_W{1'b0}};
        wait_left     = FIRST_WAIT[WAIT_W-1:0];
        waiting       = 1'b1;
      end else begin
        if (wait_left == {WAIT_W{1'b0}}) waiting = 1'b0;
        wait_left = wait_left - ONE_CYCLE;
        if (counted != o_depth) begin
          if (counted != {DEPTH_W{1'b0}}) wait_left = wait_left + {{(WAIT_W - 9) {1'b0}}, i_slots, 1'b0};
          counted       = counted + 1'b1;
          write_address = write_address - i_row_step;
        end
      end
      o_write_address <= write_address;
    end

endmodule

`default_nettype wire
