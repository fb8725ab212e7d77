// control: the register port, the queue of commands on their way to the engine, and the counters.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    a command written to COMMAND waits in the queue, is checked at its head and offered to the engine as soon
//             as no burst and no command in flight uses one of its buffers.
// Parameters: those of stencil_accel; WEIGHTS registers that hold the weights of sweeps; PE_LATENCY of an element,
//             TILE_LATENCY of its operator on tiles, MIN_SLOTS .. MAX_SLOTS of the tile engine, all 0 where there is
//             none; ADDR_W bits of word addresses and of numbers of rows, COLS_W of columns, DEPTH_W of sweeps in a
//             pass.
// Latency:    3 cycles from the write of COMMAND to o_command where queue and engine are empty and
//             the plan is ready; 2 from one o_take to the next o_command where a command waits.
`default_nettype none

module control #(
    parameter PES          = 4,
    parameter LANES        = 1,
    parameter MEMORY_WORDS = 1000000,
    parameter MAX_COLS     = 10000,
    parameter LINE_BEATS   = 10000,
    parameter F_BUFFERS    = 2,
    parameter AXI_DATA_W   = 64,
    parameter KERNELS      = 7,
    parameter WEIGHTS      = 3,
    parameter PE_LATENCY   = 29,
    parameter TILE_LATENCY = 22,
    parameter MIN_SLOTS    = 13,
    parameter MAX_SLOTS    = 32,
    parameter ADDR_W       = 20,
    parameter COLS_W       = 14,
    parameter DEPTH_W      = 3,
    parameter WINDOW_W     = 17 + 2 * ADDR_W + 2 * COLS_W
) (
    input  wire                  clk,
    input  wire                  rst,
    input  wire [          80:0] i_formula,            // of the device: {it reads r, the numbers it uses, digest}
    // Registers: AXI4-Lite
    input  wire [          11:0] s_axil_awaddr,
    input  wire                  s_axil_awvalid,
    output wire                  s_axil_awready,
    input  wire [          63:0] s_axil_wdata,
    input  wire [           7:0] s_axil_wstrb,
    input  wire                  s_axil_wvalid,
    output wire                  s_axil_wready,
    output wire [           1:0] s_axil_bresp,
    output wire                  s_axil_bvalid,
    input  wire                  s_axil_bready,
    input  wire [          11:0] s_axil_araddr,
    input  wire                  s_axil_arvalid,
    output wire                  s_axil_arready,
    output wire [          63:0] s_axil_rdata,
    output wire [           1:0] s_axil_rresp,
    output wire                  s_axil_rvalid,
    input  wire                  s_axil_rready,
    output wire                  o_irq,
    // Job, held while a command is queued or in flight
    output wire [    COLS_W-1:0] o_cols,
    output wire [          31:0] o_passes,
    output wire [          31:0] o_shallow,
    output wire [   DEPTH_W-1:0] o_depth,
    output wire [64*WEIGHTS-1:0] o_weights,
    output wire                  o_tiles,
    output wire                  o_without_r,          // commands use no r buffer
    output wire [  WINDOW_W-1:0] o_window,             // of a tile: {backward, slopes, slots, right, left, bottom, top}
    // Engine
    output wire                  o_command,
    output wire [    ADDR_W-1:0] o_rows,
    output wire [    ADDR_W-1:0] o_words,              // rows*cols, without above
    output wire [           1:0] o_f_buffer,
    output wire                  o_r_buffer,
    output wire                  o_above,
    output wire                  o_below,
    input  wire                  i_take,
    input  wire                  i_engine_busy,
    input  wire                  i_stall,
    input  wire                  i_fill,
    input  wire                  i_finished,
    input  wire [          63:0] i_change,
    input  wire                  i_change_settling,
    output wire                  o_clear_change,
    // Data port: interlock, one bit per buffer, and its activity
    output wire [           7:0] o_held,
    input  wire [           7:0] i_touched,
    output wire                  o_no_hold,            // refuse what would be held
    input  wire                  i_data_error,
    input  wire                  i_held_error,
    input  wire                  i_write_outstanding,
    input  wire                  i_read_outstanding,
    input  wire                  i_write_busy,
    input  wire                  i_read_busy,
    input  wire                  i_load_beat,
    input  wire                  i_store_beat,
    // Cause of the present cycle (perf_counters)
    output wire [           2:0] o_cause
);

  localparam COMMAND_W = 42;
  localparam R_OPTIONAL = KERNELS & 16;

  wire reg_write, reg_write_ok, reg_read, reg_read_ok, reg_read_ready;
  wire [11:0] reg_write_addr, reg_read_addr;
  wire [1:0] reg_write_halves;
  wire [63:0] reg_write_data, reg_read_data;
  axil_port #(
      .ADDR_W(12)
  ) u_axil (
      .clk           (clk),
      .rst           (rst),
      .s_axil_awaddr (s_axil_awaddr),
      .s_axil_awvalid(s_axil_awvalid),
      .s_axil_awready(s_axil_awready),
      .s_axil_wdata  (s_axil_wdata),
      .s_axil_wstrb  (s_axil_wstrb),
      .s_axil_wvalid (s_axil_wvalid),
      .s_axil_wready (s_axil_wready),
      .s_axil_bresp  (s_axil_bresp),
      .s_axil_bvalid (s_axil_bvalid),
      .s_axil_bready (s_axil_bready),
      .s_axil_araddr (s_axil_araddr),
      .s_axil_arvalid(s_axil_arvalid),
      .s_axil_arready(s_axil_arready),
      .s_axil_rdata  (s_axil_rdata),
      .s_axil_rresp  (s_axil_rresp),
      .s_axil_rvalid (s_axil_rvalid),
      .s_axil_rready (s_axil_rready),
      .o_write       (reg_write),
      .o_write_addr  (reg_write_addr),
      .o_write_halves(reg_write_halves),
      .o_write_data  (reg_write_data),
      .i_write_ok    (reg_write_ok),
      .o_read        (reg_read),
      .o_read_addr   (reg_read_addr),
      .i_read_data   (reg_read_data),
      .i_read_ok     (reg_read_ok),
      .i_read_ready  (reg_read_ready)
  );

  wire clear, job_written, niter_written, missing, push, queue_full, queued, in_flight, refuse;
  wire [COMMAND_W-1:0] pushed, head;
  wire [3:0] refuse_error;
  wire [63:0] cols, niter, tile, tile_rows, tile_cols;
  wire [63:0] counter;
  wire counter_here;
  registers #(
      .PES         (PES),
      .LANES       (LANES),
      .MEMORY_WORDS(MEMORY_WORDS),
      .MAX_COLS    (MAX_COLS),
      .LINE_BEATS  (LINE_BEATS),
      .F_BUFFERS   (F_BUFFERS),
      .AXI_DATA_W  (AXI_DATA_W),
      .KERNELS     (KERNELS),
      .WEIGHTS     (WEIGHTS),
      .PE_LATENCY  (PE_LATENCY),
      .TILE_LATENCY(TILE_LATENCY),
      .MIN_SLOTS   (MIN_SLOTS),
      .MAX_SLOTS   (MAX_SLOTS),
      .COMMAND_W   (COMMAND_W),
      .ADDR_W      (12)
  ) u_registers (
      .clk            (clk),
      .rst            (rst),
      .i_formula      (i_formula),
      .i_write        (reg_write),
      .i_write_addr   (reg_write_addr),
      .i_write_halves (reg_write_halves),
      .i_write_data   (reg_write_data),
      .o_write_ok     (reg_write_ok),
      .i_read         (reg_read),
      .i_read_addr    (reg_read_addr),
      .o_read_data    (reg_read_data),
      .o_read_ok      (reg_read_ok),
      .o_read_ready   (reg_read_ready),
      .o_clear        (clear),
      .o_job_written  (job_written),
      .o_niter_written(niter_written),
      .o_cols         (cols),
      .o_niter        (niter),
      .o_weights      (o_weights),
      .o_tiles        (o_tiles),
      .o_without_r    (o_without_r),
      .o_missing      (missing),
      .o_tile         (tile),
      .o_tile_rows    (tile_rows),
      .o_tile_cols    (tile_cols),
      .o_push         (push),
      .o_command      (pushed),
      .i_queue_full   (queue_full),
      .i_busy         (queued | in_flight),
      .i_finished     (i_finished),
      .i_refuse       (refuse),
      .i_refuse_error (refuse_error),
      .i_data_error   (i_data_error),
      .i_held_error   (i_held_error),
      .o_irq          (o_irq),
      .o_no_hold      (o_no_hold),
      .i_change       (i_change),
      .i_settling     (i_change_settling),
      .o_clear_change (o_clear_change),
      .i_counter      (counter),
      .i_counter_here (counter_here)
  );
  assign o_cols = cols[COLS_W-1:0];
  assign o_window = {
    tile[1], tile[23:8], tile_cols[32+:COLS_W], tile_cols[COLS_W-1:0], tile_rows[32+:ADDR_W], tile_rows[ADDR_W-1:0]
  };

  reg replan;  // a cycle after the write of NITER, when the register shows the value
  always @(posedge clk) replan <= niter_written & ~rst;
  wire plan_ready;
  pass_planner #(
      .PES    (PES),
      .NITER_W(32),
      .DEPTH_W(DEPTH_W)
  ) u_planner (
      .clk      (clk),
      .rst      (rst),
      .i_load   (replan),
      .i_niter  (niter[31:0]),
      .o_ready  (plan_ready),
      .o_passes (o_passes),
      .o_shallow(o_shallow),
      .o_depth  (o_depth)
  );

  // The queue, and the buffers that queue and engine use
  wire legal;
  wire [7:0] queue_set, flight_set, head_set, named_by_queue, named_by_head;
  wire [7:0] held_by_commands = (R_OPTIONAL != 0 & o_without_r) ? 8'h0f : 8'hff;  // r above f
  assign queue_set = named_by_queue & held_by_commands;
  assign head_set  = named_by_head & held_by_commands;
  command_queue #(
      .COMMAND_W(COMMAND_W)
  ) u_queue (
      .clk      (clk),
      .rst      (rst),
      .i_push   (push),
      .i_command(pushed),
      .o_full   (queue_full),
      .o_valid  (queued),
      .o_command(head),
      .i_pop    (i_take | refuse),
      .o_head   (named_by_head),
      .o_used   (named_by_queue)
  );
  wire bad_tile;
  generate
    if ((KERNELS & 2) != 0) begin : g_tiles
      tile_checker #(
          .MIN_SLOTS(MIN_SLOTS),
          .MAX_SLOTS(MAX_SLOTS)
      ) u_tile_checker (
          .clk      (clk),
          .i_run    (o_tiles),
          .i_cols   (cols[31:0]),
          .i_niter  (niter[31:0]),
          .i_slots  (tile[15:8]),
          .i_slopes (tile[23:16]),
          .i_rows_at(tile_rows),
          .i_cols_at(tile_cols),
          .i_rows   (head[31:0]),
          .i_above  (head[40]),
          .i_below  (head[41]),
          .o_bad    (bad_tile)
      );
    end else begin : g_no_tiles
      assign bad_tile = 1'b0;
    end
  endgenerate
  command_checker #(
      .MEMORY_WORDS(MEMORY_WORDS),
      .MAX_COLS    (MAX_COLS),
      .LANES       (LANES),
      .LINE_BEATS  (LINE_BEATS),
      .F_BUFFERS   (F_BUFFERS),
      .R_OPTIONAL  (R_OPTIONAL),
      .COMMAND_W   (COMMAND_W),
      .WORDS_W     (ADDR_W)
  ) u_checker (
      .clk          (clk),
      .rst          (rst),
      .i_valid      (queued),
      .i_command    (head),
      .i_take       (i_take),
      .i_job_written(job_written),
      .i_cols       (cols),
      .i_niter      (niter),
      .i_plan_ready (plan_ready),
      .i_passes     (o_passes),
      .i_missing    (missing),
      .i_without_r  (o_without_r),
      .i_tiles      (o_tiles),
      .i_bad_tile   (bad_tile),
      .o_legal      (legal),
      .o_refuse     (refuse),
      .o_error      (refuse_error),
      .o_words      (o_words)
  );
  commands_in_flight u_flight (
      .clk       (clk),
      .rst       (rst),
      .i_take    (i_take),
      .i_set     (head_set),
      .i_finished(i_finished),
      .o_any     (in_flight),
      .o_used    (flight_set)
  );
  assign o_held = queue_set | flight_set;
  assign o_command = legal & (head_set & (i_touched | flight_set)) == 8'd0;
  assign o_rows = head[ADDR_W-1:0];
  assign o_f_buffer = head[33:32];
  assign o_r_buffer = head[36];
  assign o_above = head[40];
  assign o_below = head[41];

  perf_counters u_perf (
      .clk          (clk),
      .rst          (rst),
      .i_clear      (clear),
      .i_busy       (i_engine_busy),
      .i_stall      (i_stall),
      .i_fill       (i_fill),
      .i_load       (i_write_outstanding),
      .i_store      (i_read_outstanding),
      .i_write_busy (i_write_busy),
      .i_read_busy  (i_read_busy),
      .i_load_beat  (i_load_beat),
      .i_store_beat (i_store_beat),
      .i_finished   (i_finished),
      .i_read       (reg_read),
      .i_read_addr  (reg_read_addr),
      .o_read_data  (counter),
      .o_read_here  (counter_here),
      .o_cause      (o_cause)
  );

  wire unused = &{1'b0, tile[63:24], tile[7:2], tile[0], tile_rows, tile_cols};

endmodule

`default_nettype wire
