// loop: a net that depends on itself within one module.
// SPDX-License-Identifier: Apache-2.0
`default_nettype none

module loop (
    input  wire i_a,
    output wire o_y
);

  wire back;
  assign back = i_a ^ (back & i_a);
  assign o_y  = back;

endmodule

`default_nettype wire
