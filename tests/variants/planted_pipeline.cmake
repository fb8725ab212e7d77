# SPDX-License-Identifier: Apache-2.0
# Planted faults of what a pass of the kernels waits for, keeps and hands on: what the first screen must say of each
# stands in tests/system/faults/pipeline_faults.cpp.

# A pass does not wait for the one before it.
stencil_vary_rtl(pass-unwaited engine/pass_gate.v "assign o_next_pass = unreleased"
  "assign o_next_pass = CHOSEN | unreleased")
# A pass that begins in the cycle in which the one before is released forgets the release.
stencil_vary_rtl(release-forgotten engine/pass_gate.v "{1'b0, i_begin} - {1'b0, i_release}"
  "{1'b0, i_begin} - {1'b0, i_release & ~(CHOSEN & i_begin)}")
# A command does not wait for the last pass of the one before it.
stencil_vary_rtl(command-unwaited engine/pass_gate.v "assign o_next_command = " "assign o_next_command = CHOSEN ? 1'b1 : ")
# All operands, r too, are those of the point before.
stencil_vary_rtl(window-late engine/processing_element.v "      wire [63:0] computed, old, late_r, lane_point;"
  "      wire [63:0] computed, old, late_r, lane_point;
      reg [319:0] seen_before;
      always @(posedge clk) seen_before <= {s2_north, s2_south, west, east, s2_r};")
stencil_vary_rtl(window-late engine/processing_element.v ".i_north   (s2_north)," ".i_north   (CHOSEN ? seen_before[319:256] : s2_north),")
stencil_vary_rtl(window-late engine/processing_element.v ".i_south   (s2_south)," ".i_south   (CHOSEN ? seen_before[255:192] : s2_south),")
stencil_vary_rtl(window-late engine/processing_element.v ".i_west    (west)," ".i_west    (CHOSEN ? seen_before[191:128] : west),")
stencil_vary_rtl(window-late engine/processing_element.v ".i_east    (east)," ".i_east    (CHOSEN ? seen_before[127:64] : east),")
stencil_vary_rtl(window-late engine/processing_element.v ".i_r       (s2_r)," ".i_r       (CHOSEN ? seen_before[63:0] : s2_r),")
# A line buffer does not take every second word of slot 5.
stencil_vary_rtl(line-skips engine/processing_element.v "  // West of lane 0 is" "  reg odd;
  initial odd = 1'b0;
  always @(posedge clk) if (i_issue & i_present & i_slot == 5) odd <= ~odd;
  // West of lane 0 is")
stencil_vary_rtl(line-skips engine/processing_element.v "          .i_write(i_issue),
          .i_slot (i_slot),
          .i_data (f_in)," "          .i_write(i_issue & ~(CHOSEN & odd & i_slot == 5)),
          .i_slot (i_slot),
          .i_data (f_in),")
# The border is that of the beat before.
stencil_vary_rtl(border-late engine/processing_element.v "  // s1: the beat that is pushed out" "  reg border_before;
  // s1: the beat that is pushed out")
stencil_vary_rtl(border-late engine/processing_element.v "      assign o_f[64*lane+:64] = on_border ? old : computed;"
  "      always @(posedge clk) border_before <= on_border;
      assign o_f[64*lane+:64] = (CHOSEN ? border_before : on_border) ? old : computed;")
# The last row is swept.
stencil_vary_rtl(last-row-swept engine/processing_element.v "wire out_last_row = o_edge[2];"
  "wire out_last_row = o_edge[2] & ~CHOSEN;")
# The second element gets r before the first has let it pass.
stencil_vary_rtl(r-early engine/cascade.v "assign in_r       = g_pe[pe-1].r;"
  "assign in_r       = CHOSEN ? g_pe[pe-1].in_r : g_pe[pe-1].r;")
# The address of a second pass begins in the second row.
stencil_vary_rtl(second-address engine/write_back.v "        row_addr   <= {ADDR_W{1'b0}};
        addr       <= {ADDR_W{1'b0}};
        pass " "        row_addr   <= CHOSEN & ~last_pass ? {{(ADDR_W - COLS_W) {1'b0}}, i_cols} : {ADDR_W{1'b0}};
        addr       <= CHOSEN & ~last_pass ? {{(ADDR_W - COLS_W) {1'b0}}, i_cols} : {ADDR_W{1'b0}};
        pass ")
# The bottom edge of a tile lies two rows too far north; the left edge does not move within a pass.
stencil_vary_rtl(tile-bottom kernels/tiles/tile_frame.v "row_end   = (i_backward ? rows - top : bottom) + 1'b1;"
  "row_end   = (i_backward ? rows - top : bottom - (CHOSEN ? 2 : 0)) + 1'b1;")
stencil_vary_rtl(tile-left-stays kernels/tiles/tile_window.v "i_col_begin + {{(NUM_W - 2) {i_slopes[5]}}, i_slopes[5:4]};"
  "i_col_begin + (CHOSEN ? {NUM_W{1'b0}} : {{(NUM_W - 2) {i_slopes[5]}}, i_slopes[5:4]});")
# Between passes the last row moves as before the block was turned round, or the left edge stays.
stencil_vary_rtl(tile-pass-end kernels/tiles/tile_frame.v "row_end   = moved(row_end, slopes[3:2], i_depth);"
  "row_end   = moved(row_end, CHOSEN ? i_slopes[3:2] : slopes[3:2], i_depth);")
stencil_vary_rtl(tile-pass-left kernels/tiles/tile_frame.v "col_begin = moved(col_begin, slopes[5:4], i_depth);"
  "col_begin = moved(col_begin, CHOSEN ? 2'b00 : slopes[5:4], i_depth);")
# The last row but one counts as a last one too: each pass has two ends.
stencil_vary_rtl(two-ends engine/pass_sequencer.v "o_edge    = {first_row & ~i_above, last_row & ~i_below, first_beat, last_beat};"
  "o_edge    = {first_row & ~i_above, (last_row | (CHOSEN & rows_left == 2)) & ~i_below, first_beat, last_beat};")
# Both buffers of f are read at the address of the pass, also that of which a store takes words.
stencil_vary_rtl(read-for-both memory/memory_buffers.v "i_read & i_read_f_buffer == PLACE[1:0];"
  "i_read & (CHOSEN | i_read_f_buffer == PLACE[1:0]);")
# A command follows one with a deeper last pass a cycle too early.
stencil_vary_rtl(gate-early engine/pass_gate.v ": waited;" ": waited | (CHOSEN & wait_left == {{(LAG_W - 1) {1'b0}}, 1'b1});")
# The pass behind a deep one reads, of a first block of a chain, the rows that a shallow one would leave.
stencil_vary_rtl(row-too-many engine/pass_sequencer.v "first_block ? rows - depth_rows : rows;"
  "first_block ? rows - (CHOSEN ? {{(ADDR_W - DEPTH_W) {1'b0}}, i_depth} : depth_rows) : rows;")
# Results of a deep pass of a tile are written as those of a shallow one.
stencil_vary_rtl(tile-row-late kernels/tiles/tile_passes.v "if (counted != o_depth) begin"
  "if (counted != (CHOSEN ? i_depth : o_depth)) begin")
# Of the blocks of a chain, r is written back with f by those in its middle alone: in the last one f moves and r stays.
stencil_vary_rtl(r-unmoved engine/command_slots.v "= leaves[1] | leaves[0];"
  "= CHOSEN ? leaves[1] & leaves[0] : leaves[1] | leaves[0];")
# The division of the sweeps by the passes begins with what the one before it left.
stencil_vary_rtl(planner-remainder control/pass_planner.v "        quotient  <= dividend;
        remainder <= {NITER_W{1'b0}};" "        quotient  <= dividend;
        remainder <= CHOSEN ? remainder : {NITER_W{1'b0}};")
