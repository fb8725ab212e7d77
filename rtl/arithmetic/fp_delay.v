// fp_delay: CYCLES registers in a row.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    lengthens a pipeline; no reset, it carries data only.
// Parameters: WIDTH >= 1 bits, CYCLES >= 0 (0 is a wire).
// Latency:    CYCLES.
`default_nettype none

module fp_delay #(
    parameter integer WIDTH  = 64,
    parameter integer CYCLES = 1
) (
    input  wire             clk,
    input  wire [WIDTH-1:0] i_data,
    output wire [WIDTH-1:0] o_data
);

  genvar i;
  generate
    if (CYCLES <= 0) begin : g_wire
      wire unused_clk = clk;
      assign o_data = i_data;
    end else begin : g_registers
      for (i = 0; i < CYCLES; i = i + 1) begin : g_stage
        reg [WIDTH-1:0] data;
        if (i == 0) begin : g_first
          always @(posedge clk) data <= i_data;
        end else begin : g_next
          always @(posedge clk) data <= g_stage[i-1].data;
        end
      end
      assign o_data = g_stage[CYCLES-1].data;
    end
  endgenerate

endmodule

`default_nettype wire
