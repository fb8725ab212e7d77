// operand_delay: a delay_ring that may be 0 cycles long.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    brings an operand of a formula to the time of its operation. Two ways to an operation may be equally long
//             for the latencies of one configuration and not for those of another.
// Parameters: WIDTH bits, DELAY cycles (0 .. 2**COUNT_W).
// Latency:    DELAY.
`default_nettype none

module operand_delay #(
    parameter WIDTH   = 64,
    parameter DELAY   = 1,
    parameter COUNT_W = 6
) (
    input  wire               clk,
    input  wire [COUNT_W-1:0] i_count,
    input  wire [  WIDTH-1:0] i_data,
    output wire [  WIDTH-1:0] o_data
);

  generate
    if (DELAY == 0) begin : g_wire
      assign o_data = i_data;
      wire unused = &{1'b0, clk, i_count};
    end else begin : g_ring
      delay_ring #(
          .WIDTH  (WIDTH),
          .DELAY  (DELAY),
          .COUNT_W(COUNT_W)
      ) u_ring (
          .clk    (clk),
          .i_count(i_count),
          .i_data (i_data),
          .o_data (o_data)
      );
    end
  endgenerate

endmodule

`default_nettype wire
