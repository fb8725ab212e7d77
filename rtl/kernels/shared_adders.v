// shared_adders: the adders of one operator of sweeps, which tiles use too.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    the one place that decides who uses four adders: the operator of sweeps, a second operator of sweeps
//             while i_second is set, both with their sums in o_sums; or tiles while i_tiles is set: o_point =
//             ((((north+south)+centre)+west)+east)/5, as tile_operator. i_tiles and i_second are held from the latency
//             of a sweep's operator before the first operand to the last result that is used.
// Parameters: ADD_LATENCY, DIV_LATENCY of the operators; SHARED 0: sweeps alone, o_point is 0. OPERATORS of sweeps,
//             1 or 2.
// Latency:    ADD_LATENCY from i_addends to o_sums. 4*ADD_LATENCY + DIV_LATENCY from north and south to o_point; each
//             other operand meets the sum before it: centre ADD_LATENCY later, west 2*ADD_LATENCY, east 3*ADD_LATENCY.
`default_nettype none

module shared_adders #(
    parameter ADD_LATENCY = 5,
    parameter DIV_LATENCY = 2,
    parameter SHARED      = 1,
    parameter OPERATORS   = 1
) (
    input  wire         clk,
    // Of sweeps, of the adders of {last, neighbours, columns, rows}: two numbers {b, a} each, and their sum
    input  wire [511:0] i_addends,
    input  wire [511:0] i_others,    // of the second operator, used while i_second is set
    input  wire         i_second,
    input  wire         i_subtract,  // the last adder computes a - b
    output wire [255:0] o_sums,
    // Of tiles
    input  wire         i_tiles,
    input  wire [319:0] i_operands,  // {east, west, centre, south, north}
    output wire [ 63:0] o_point
);

  wire second = OPERATORS == 2 & i_second;
  wire [511:0] swept = second ? i_others : i_addends;
  wire [511:0] addends;
  wire subtract;
  generate
    if (SHARED != 0) begin : g_shared
      // For tiles, each adder adds the next operand to the sum of the adder before.
      assign addends = i_tiles ? {i_operands[319:256], o_sums[191:128], i_operands[255:192], o_sums[127:64],
                                  i_operands[191:128], o_sums[63:0], i_operands[127:0]}
                               : swept;
      assign subtract = i_subtract & ~i_tiles;
      // Zeros keep the divider at rest while its result is not used.
      fp_div5 #(
          .LATENCY(DIV_LATENCY)
      ) u_mean (
          .clk(clk),
          .i_a(i_tiles ? o_sums[255:192] : 64'd0),
          .o_y(o_point)
      );
    end else begin : g_sweeps
      assign addends  = swept;
      assign subtract = i_subtract;
      assign o_point  = 64'd0;
      wire unused = &{1'b0, i_tiles, i_operands};
    end
  endgenerate

  fp_add #(
      .LATENCY(ADD_LATENCY)
  ) u_rows (
      .clk  (clk),
      .i_sub(1'b0),
      .i_a  (addends[63:0]),
      .i_b  (addends[127:64]),
      .o_y  (o_sums[63:0])
  );
  fp_add #(
      .LATENCY(ADD_LATENCY)
  ) u_columns (
      .clk  (clk),
      .i_sub(1'b0),
      .i_a  (addends[191:128]),
      .i_b  (addends[255:192]),
      .o_y  (o_sums[127:64])
  );
  fp_add #(
      .LATENCY(ADD_LATENCY)
  ) u_neighbours (
      .clk  (clk),
      .i_sub(1'b0),
      .i_a  (addends[319:256]),
      .i_b  (addends[383:320]),
      .o_y  (o_sums[191:128])
  );
  fp_add #(
      .LATENCY(ADD_LATENCY)
  ) u_last (
      .clk  (clk),
      .i_sub(subtract),
      .i_a  (addends[447:384]),
      .i_b  (addends[511:448]),
      .o_y  (o_sums[255:192])
  );

  wire unused_second = &{1'b0, i_second, i_others};

endmodule

`default_nettype wire
