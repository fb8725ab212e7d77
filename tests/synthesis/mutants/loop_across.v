// loop_across: a loop across modules, visible in neither of them alone.
// SPDX-License-Identifier: Apache-2.0
`default_nettype none

module loop_across (
    input  wire i_a,
    output wire o_y
);

  wire there, back;
  loop_across_half u_there (
      .i_a(i_a),
      .i_b(back),
      .o_y(there)
  );
  loop_across_half u_back (
      .i_a(there),
      .i_b(i_a),
      .o_y(back)
  );
  assign o_y = there;

endmodule

module loop_across_half (
    input  wire i_a,
    input  wire i_b,
    output wire o_y
);

  assign o_y = i_a ^ i_b;

endmodule

`default_nettype wire
