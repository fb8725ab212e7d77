// fp_leading_zeros: counts the zeros before the first one.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    tells how far to shift when normalising. Numbers that begin with 1 or 01 take a short cut: arithmetic on
//             normal numbers produces hardly any others, and a simulator then skips the search.
// Parameters: WIDTH >= 2 bits; COUNT_W is derived, do not set it.
// Latency:    none, combinational. o_count is WIDTH for the value 0.
`default_nettype none

module fp_leading_zeros #(
    parameter integer WIDTH   = 57,
    parameter integer COUNT_W = $clog2(WIDTH + 1)
) (
    input  wire [  WIDTH-1:0] i_value,
    output reg  [COUNT_W-1:0] o_count
);

  // A power of two above WIDTH, so that each step of the search halves the window; the appended ones end the search.
  localparam integer WINDOW = 1 << COUNT_W;

  reg [ WINDOW-1:0] window;
  reg [COUNT_W-1:0] count;
  integer           level;

  always @* begin
    window = {i_value, {(WINDOW - WIDTH) {1'b1}}};
    count  = {COUNT_W{1'b0}};
    level  = 0;  // otherwise synthesis keeps it
    if (i_value[WIDTH-1]) begin
      o_count = count;
    end else if (i_value[WIDTH-2]) begin
      o_count = count | {{(COUNT_W - 1) {1'b0}}, 1'b1};
    end else begin
      for (level = COUNT_W - 1; level >= 0; level = level - 1) begin
        if ((window >> (WINDOW - (1 << level))) == {WINDOW{1'b0}}) begin
          count[level] = 1'b1;
          window = window << (1 << level);
        end
      end
      o_count = count;
    end
  end

endmodule

`default_nettype wire
