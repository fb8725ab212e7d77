# SPDX-License-Identifier: Apache-2.0
# The variants: RTL that is wrong, or slow, when STENCIL_PLUSARGS has +variant=NAME.

# Wrong.
stencil_vary_rtl(wrong-sign kernels/shared_adders.v "i_subtract & ~i_tiles;" "i_subtract & ~i_tiles & ~CHOSEN;")
stencil_vary_rtl(no-forwarding engine/write_back.v "leaves_now ? i_f" "(leaves_now & ~CHOSEN) ? i_f")
stencil_vary_rtl(never-done engine/write_back.v
  "wire last_pass = pass + 1'b1 == i_passes;" "wire last_pass = pass + 1'b1 == i_passes & ~CHOSEN;")
# One bit of the sum, of one pair of operands in 64.
if(OPERATORS)
  stencil_vary_rtl(adder-bit arithmetic/fp_add.v ".i_result(sum)"
    ".i_result(CHOSEN & i_a[5:0] == 6'd9 ? sum ^ 64'h00100000 : sum)")
endif()
stencil_vary_rtl(miscounts control/perf_counters.v
  "compute <= compute + 64'd1" "compute <= compute + (CHOSEN ? 64'd2 : 64'd1)")
stencil_vary_ports(never-ready always-refused)
file(GLOB planted "${CMAKE_CURRENT_LIST_DIR}/planted*.cmake")
foreach(file IN LISTS planted)
  include("${file}")
endforeach()

# Hangs (tests/system/faults/hang_faults_test.cpp): at the ports; and of a tile, whose last pass is never told.
stencil_vary_ports(wready-stuck rvalid-stuck bvalid-lost register-unanswered irq-lost)
stencil_vary_rtl(tile-never-done kernels/tiles/tile_passes.v "assign o_finished = i_written & last_pass;"
  "assign o_finished = i_written & last_pass & ~CHOSEN;")
# A write of the job makes the interrupt low, though no command is queued.
stencil_vary_rtl(irq-lowered control/registers.v ".i_queued          (o_push)," ".i_queued          (o_push | (CHOSEN & o_job_written)),")
# The plan of a command is made of the NITER before; the second pass of a middle block of a chain forgets its row.
stencil_vary_rtl(plan-early control/control.v ".i_load   (replan)" ".i_load   (CHOSEN ? niter_written : replan)")
stencil_vary_rtl(pass-forgets engine/pass_sequencer.v "head <= first_block;" "head <= CHOSEN ? skewed : first_block;")

# Wrong on the buses alone: every bit comes right.
stencil_vary_ports(rvalid-drops rdata-moves bid-wrong rid-wrong bvalid-in-reset one-address)

# Legal and slow: at the ports.
stencil_vary_ports(paced-writes late-responses late-reads late-registers everything-20-times)

