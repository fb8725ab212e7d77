// fp_count_zeros: counts the zeros before the first one, in few levels of logic.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    the count of fp_leading_zeros where registers stand around it. Groups of four bits, of sixteen and so on
//             find their first part that is not all zeros, all at once; each group adds two bits to the count of the
//             part that it chooses.
// Parameters: WIDTH >= 2 bits; COUNT_W is derived, do not set it.
// Latency:    none, combinational. o_count is WIDTH for the value 0.
`default_nettype none

module fp_count_zeros #(
    parameter integer WIDTH   = 57,
    parameter integer COUNT_W = $clog2(WIDTH + 1)
) (
    input  wire [  WIDTH-1:0] i_value,
    output wire [COUNT_W-1:0] o_count
);

  localparam integer LEVELS = (COUNT_W + 1) / 2;
  localparam integer WINDOW = 1 << (2 * LEVELS);  // more than WIDTH: the appended ones end the count
  localparam integer FULL_W = 2 * LEVELS;

  // Of a level: which groups of the level before are not all zeros, the first group last, and the count of each.
  reg [WINDOW-1:0] some;
  reg [FULL_W*WINDOW-1:0] counts;
  reg [1:0] first;
  reg any_some;
  reg [FULL_W-1:0] count;
  integer level, group;

  always @* begin
    some   = {i_value, {(WINDOW - WIDTH) {1'b1}}};
    counts = {(FULL_W * WINDOW) {1'b0}};
    first  = 2'd0;
    any_some = 1'b0;
    count  = {FULL_W{1'b0}};
    group  = 0;
    for (level = 0; level < LEVELS; level = level + 1) begin
      for (group = 0; group < WINDOW >> (2 * level + 2); group = group + 1) begin
        first = some[4*group+3] ? 2'd0 : some[4*group+2] ? 2'd1 : some[4*group+1] ? 2'd2 : 2'd3;
        any_some = |some[4*group+:4];
        case (first)
          2'd0: count = counts[FULL_W*(4*group+3)+:FULL_W];
          2'd1: count = counts[FULL_W*(4*group+2)+:FULL_W];
          2'd2: count = counts[FULL_W*(4*group+1)+:FULL_W];
          default: count = counts[FULL_W*(4*group)+:FULL_W];
        endcase
        count[2*level+:2] = first;
        some[group] = any_some;
        counts[FULL_W*group+:FULL_W] = count;
      end
    end
    level = 0;  // otherwise synthesis keeps both
    group = 0;
  end

  assign o_count = counts[COUNT_W-1:0];

endmodule

`default_nettype wire
