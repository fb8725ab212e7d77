// slot_delay: delays data by a number of cycles that the job chooses.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    a row slot uses a value of another slot some cycles later, a number that depends on the slots in use. A
//             memory writes one word per cycle where registers would shift them all.
//             Not for valid bits: it has no reset.
// Parameters: WIDTH bits, COUNT_W bits of the counter; LEAST, the smallest delay in use: 1 costs a bypass.
// Latency:    i_back + 1 cycles with i_run, i_back in LEAST - 1 .. 2**COUNT_W - 1.
// i_count counts the cycles with i_run; no others count. All delays share one counter.
`default_nettype none

module slot_delay #(
    parameter WIDTH   = 64,
    parameter COUNT_W = 6,
    parameter LEAST   = 2
) (
    input  wire               clk,
    input  wire               i_run,
    input  wire [COUNT_W-1:0] i_count,
    input  wire [COUNT_W-1:0] i_back,
    input  wire [  WIDTH-1:0] i_data,
    output reg  [  WIDTH-1:0] o_data
);

  reg [WIDTH-1:0] ring[0:(1<<COUNT_W)-1];
  always @(posedge clk)
    if (i_run) begin : delay
      reg [COUNT_W-1:0] place;  // not written as an index: Icarus Verilog would subtract in more bits
      place = i_count - i_back;
      ring[i_count] <= i_data;
      o_data <= (LEAST < 2 && place == i_count) ? i_data : ring[place];
    end

endmodule

`default_nettype wire
