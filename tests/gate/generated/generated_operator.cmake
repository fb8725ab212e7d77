# SPDX-License-Identifier: Apache-2.0
# cmake -P script: writes the module of WRITTEN, the Jacobi operator written by hand, to MADE with the operator of
# jacobi.stencil (formula_operator) in its place, with the same parameters and ports. Adders that are shared with tiles
# then work for tiles alone.
cmake_minimum_required(VERSION 3.25)
file(READ "${WRITTEN}" text)
string(FIND "${text}" "\nmodule jacobi_operator #(\n" begin)
string(FIND "${text}" "\n);\n" end)
if(begin EQUAL -1 OR end EQUAL -1)
  message(FATAL_ERROR "${WRITTEN} has no module jacobi_operator whose ports end in a line ');'")
endif()
math(EXPR length "${end} + 4 - ${begin}")
string(SUBSTRING "${text}" ${begin} ${length} ports)
file(WRITE "${MADE}" "// jacobi_operator: the arithmetic of one Jacobi point, made of jacobi.stencil.
// SPDX-License-Identifier: Apache-2.0
`default_nettype none
${ports}
  jacobi_formula_operator #(
      .ADD_LATENCY(ADD_LATENCY),
      .MUL_LATENCY(MUL_LATENCY),
      .LATENCY    (3 * ADD_LATENCY + 2 * MUL_LATENCY),
      .COUNT_W    (COUNT_W)
  ) u_formula (
      .clk    (clk),
      .i_count(i_count),
      .i_rdx2 (i_rdx2),
      .i_rdy2 (i_rdy2),
      .i_beta (i_beta),
      .i_u_n  (i_north),
      .i_u_s  (i_south),
      .i_u_w  (i_west),
      .i_u_e  (i_east),
      .i_r    (i_r),
      .o_u    (o_f),
      .o_r    (o_r)
  );
  assign o_addends = 512'd0;
  wire unused = &{1'b0, i_sums};

endmodule

`default_nettype wire
")
