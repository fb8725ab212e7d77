// two_drivers: one net, assigned twice.
// SPDX-License-Identifier: Apache-2.0
`default_nettype none

module two_drivers (
    input  wire i_a,
    input  wire i_b,
    output wire o_y
);

  assign o_y = i_a;
  assign o_y = i_b;

endmodule

`default_nettype wire
