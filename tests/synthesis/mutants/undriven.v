// undriven: a net without an assignment.
// SPDX-License-Identifier: Apache-2.0
`default_nettype none

module undriven (
    input  wire i_a,
    output wire o_y
);

  wire nobody;
  assign o_y = i_a ^ nobody;

endmodule

`default_nettype wire
