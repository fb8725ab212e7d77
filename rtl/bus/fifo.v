// fifo: a small first-in first-out queue with valid/ready on both sides.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    decouples handshakes: there is no combinational path from one side to the other.
// Parameters: WIDTH bits, DEPTH entries (a power of two >= 2).
// Latency:    1 cycle from an accepted word to o_valid when empty; one word per cycle on either side.
`default_nettype none

module fifo #(
    parameter WIDTH = 8,
    parameter DEPTH = 4
) (
    input  wire             clk,
    input  wire             rst,
    input  wire             i_valid,
    output wire             o_ready,
    input  wire [WIDTH-1:0] i_data,
    output wire             o_valid,
    input  wire             i_ready,
    output wire [WIDTH-1:0] o_data
);

  localparam SLOT_W = $clog2(DEPTH);

  reg  [ WIDTH-1:0] words[0:DEPTH-1];
  // One bit more than a slot number tells full from empty.
  reg  [  SLOT_W:0] written;
  reg  [  SLOT_W:0] taken;
  wire [  SLOT_W:0] held = written - taken;

  assign o_ready = ~held[SLOT_W];
  assign o_valid = held != {(SLOT_W + 1) {1'b0}};
  assign o_data  = words[taken[SLOT_W-1:0]];

  always @(posedge clk) begin
    if (i_valid & o_ready) words[written[SLOT_W-1:0]] <= i_data;
    if (rst) begin
      written <= {(SLOT_W + 1) {1'b0}};
      taken   <= {(SLOT_W + 1) {1'b0}};
    end else begin
      if (i_valid & o_ready) written <= written + 1'b1;
      if (o_valid & i_ready) taken <= taken + 1'b1;
    end
  end

  generate
    if (DEPTH < 2 || (DEPTH & (DEPTH - 1)) != 0) begin : g_illegal
`ifdef VERILATOR
      $fatal(1, "DEPTH=%0d must be a power of two, 2 or more", DEPTH);
`elsif __ICARUS__
      initial begin
        $display("%m: DEPTH=%0d must be a power of two, 2 or more", DEPTH);
        $finish;
      end
`else
      parameter_is_out_of_range u_stop ();
`endif
    end
  endgenerate

endmodule

`default_nettype wire
