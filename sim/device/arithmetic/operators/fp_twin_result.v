// fp_twin_result: the end of every host operator: makes NaN canonical and delays by LATENCY cycles.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    also refuses parameters that the twins do not support. It needs no module of rtl/, so the twins fit any
//             tree whose operators have these names and ports.
//             The machine's NaN (its sign and payload vary with compiler and processor) becomes the quiet NaN of
//             the RTL.
// Parameters: EXP_W 11 and FRAC_W 52, nothing else; LATENCY LOWEST_LATENCY .. 16 cycles.
// Latency:    LATENCY cycles.
`default_nettype none

module fp_twin_result #(
    parameter integer EXP_W          = 11,
    parameter integer FRAC_W         = 52,
    parameter integer LATENCY        = 5,
    parameter integer LOWEST_LATENCY = 5
) (
    input  wire        clk,
    input  wire [63:0] i_result,
    output wire [63:0] o_y
);

  localparam [62:0] INFINITE = {11'h7ff, 52'd0};
  localparam [63:0] QUIET_NAN = {1'b0, 11'h7ff, 1'b1, 51'd0};

  genvar i;
  generate
    if (EXP_W != 11 || FRAC_W != 52 || LATENCY < LOWEST_LATENCY || LATENCY > 16) begin : g_out_of_range
`ifdef VERILATOR
      $fatal(1, "EXP_W=%0d FRAC_W=%0d LATENCY=%0d, allowed: 11, 52 and %0d .. 16", EXP_W, FRAC_W, LATENCY,
             LOWEST_LATENCY);
`else
      parameter_is_out_of_range u_stop ();
`endif
    end

    for (i = 0; i < LATENCY; i = i + 1) begin : g_stage
      reg [63:0] data;
      if (i == 0) begin : g_first
        always @(posedge clk) data <= i_result[62:0] > INFINITE ? QUIET_NAN : i_result;
      end else begin : g_next
        always @(posedge clk) data <= g_stage[i-1].data;
      end
    end
  endgenerate

  assign o_y = g_stage[LATENCY-1].data;

endmodule

`default_nettype wire
