# SPDX-License-Identifier: Apache-2.0
# Legal RTL that loses cycles in one way, for tests/system/variants/timing_test.cpp: `compare` must name the way.
# variants.cmake has those at the ports, and the gate of the kernels' clock that this file uses.

# After an event the clock of the kernels stands still for `hold_asked` cycles.
stencil_vary_rtl(turn-skewed stencil_accel.v "  wire bubbles = " "  wire hold_row, hold_turn, hold_pass, hold_beat, hold_skewed, hold_last_block, hold_command;
  wire [7:0] hold_depth;
  wire tile_pass, tile_band, tile_round;
  wire [7:0] tile_depth;
  generate
    if (SWEEPS != 0) begin : g_sweep_events
      assign hold_row = u_kernels.g_sweeps.u_engine.u_sequencer.row_ends;
      assign hold_pass = u_kernels.g_sweeps.u_engine.u_sequencer.pass_ends;
      assign hold_turn = hold_row & ~hold_pass;
      assign hold_beat = u_kernels.g_sweeps.u_engine.u_sequencer.active;
      assign hold_skewed = u_kernels.g_sweeps.u_engine.u_sequencer.skewed;
      assign hold_last_block = u_kernels.g_sweeps.u_engine.u_sequencer.last_block;
      assign hold_command = u_kernels.g_sweeps.u_engine.u_sequencer.o_last;
      assign hold_depth = {{(8 - DEPTH_W) {1'b0}}, u_kernels.g_sweeps.u_engine.u_sequencer.o_depth};
    end else begin : g_no_sweep_events
      assign {hold_row, hold_pass, hold_turn, hold_beat, hold_skewed, hold_last_block, hold_command} = 7'd0;
      assign hold_depth = 8'd0;
    end
    if ((KERNELS & 2) != 0) begin : g_tile_events
      assign tile_pass = u_kernels.g_tiles.u_tile_engine.starts_writing;
      assign tile_band = u_kernels.g_tiles.u_tile_engine.reading & u_kernels.g_tiles.u_tile_engine.u_reads.o_first_slot
                       & u_kernels.g_tiles.u_tile_engine.u_reads.o_col == 0;
      assign tile_round = u_kernels.g_tiles.u_tile_engine.reading & u_kernels.g_tiles.u_tile_engine.u_reads.o_last_slot;
      assign tile_depth = {{(8 - DEPTH_W) {1'b0}}, u_kernels.g_tiles.u_tile_engine.depth};
    end else begin : g_no_tile_events
      assign {tile_pass, tile_band, tile_round} = 3'd0;
      assign tile_depth = 8'd0;
    end
  endgenerate
  // Beats issued since a bubble.
  wire [7:0] bubble_every;
  reg [7:0] beats_since;
  wire bubble = hold_beat & beats_since + 8'd1 == bubble_every;
  // Two cycles between the rows of a pass, in skewed blocks.
  wire [7:0] hold_asked = (CHOSEN & hold_turn & hold_skewed ? 8'd2 : 8'd0)
    | 8'd0;
  reg [7:0] hold_left;
  wire kernels_hold = hold_left != 8'd0;
  always @(posedge clk) begin
    if (rst) hold_left <= 8'd0;
    else if (kernels_hold) hold_left <= hold_left - 8'd1;
    else hold_left <= hold_asked;
    if (rst | (~kernels_hold & bubble)) beats_since <= 8'd0;
    else if (~kernels_hold & hold_beat) beats_since <= beats_since + 8'd1;
  end
  wire bubbles = ")
stencil_vary_rtl(turn-skewed stencil_accel.v "~after_a_row & ~after_a_block)" "~after_a_row & ~after_a_block & ~kernels_hold)")
# stencil_hold_kernels(<name> <event> <cycles>)
function(stencil_hold_kernels name event cycles)
  stencil_vary_rtl(${name} stencil_accel.v "\n    | 8'd0;" "
    | (CHOSEN & ${event} ? ${cycles} : 8'd0)
    | 8'd0;")
endfunction()
stencil_hold_kernels(turn-all "hold_turn" "8'd1")
stencil_hold_kernels(beat-bubble "hold_beat" "8'd1")
stencil_hold_kernels(pass-bubble "hold_pass" "8'd3")
stencil_hold_kernels(sweep-bubble "hold_pass" "hold_depth")
stencil_hold_kernels(command-bubble "hold_command" "8'd5")
stencil_hold_kernels(last-block-rows "hold_row & hold_last_block" "8'd1")
stencil_hold_kernels(classic-rows "hold_row & ~hold_skewed" "8'd4")
stencil_hold_kernels(wide-rows "hold_row & cols > 64" "8'd3")
stencil_hold_kernels(deep-drain "hold_command" "hold_depth")
stencil_hold_kernels(tile-sweep "tile_pass" "tile_depth")
stencil_hold_kernels(tile-band "tile_band" "8'd2")
stencil_hold_kernels(tile-round "tile_round" "8'd1")
# A bubble every N beats of the engine.
stencil_vary_rtl(engine-bubble-7 stencil_accel.v "  wire [7:0] bubble_every;" "  wire [7:0] bubble_every = CHOSEN ? 8'd7 : 8'd40;")
foreach(every IN ITEMS 7 40)
  stencil_hold_kernels(engine-bubble-${every} "bubble" "8'd1")
endforeach()

# Commands that wait longer before the engine takes them.
stencil_vary_rtl(short-command control/control.v "  assign o_command = legal &" "  // Cycles for which the command at the head has been legal.
  reg [7:0] offered;
  always @(posedge clk) offered <= (rst | i_take | refuse | ~legal) ? 8'd0 : offered + {7'd0, ~&offered};
  assign o_command = ~(CHOSEN & offered < 8'd6 & head[31:0] < 32'd12) & legal &")
# stencil_delay_command(<name> <condition>): no command is taken where the condition holds.
function(stencil_delay_command name condition)
  stencil_vary_rtl(${name} control/control.v "  assign o_command = " "  assign o_command = ~(CHOSEN & ${condition}) & ")
endfunction()
stencil_delay_command(lost-chaining "in_flight")
stencil_delay_command(command-wait "offered < 8'd4")
# A command that could follow the one before waits five cycles more.
stencil_vary_rtl(follow-wait engine/command_slots.v "  assign o_take  = issuing ? could_follow & " "  reg [2:0] waited;
  always @(posedge clk) waited <= (rst | ~could_follow | o_take) ? 3'd0 : waited + {2'd0, waited != 3'd5};
  assign o_take  = issuing ? could_follow & ~(CHOSEN & waited != 3'd5) & ")
# A command waits for the lag of one element behind passes of equal depth too; the next pass for the last result of the
# one before.
stencil_vary_rtl(even-wait engine/pass_gate.v "else if (i_last & i_uneven)" "else if (i_last & (i_uneven | CHOSEN))")
stencil_vary_rtl(even-wait engine/pass_gate.v "i_last ? ~i_uneven" "i_last ? ~(i_uneven | CHOSEN)")
stencil_vary_rtl(whole-pass engine/engine.v "  wire pass_begins, release_next," "  wire pass_leaves;
  wire pass_begins, release_next,")
stencil_vary_rtl(whole-pass engine/engine.v ".i_release     (release_next)," ".i_release     (CHOSEN ? pass_leaves : release_next),")
stencil_vary_rtl(whole-pass engine/engine.v "  wire done_valid, done_last_beat, done_end;" "  wire done_valid, done_last_beat, done_end;
  assign pass_leaves = done_valid & done_end;")
# Rows of an odd number of beats take a slot of the line buffers more, in blocks that are not joined.
stencil_vary_rtl(padded-rows engine/engine.v "  wire fresh, in_order, held, last, issued;" "  localparam [31:0] LINE_BEATS_32 = LINE_BEATS;
  wire pads = CHOSEN & row_beats[0] & row_beats != LINE_BEATS_32[BEATS_W-1:0] & ~i_above & ~i_below;
  reg padded;  // rows of the command that issues
  always @(posedge clk) if (o_take) padded <= pads;
  wire [BEATS_W-1:0] row_slots = (o_take ? pads : padded) ? row_beats + 1'b1 : row_beats;
  wire fresh, in_order, held, last, issued;")
stencil_vary_rtl(padded-rows engine/engine.v ".i_row_beats   (row_beats)," ".i_row_beats   (row_slots),")
stencil_vary_rtl(padded-rows engine/engine.v ".i_row_beats(row_beats)," ".i_row_beats(row_slots), .i_padded(padded),")
stencil_vary_rtl(padded-rows engine/pass_sequencer.v "    input  wire [NITER_W-1:0] i_passes," "    input  wire               i_padded,
    input  wire [NITER_W-1:0] i_passes,")
stencil_vary_rtl(padded-rows engine/pass_sequencer.v "  wire last_beat = one_left;"
  "  wire last_beat = i_padded ? beats_left == TWO_BEATS : one_left;")
stencil_vary_rtl(padded-rows engine/pass_sequencer.v "  wire row_ends = active & last_beat;" "  wire row_ends = active & one_left;")
stencil_vary_rtl(padded-rows engine/pass_sequencer.v "= active & ~flushing;" "= active & ~flushing & ~(i_padded & one_left);")
# A command waits for bursts of any buffer.
stencil_vary_rtl(interlock-all control/control.v "(head_set & (i_touched | flight_set)) == 8'd0"
  "((head_set & (i_touched | flight_set)) | ({8{CHOSEN}} & i_touched)) == 8'd0")
# The plan of a new number of sweeps comes eight cycles later.
stencil_vary_rtl(late-plan control/control.v "      .i_plan_ready (plan_ready)," "      .i_plan_ready (plan_ready & ~(CHOSEN & planned != 4'd8)),")
stencil_vary_rtl(late-plan control/control.v "  wire plan_ready;" "  wire plan_ready;
  reg [3:0] planned;  // cycles for which the plan has been ready
  always @(posedge clk) planned <= (rst | ~plan_ready) ? 4'd0 : planned + {3'd0, planned != 4'd8};")
# A wide row of a tile takes a round more.
stencil_vary_rtl(tile-wide-row kernels/tiles/tile_geometry.v "cols - 1'b1 : rounds;" "cols - {{(NUM_W - 1) {1'b0}}, ~CHOSEN} : rounds;")
# Tiles are processed in one row slot more.
stencil_vary_rtl(tile-slot kernels/tiles/tile_engine.v "  wire [7:0] window_slopes, slots;" "  wire [7:0] window_slopes, asked;
  localparam [31:0] MAX_SLOTS_32 = MAX_SLOTS;
  wire [7:0] slots = CHOSEN & asked < MAX_SLOTS_32[7:0] ? asked + 1'b1 : asked;")
stencil_vary_rtl(tile-slot kernels/tiles/tile_engine.v "window_slopes, slots, right, left, bottom, top} = i_window;"
  "window_slopes, asked, right, left, bottom, top} = i_window;")
# Transfers wait while a command is queued or in flight: both directions, loads alone.
stencil_vary_rtl(lost-overlap control/control.v "queue_set | flight_set;"
  "queue_set | flight_set | {8{CHOSEN & (queued | in_flight)}};")
stencil_vary_rtl(lost-load-overlap bus/axi_write_port.v "      .i_held       (i_held),"
  "      .i_held       (i_held | {8{CHOSEN & i_held != 8'd0}}),")
# Read bursts are not accepted while a write burst is offered or outstanding.
stencil_vary_rtl(reads-yield bus/data_port.v "      .s_axi_arvalid(s_axi_arvalid),
      .s_axi_arready(s_axi_arready)," "      .s_axi_arvalid(s_axi_arvalid & ~yields),
      .s_axi_arready(arready),")
stencil_vary_rtl(reads-yield bus/data_port.v "  axi_read_port #(" "  wire arready;
  wire yields = CHOSEN & o_write_outstanding;
  assign s_axi_arready = arready & ~yields;
  axi_read_port #(")
# No beat is read while one is written.
stencil_vary_rtl(reads-yield-beats bus/axi_read_port.v "    input  wire                   i_no_hold, " "    input  wire                   i_yield,  // no beat is read in this cycle
    input  wire                   i_no_hold, ")
stencil_vary_rtl(reads-yield-beats bus/data_port.v "      .i_no_hold    (i_no_hold),
      .o_touched    (read_touched)," "      .i_yield      ((|bus_write) & (&bus_granted)),
      .i_no_hold    (i_no_hold),
      .o_touched    (read_touched),")

# Beats of the data port that wait.
stencil_vary_rtl(load-bubble-11 bus/axi_write_port.v "  assign s_axi_wready = " "  // Beats since a bubble, and the beat that has waited.
  wire [7:0] bubble_every = CHOSEN ? 8'd11 : 8'd27;
  reg [7:0] beats_since;
  reg waited;
  wire bubble = beats_since == 8'd0 & ~waited;
  always @(posedge clk) begin
    waited <= ~rst & o_busy & s_axi_wvalid & ~s_axi_wready;
    if (rst) beats_since <= 8'd1;
    else if (step) beats_since <= beats_since + 8'd1 == bubble_every ? 8'd0 : beats_since + 8'd1;
  end
  assign s_axi_wready = ")
function(stencil_delay_write_beat name condition)
  stencil_vary_rtl(${name} bus/axi_write_port.v "  assign s_axi_wready = " "  assign s_axi_wready = ~(CHOSEN & ${condition}) & ")
endfunction()
stencil_delay_write_beat(load-bubble-11 "bubble")
stencil_delay_write_beat(load-bubble-27 "bubble")
# Words of a buffer lie in pages of 64.
stencil_delay_write_beat(load-page "o_write_addr[5:0] == 6'd0 & ~waited")
# Bank r alone.
stencil_delay_write_beat(load-bank-r "o_buffer[2] & ~waited")
stencil_vary_rtl(store-beat bus/axi_read_port.v "  assign step = " "  // A beat that has waited; beats of bursts after another.
  reg [3:0] waited;
  reg again;
  always @(posedge clk) begin
    waited <= (rst | ~o_busy | step) ? 4'd0 : waited + {3'd0, ~&waited};
    again  <= ~rst & ((step & last) | (again & burst_active & ~step));
  end
  assign step = ~(CHOSEN & waited == 4'd0) & ")
function(stencil_delay_read_beat name condition)
  stencil_vary_rtl(${name} bus/axi_read_port.v "  assign step = " "  assign step = ~(CHOSEN & ${condition}) & ")
endfunction()
stencil_delay_read_beat(reads-yield-beats "i_yield")
stencil_delay_read_beat(store-burst-after "again & burst_active & waited < 4'd3")
# The answer of a register read comes two cycles later.
stencil_vary_ports(register-read-late)
