// scenario_clock: drives the clock of scenario where the simulator has to make one.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    top module under iverilog; under Verilator the test ticks scenario itself.
// Parameters: KERNELS of scenario.
// Latency:    none.
`timescale 1ns / 1ns
`default_nettype none

module scenario_clock #(
    parameter KERNELS = 7
) ();

  reg clk;
  initial clk = 1'b0;
  always #1 clk = ~clk;

  scenario #(.KERNELS(KERNELS)) u_scenario (.clk(clk));

endmodule

`default_nettype wire
