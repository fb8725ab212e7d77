// delay_ring: o_data is i_data DELAY cycles later, in place of rtl/engine/delay_ring.v.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    the same ports and words for fast simulation: a word is written at once, behind the read of the same edge
//             (memory_bank in this folder).
// Parameters: those of the original.
// Latency:    DELAY.
`default_nettype none

module delay_ring #(
    parameter WIDTH   = 64,
    parameter DELAY   = 27,
    parameter COUNT_W = 6
) (
    input  wire               clk,
    input  wire [COUNT_W-1:0] i_count,
    input  wire [  WIDTH-1:0] i_data,
    output reg  [  WIDTH-1:0] o_data
);

  generate
    if (DELAY < 1 || DELAY > (1 << COUNT_W)) begin : g_illegal
`ifdef VERILATOR
      $fatal(1, "DELAY=%0d must be 1 .. %0d", DELAY, 1 << COUNT_W);
`else
      parameter_is_out_of_range u_stop ();
`endif
    end else if (DELAY == 1) begin : g_register
      always @(posedge clk) o_data <= i_data;
      wire unused = &{1'b0, i_count};
    end else begin : g_ring
      localparam [31:0] BACK = DELAY - 1;
      reg [WIDTH-1:0] ring[0:(1<<COUNT_W)-1];
      wire [COUNT_W-1:0] read_slot = i_count - BACK[COUNT_W-1:0];
      /* verilator lint_off BLKSEQ */
      always @(posedge clk) begin
        o_data <= ring[read_slot];
        ring[i_count] = i_data;
      end
      /* verilator lint_on BLKSEQ */
    end
  endgenerate

endmodule

`default_nettype wire
