// latencies: one operator at every latency, side by side.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    for tests: bits [W*L-1 -: W] of o_y are the result of the operator with LATENCY L, where W is
//             1 + EXP_W + FRAC_W; those below the least latency are 0.
// Parameters: OPERATION 0: fp_add, 1: fp_mul, 2: fp_div5; EXP_W, FRAC_W as theirs; LOWEST the least latency.
// Latency:    each its own.
`default_nettype none

module latencies #(
    parameter integer OPERATION = 0,
    parameter integer EXP_W     = 11,
    parameter integer FRAC_W    = 52,
    parameter integer LOWEST    = 5
) (
    input  wire                            clk,
    input  wire                            i_sub,
    input  wire [          EXP_W+FRAC_W:0] i_a,
    input  wire [          EXP_W+FRAC_W:0] i_b,
    output wire [16*(1+EXP_W+FRAC_W)-1:0] o_y
);

  localparam integer W = 1 + EXP_W + FRAC_W;
  wire unused = &{1'b0, i_sub, i_b};

  genvar latency;
  generate
    for (latency = 1; latency <= 16; latency = latency + 1) begin : g_latency
      if (latency < LOWEST) begin : g_none
        assign o_y[W*latency-1-:W] = {W{1'b0}};
      end else if (OPERATION == 0) begin : g_add
        fp_add #(
            .EXP_W  (EXP_W),
            .FRAC_W (FRAC_W),
            .LATENCY(latency)
        ) u_operator (
            .clk  (clk),
            .i_sub(i_sub),
            .i_a  (i_a),
            .i_b  (i_b),
            .o_y  (o_y[W*latency-1-:W])
        );
      end else if (OPERATION == 1) begin : g_mul
        fp_mul #(
            .EXP_W  (EXP_W),
            .FRAC_W (FRAC_W),
            .LATENCY(latency)
        ) u_operator (
            .clk(clk),
            .i_a(i_a),
            .i_b(i_b),
            .o_y(o_y[W*latency-1-:W])
        );
      end else begin : g_div5
        fp_div5 #(
            .EXP_W  (EXP_W),
            .FRAC_W (FRAC_W),
            .LATENCY(latency)
        ) u_operator (
            .clk(clk),
            .i_a(i_a),
            .o_y(o_y[W*latency-1-:W])
        );
      end
    end
  endgenerate

endmodule

`default_nettype wire
