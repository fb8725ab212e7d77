// stray: a module that no other needs.
// SPDX-License-Identifier: Apache-2.0
`default_nettype none

module stray (
    input  wire i_in,
    output wire o_out
);

  assign o_out = i_in;

endmodule

`default_nettype wire
