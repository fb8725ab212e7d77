// fp_parameter_range: stops elaboration when a parameter of the instance around it is out of range.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    the one place for this check, in a form that Verilator, Icarus Verilog and yosys all obey. Verilator
//             names instance, value and range; yosys names value and range; Icarus Verilog names file and line.
//             Name the instance after the parameter: `fp_parameter_range #(...) u_check_latency ();`
// Parameters: VALUE, legal if LOWEST <= VALUE <= HIGHEST.
// Latency:    none, it holds no logic.
`default_nettype none

module fp_parameter_range #(
    parameter integer VALUE   = 0,
    parameter integer LOWEST  = 0,
    parameter integer HIGHEST = 0
) ();

  generate
    if (VALUE < LOWEST || VALUE > HIGHEST) begin : g_out_of_range
`ifdef VERILATOR
      $fatal(1, "%0d is out of range, allowed: %0d .. %0d", VALUE, LOWEST, HIGHEST);
`else
      // Verilog-2005 has no elaboration-time error, but no tool elaborates an instance of a module that does not exist.
      parameter_is_out_of_range u_stop ();
`endif
    end
  endgenerate

endmodule

`default_nettype wire
