// latch: keeps its output where nothing is assigned.
// SPDX-License-Identifier: Apache-2.0
`default_nettype none

module latch (
    input  wire i_open,
    input  wire i_data,
    output reg  o_data
);

  always @* if (i_open) o_data = i_data;

endmodule

`default_nettype wire
