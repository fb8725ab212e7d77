// check_width: refuses widths in the manner of rtl/arithmetic/fp_parameter_range.v.
// SPDX-License-Identifier: Apache-2.0
`default_nettype none

module check_width #(
    parameter WIDTH = 4
) ();

  generate
    if (WIDTH < 1 || WIDTH > 64) begin : g_out_of_range
`ifdef VERILATOR
      $fatal(1, "%0d is out of range, allowed: %0d .. %0d", WIDTH, 1, 64);
`else
      parameter_is_out_of_range u_stop ();
`endif
    end
  endgenerate

endmodule

`default_nettype wire
