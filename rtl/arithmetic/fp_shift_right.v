// fp_shift_right: shifts right by any distance; one bit tells whether a one was shifted out.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    o_value is the low OUT_W bits of i_value >> i_shift, o_sticky is 1 if any of the i_shift bits that fall
//             off the end is. The distance is taken by two bits at a time, the coarsest first, the last one alone
//             where SHIFT_W is odd: each step is a choice of four, one LUT per bit, and sees in a few bits of its own
//             what it lets fall, so that no mask as wide as the value is made.
// Parameters: SHIFT_W >= 3 bits of the distance; OUT_W >= 1 bits that are wanted; WIDTH bits of the value, OUT_W ..
//             OUT_W + 2**SHIFT_W - 1. CUT 1: a register stands after half of the steps.
// Latency:    CUT cycles; 0 is combinational.
`default_nettype none

module fp_shift_right #(
    parameter integer WIDTH   = 56,
    parameter integer OUT_W   = 56,
    parameter integer SHIFT_W = 6,
    parameter integer CUT     = 0
) (
    input  wire               clk,
    input  wire [  WIDTH-1:0] i_value,
    input  wire [SHIFT_W-1:0] i_shift,
    output wire [  OUT_W-1:0] o_value,
    output wire               o_sticky
);

  localparam integer STEPS = (SHIFT_W + 1) / 2;
  localparam integer CUT_BEFORE = (STEPS + 1) / 2;  // the step that takes what the register holds

  genvar step;
  generate
    for (step = 0; step < STEPS; step = step + 1) begin : g_step
      localparam integer FINER = SHIFT_W > 2 * step + 2 ? SHIFT_W - 2 * step - 2 : 0;  // bits for later steps
      localparam integer TAKEN = SHIFT_W - 2 * step - FINER;  // bits of this one
      localparam integer UNIT = 1 << FINER;
      // After a step only those bits are kept that the finer ones can still bring into place.
      localparam integer VALUE_W = step == 0 || OUT_W + (UNIT << TAKEN) - 1 > WIDTH ? WIDTH : OUT_W + (UNIT << TAKEN) - 1;
      localparam integer MOVED_W = OUT_W + UNIT - 1 > WIDTH ? WIDTH : OUT_W + UNIT - 1;
      localparam integer PADDED_W = MOVED_W + 3 * UNIT;
      localparam [VALUE_W-1:0] BELOW_1 = ~({VALUE_W{1'b1}} << UNIT);
      localparam [VALUE_W-1:0] BELOW_2 = ~({VALUE_W{1'b1}} << 2 * UNIT);
      localparam [VALUE_W-1:0] BELOW_3 = ~({VALUE_W{1'b1}} << 3 * UNIT);

      wire [FINER+TAKEN-1:0] shift;
      wire [VALUE_W-1:0] value;
      wire sticky;
      if (step == 0) begin : g_first
        assign shift = i_shift;
        assign value = i_value;
        assign sticky = 1'b0;
      end else begin : g_next
        fp_delay #(
            .WIDTH (FINER + TAKEN + VALUE_W + 1),
            .CYCLES(step == CUT_BEFORE ? CUT : 0)
        ) u_cut (
            .clk   (clk),
            .i_data({g_step[step-1].shift[FINER+TAKEN-1:0], g_step[step-1].moved, g_step[step-1].fallen}),
            .o_data({shift, value, sticky})
        );
      end

      wire [PADDED_W-1:0] padded;
      if (PADDED_W == VALUE_W) begin : g_whole
        assign padded = value;
      end else begin : g_padded
        assign padded = {{(PADDED_W - VALUE_W) {1'b0}}, value};
      end
      wire [1:0] digit;
      if (TAKEN == 2) begin : g_two
        assign digit = shift[FINER+:2];
      end else begin : g_one
        assign digit = {1'b0, shift[0]};
      end
      reg [MOVED_W-1:0] moved;
      always @* begin
        case (digit)
          2'd0: moved = padded[0+:MOVED_W];
          2'd1: moved = padded[UNIT+:MOVED_W];
          2'd2: moved = padded[2*UNIT+:MOVED_W];
          default: moved = padded[3*UNIT+:MOVED_W];
        endcase
      end
      wire fallen = sticky | ((|digit) & (|(value & BELOW_1))) | (digit[1] & (|(value & BELOW_2 & ~BELOW_1)))
                  | ((&digit) & (|(value & BELOW_3 & ~BELOW_2)));
    end

  endgenerate
  assign o_value  = g_step[STEPS-1].moved;
  assign o_sticky = g_step[STEPS-1].fallen;

endmodule

`default_nettype wire
