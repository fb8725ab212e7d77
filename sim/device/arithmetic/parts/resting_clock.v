// resting_clock: the clock of a part of a device, without the edges at which it has nothing to do.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    o_clk has the edges of clk while i_run is set at the falling edge before, and HOLD edges longer; not
//             synthesizable. For simulators: a part without edges costs nothing. cmake/resting_parts.cmake says which.
// Parameters: HOLD edges after which nothing is under way in the part any more, less than 65536.
// Latency:    none: the first rising edge with i_run set before it is there. i_run rests between clk's falling edge and
//             its rising one, as all that hangs on registers does, and inputs of the device do (VerilatedDevice).
`default_nettype none

module resting_clock #(
    parameter HOLD = 255
) (
    input  wire clk,
    input  wire i_run,
    output wire o_clk
);

  localparam [31:0] HOLD_32 = HOLD;

  reg run;
  reg [15:0] left;
  initial begin
    run  = 1'b1;
    left = HOLD_32[15:0];
  end
  // At once: as nothing else is clocked by this edge, nothing sees the order.
  /* verilator lint_off BLKSEQ */
  always @(negedge clk) begin
    if (i_run) begin
      run  = 1'b1;
      left = HOLD_32[15:0];
    end else if (run) begin
      run  = left != 16'd0;
      left = left - 1'b1;
    end
  end
  /* verilator lint_on BLKSEQ */

  assign o_clk = clk & run;

endmodule

`default_nettype wire
