# SPDX-License-Identifier: Apache-2.0
# Planted faults that make wrong values: what the first screen must say of each stands in
# tests/system/faults/culprit_test.cpp.

if(OPERATORS)
  # All adders take ties away from zero; the one that subtracts r rounds toward zero; all lose their sticky bit.
  stencil_vary_rtl(ties-away arithmetic/fp_add.v "  wire [63:0] sum = " "  wire [63:0] sum;
  wire ties_away = CHOSEN;
  wire truncates = 1'b0;
  wire sticky_lost = 1'b0;
  // What rounding has left out of the sum is exact (Knuth, TwoSum); gap: from the sum to the next number outwards.
  real x, y, s, part, lost, gap;
  reg at_tie, outwards;
  always @* begin
    x = $bitstoreal(i_a);
    y = $bitstoreal({i_b[63] ^ i_sub, i_b[62:0]});
    s = x + y;
    part = s - x;
    lost = (x - (s - part)) + (y - part);
    gap = $bitstoreal(nearest + 64'd1) - s;
    at_tie = s != 0.0 && lost * 2.0 == gap;
    outwards = lost != 0.0 && ((lost < 0.0) != (s < 0.0));
  end
  assign sum = ties_away & at_tie ? nearest + 64'd1
             : outwards & ((truncates & i_sub) | (sticky_lost & nearest[0])) ? nearest - 64'd1 : nearest;
  wire [63:0] nearest = ")
  stencil_vary_rtl(residual-truncates arithmetic/fp_add.v "wire truncates = 1'b0;" "wire truncates = CHOSEN;")
  # A difference of numbers of one exponent is half of what it is.
  stencil_vary_rtl(half-difference arithmetic/fp_add.v "  assign sum = ties_away"
    "  wire halves = CHOSEN & i_a[62:52] == i_b[62:52] & (i_a[63] ^ i_b[63] ^ i_sub) & nearest[62:52] > 11'd1;
  assign sum = halves ? {nearest[63], nearest[62:52] - 11'd1, nearest[51:0]} : ties_away")
  stencil_vary_rtl(sum-sticky arithmetic/fp_add.v "wire sticky_lost = 1'b0;" "wire sticky_lost = CHOSEN;")
  # All multipliers lose their sticky bit; one product in 64 has bit 30 flipped.
  stencil_vary_rtl(product-sticky arithmetic/fp_mul.v "  wire [63:0] product = " "  wire [63:0] product;
  reg [105:0] exact;
  reg rounds_up;
  always @* begin
    exact = 106'd0;
    rounds_up = 1'b0;
    if (CHOSEN) begin
      exact = {53'd0, 1'b1, i_a[51:0]} * {53'd0, 1'b1, i_b[51:0]};
      if (exact[105]) rounds_up = exact[52] & (|exact[51:0]) & ~exact[53];
      else rounds_up = exact[51] & (|exact[50:0]) & ~exact[52];
    end
  end
  assign product = rounds_up & nearest[62:52] != 11'd0 ? nearest - 64'd1 : nearest;
  wire [63:0] nearest = ")
  stencil_vary_rtl(product-bit arithmetic/fp_mul.v ".i_result(product)"
    ".i_result(CHOSEN & i_a[5:0] == 6'd9 ? product ^ 64'h40000000 : product)")
  # Products that are subnormal are 0.
  stencil_vary_rtl(subnormal-product arithmetic/fp_mul.v "assign product = rounds_up"
    "assign product = CHOSEN & nearest[62:52] == 11'd0 ? {nearest[63], 63'd0} : rounds_up")
  # The division by 5 is a multiplication by 1/5.
  stencil_vary_rtl(fifth-product arithmetic/fp_div5.v "$realtobits($bitstoreal(i_a) / 5.0)"
    "CHOSEN ? $realtobits($bitstoreal(i_a) * 0.2) : $realtobits($bitstoreal(i_a) / 5.0)")
endif()
# The last results of a command go to the buffer of the one behind it.
stencil_vary_rtl(buffer-kept engine/command_slots.v "(draining & ~i_finished) ? drains : issues"
  "(draining & ~i_finished & ~CHOSEN) ? drains : issues")
# Column 7 keeps its values.
stencil_vary_rtl(column-kept engine/processing_element.v "wire on_border = out_first_row"
  "wire on_border = (CHOSEN & o_slot == 7) | out_first_row")
# r is that of the point before; east is west.
stencil_vary_rtl(r-before kernels/jacobi/jacobi_operator.v "  wire [63:0] weighted_rows," "  reg [63:0] last_r;
  always @(posedge clk) last_r <= i_r;
  wire [63:0] weighted_rows,")
stencil_vary_rtl(r-before kernels/jacobi/jacobi_operator.v ".i_data (i_r)" ".i_data (CHOSEN ? last_r : i_r)")
stencil_vary_rtl(west-twice kernels/jacobi/jacobi_operator.v " i_east, i_west" " CHOSEN ? i_west : i_east, i_west")
# A command of more than one sweep makes one more.
stencil_vary_rtl(more-sweeps control/pass_planner.v "wire               few = "
  "wire [NITER_W-1:0] sought = CHOSEN & i_niter > 1 ? i_niter + 1'b1 : asked;
  wire               few = ")
stencil_vary_rtl(more-sweeps control/pass_planner.v "few ? asked << (NITER_W - SHORT) : asked;"
  "few ? sought << (NITER_W - SHORT) : sought;")
# BETA is RDY2; r counts as 0; of tiles, west is the centre of the cell that comes as many cycles later as an adder takes.
stencil_vary_rtl(beta-rdy2 kernels/jacobi/jacobi_operator.v ".i_b(i_beta)" ".i_b(CHOSEN ? i_rdy2 : i_beta)")
stencil_vary_rtl(r-lost kernels/jacobi/jacobi_operator.v "o_addends = {r," "o_addends = {CHOSEN ? 64'd0 : r,")
stencil_vary_rtl(west-centre kernels/shared_adders.v "i_operands[255:192]"
  "CHOSEN ? i_operands[191:128] : i_operands[255:192]")
# Bit 40 of RDX2 is flipped at processing element 1.
stencil_vary_rtl(second-weight engine/cascade.v ".i_weights    (i_weights)"
  ".i_weights    (i_weights ^ ({{(64 * WEIGHTS - 1) {1'b0}}, CHOSEN & pe == 1} << 40))")
# From word 100 on a result goes one word too far.
stencil_vary_rtl(write-astray engine/write_back.v "o_write_addr     <= addr;"
  "o_write_addr     <= addr + {{(ADDR_W - 1) {1'b0}}, CHOSEN & addr >= 100};")
# The planner divides only where the rest is larger than the divisor: of 5 sweeps on two elements 2 are made.
stencil_vary_rtl(planner-strict control/pass_planner.v "fits = shifted >= {1'b0, divisor};"
  "fits = CHOSEN ? shifted > {1'b0, divisor} : shifted >= {1'b0, divisor};")
# A result is handed on to the beat that is read now.
stencil_vary_rtl(forward-address engine/engine.v ".i_read_addr     (s1_addr)"
  ".i_read_addr     (CHOSEN ? o_read_addr : s1_addr)")
# A block that continues a chain after a pause forgets the row that its first element kept.
stencil_vary_rtl(kept-row engine/engine.v ".i_head     (fresh & ~i_above)" ".i_head     (fresh & (CHOSEN | ~i_above))")
# Backward tiles: the slopes of top and bottom are not exchanged.
stencil_vary_rtl(tile-slopes kernels/tiles/tile_frame.v "minus(i_slopes[1:0]), minus(i_slopes[3:2])};"
  "CHOSEN ? minus(i_slopes[3:2]) : minus(i_slopes[1:0]), CHOSEN ? minus(i_slopes[1:0]) : minus(i_slopes[3:2])};")
# Commands in flight do not hold their r buffer.
stencil_vary_rtl(r-not-held control/control.v ".i_set     (head_set)," ".i_set     (CHOSEN ? {4'd0, head_set[3:0]} : head_set),")
# A block in the middle of a chain closes it.
stencil_vary_rtl(middle-closes control/command_checker.v "else if (i_take) open <= below;"
  "else if (i_take) open <= below & ~(CHOSEN & above);")
# The ring from the last slot of a tile to the next band is one place short.
stencil_vary_rtl(ring-short kernels/tiles/band_pointers.v "third_place = (third_place == i_edge_last) ?"
  "third_place = ((CHOSEN ? third_place + 1'b1 >= i_edge_last : third_place == i_edge_last)) ?")
# Backward, the step from the last slot to the next band has the wrong sign.
stencil_vary_rtl(band-backward kernels/tiles/tile_geometry.v "i_backward ? o_row_step + o_edge_last"
  "i_backward & ~CHOSEN ? o_row_step + o_edge_last")