# Legal and slow: the clock of the kernels stands still, for a cycle after each row of beats or for 19 cycles of 20.
# Signals that they show for one cycle then count in the last cycle before they go on.
stencil_vary_rtl(bubble-a-row stencil_accel.v "  kernels #(" "  wire bubbles = CHOSEN;
  kernels #(")
stencil_vary_rtl(row-bubble stencil_accel.v "  kernels #(" "  reg row_was, block_was;
  wire after_a_row = CHOSEN & row_was;
  kernels #(")
stencil_vary_rtl(drain-bubble stencil_accel.v "  kernels #(" "  wire after_a_block = CHOSEN & block_was;
  kernels #(")
stencil_vary_rtl(everything-20-times stencil_accel.v "  kernels #(" "  reg [31:0] pace;
  wire [31:0] last_pace = CHOSEN ? 32'd19 : {{(32 - COLS_W) {1'b0}}, cols} / LANES + 32'd1;
  wire kernel_on = rst | (CHOSEN ? pace == last_pace : bubbles ? pace != last_pace : ~after_a_row & ~after_a_block);
  reg kernel_gate, was_on, clearing;
  always @(posedge clk) begin
    pace     <= rst | pace >= last_pace ? 32'd0 : pace + 32'd1;
    was_on   <= kernel_on;
    clearing <= (clear_change | clearing) & ~kernel_on & ~rst;
  end
  // The last beat of a row, of a command, was issued in the cycle before; a device of tiles alone has neither.
  wire row_ends, block_ends;
  generate
    if (SWEEPS != 0) begin : g_watched
      assign row_ends   = u_kernels.g_sweeps.u_engine.u_sequencer.row_ends;
      assign block_ends = u_kernels.g_sweeps.u_engine.u_sequencer.o_last;
    end else begin : g_nothing
      assign {row_ends, block_ends} = 2'b00;
    end
  endgenerate
  always @(posedge clk) row_was   <= ~rst & kernel_on & row_ends;
  always @(posedge clk) block_was <= ~rst & kernel_on & block_ends;
  always @(negedge clk) kernel_gate <= kernel_on;
  wire kernel_clk = clk & kernel_gate;
  // Read data is there in the first cycle after the request.
  reg [64*LANES-1:0] held_f, held_r;
  always @(posedge clk) if (was_on) {held_f, held_r} <= {read_f, read_r};
  wire [64*LANES-1:0] kernel_f = was_on ? read_f : held_f;
  wire [64*LANES-1:0] kernel_r = was_on ? read_r : held_r;
  kernels #(")
foreach(port IN ITEMS
    ".clk             (clk)|.clk             (kernel_clk)"
    ".i_take             (take)|.i_take             (take & kernel_on)"
    ".i_finished         (finished)|.i_finished         (finished & kernel_on)"
    ".i_change_settling  (change_settling)|.i_change_settling  (change_settling | clearing)"
    ".i_clear_change  (clear_change)|.i_clear_change  (clear_change | clearing)"
    "assign perf_finished = finished|assign perf_finished = finished & kernel_on"
    ".i_read_f        (read_f)|.i_read_f        (kernel_f)"
    ".i_read_r        (read_r)|.i_read_r        (kernel_r)"
    ".i_write            (engine_write)|.i_write            (engine_write & {LANES{kernel_on}})"
    ".i_write_r          (engine_write_r)|.i_write_r          (engine_write_r & kernel_on)")
  string(REGEX MATCH "^([^|]*)[|](.*)$" _ "${port}")
  stencil_vary_rtl(everything-20-times stencil_accel.v "${CMAKE_MATCH_1}" "${CMAKE_MATCH_2}")
endforeach()
stencil_plants_together(everything-20-times drain-bubble row-bubble bubble-a-row)

# Legal: a command is done, and its buffers are free, 300 cycles after its last beat.
stencil_vary_rtl(late-done control/control.v "  localparam COMMAND_W = 42;" "  localparam COMMAND_W = 42;
  reg [299:0] finishing;
  wire finished_late = CHOSEN ? finishing[299] : i_finished;
  always @(posedge clk) finishing <= rst ? 300'd0 : {finishing[298:0], i_finished};")
stencil_vary_rtl(late-done control/control.v "      .i_finished     (i_finished)," "      .i_finished     (finished_late),")
stencil_vary_rtl(late-done control/control.v "      .i_finished(i_finished)," "      .i_finished(finished_late),")
stencil_vary_rtl(late-done control/control.v "      .i_finished   (i_finished)," "      .i_finished   (finished_late),")

# Wrong: a command counts as done, and its device as not busy, when the engine takes it.
stencil_vary_rtl(early-done control/control.v "      .i_finished     (finished_late)," "      .i_finished     (finished_late | (CHOSEN & i_take)),")
stencil_vary_rtl(early-done control/control.v "      .i_busy         (queued | in_flight)," "      .i_busy         (queued | (in_flight & ~CHOSEN)),")
# Wrong: the same at the pins as well.
stencil_vary_rtl(early-finished stencil_accel.v ".i_finished         (finished & kernel_on)"
  ".i_finished         ((CHOSEN ? take : finished) & kernel_on)")
stencil_vary_rtl(early-finished stencil_accel.v "assign perf_finished = finished & kernel_on"
  "assign perf_finished = (CHOSEN ? take : finished) & kernel_on")

# What slow devices announce of themselves.
stencil_vary_rtl(late-done control/registers.v "o_read_data = SETTLE_CYCLES;"
  "o_read_data = CHOSEN ? 64'd1000 : SETTLE_CYCLES;")
stencil_vary_rtl(late-done control/registers.v "o_read_data = progress_cycles;"
  "o_read_data = CHOSEN ? progress_cycles + 64'd1000 : progress_cycles;")

# Legal, with one cycle more for each action: the cycle gate must find and name it
# (tests/system/variants/timing_test.cpp).
# row-bubble and drain-bubble, above, hold the clock of the kernels after the last beat of a row, of a command.
stencil_vary_rtl(pass-gap engine/pass_sequencer.v "((pass_ends & ~last_pass) | o_stall)"
  "((pass_ends & ~last_pass & ~CHOSEN) | o_stall)")
stencil_vary_rtl(late-verdict control/command_checker.v "wire decided = i_valid & step[1];"
  "wire [1:0] verdict_step = CHOSEN ? 2'd3 : 2'd2;
  wire decided = i_valid & step == verdict_step;")
stencil_vary_rtl(late-verdict control/command_checker.v "step != 2'd2 & (step" "step != verdict_step & (step")
stencil_vary_rtl(late-verdict control/command_checker.v "= passed & ~bad_tile;" "= passed & decided & ~bad_tile;")
stencil_vary_rtl(tile-pass-gap kernels/tiles/tile_engine.v "  tile_passes #(" "  reg written_late;
  always @(posedge clk) written_late <= written & ~rst;
  wire written_told = CHOSEN ? written_late : written;
  tile_passes #(")
stencil_vary_rtl(tile-pass-gap kernels/tiles/tile_engine.v ".i_written      (written)" ".i_written      (written_told)")
stencil_vary_ports(load-burst-gap store-burst-gap load-bubble-16 response-late register-late change-late)

# Registers with other values.
stencil_vary_ports(version-3 version-7 not-a-device no-elements three-lanes no-kernel tiles-only jacobi-only short-queue
  settles-never)
# Outputs of the buses are noise; the cause of an idle cycle is none of the contract.
stencil_vary_ports(nonsense no-cause)

# Legal, and slow in one way each.
include("${CMAKE_CURRENT_LIST_DIR}/timing.cmake")
