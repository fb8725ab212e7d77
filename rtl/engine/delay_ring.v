// delay_ring: delays data by a fixed number of cycles, in a small memory instead of registers.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    carries data past the operators. A memory writes one word per cycle where a chain of registers would
//             shift them all. Not for valid bits: it has no reset.
// Parameters: WIDTH bits, DELAY cycles (1 .. 2**COUNT_W).
// Latency:    DELAY.
// i_count counts cycles and never stops; rings share one counter.
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
    if (DELAY == 1) begin : g_register
      always @(posedge clk) o_data <= i_data;
      wire unused = &{1'b0, i_count};
    end else begin : g_ring
      localparam [31:0] BACK = DELAY - 1;
      reg [WIDTH-1:0] ring[0:(1<<COUNT_W)-1];
      wire [COUNT_W-1:0] read_slot = i_count - BACK[COUNT_W-1:0];
      always @(posedge clk) begin
        ring[i_count] <= i_data;
        o_data <= ring[read_slot];
      end
    end
  endgenerate

  generate
    if (DELAY < 1 || DELAY > (1 << COUNT_W)) begin : g_illegal
`ifdef VERILATOR
      $fatal(1, "DELAY=%0d must be 1 .. %0d", DELAY, 1 << COUNT_W);
`elsif __ICARUS__
      initial begin
        $display("%m: DELAY=%0d must be 1 .. %0d", DELAY, 1 << COUNT_W);
        $finish;
      end
`else
      parameter_is_out_of_range u_stop ();
`endif
    end
  endgenerate

endmodule

`default_nettype wire
