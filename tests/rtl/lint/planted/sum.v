// sum: adds two numbers, STAGES cycles of latency; correct until planted_faults_test.py plants a fault.
// SPDX-License-Identifier: Apache-2.0
`default_nettype none

module sum #(
    parameter WIDTH  = 4,
    parameter STAGES = 2
) (
    input  wire             clk,
    input  wire [      1:0] i_choice,
    input  wire [WIDTH-1:0] i_a,
    input  wire [WIDTH-1:0] i_b,
    output reg  [WIDTH-1:0] o_chosen,
    output wire [  WIDTH:0] o_sum,
    output wire             o_planted
);

  always @* begin
    case (i_choice)
      2'd0: o_chosen = i_a;
      2'd1: o_chosen = i_b;
      default: o_chosen = {WIDTH{1'b0}};
    endcase
  end

  wire [(STAGES+1)*(WIDTH+1)-1:0] steps;
  assign steps[WIDTH:0] = {1'b0, i_a} + {1'b0, i_b};
  assign o_sum = steps[STAGES*(WIDTH+1)+:WIDTH+1];

  // Not below it: a stray.
  genvar k;
  generate
    for (k = 0; k < STAGES; k = k + 1) begin : g_stage
      stage #(
          .WIDTH(WIDTH + 1)
      ) u_stage (
          .clk   (clk),
          .i_data(steps[k*(WIDTH+1)+:WIDTH+1]),
          .o_data(steps[(k+1)*(WIDTH+1)+:WIDTH+1])
      );
    end
  endgenerate

  check_width #(.WIDTH(WIDTH)) u_check ();

  assign o_planted = 1'b0;  // fault of sum

  generate
    if (STAGES < 1 || STAGES > 4) begin : g_illegal
`ifdef VERILATOR
      $fatal(1, "STAGES=%0d must be 1 .. 4", STAGES);
`elsif __ICARUS__
      initial begin
        $display("%m: STAGES=%0d must be 1 .. 4", STAGES);
        $finish;
      end
`else
      parameter_is_out_of_range u_stop ();
`endif
    end
  endgenerate

endmodule

`default_nettype wire
