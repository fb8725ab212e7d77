// kernels: carries out commands, as sweeps or as Gauss-Seidel tiles.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    the engine of sweeps and the tile engine, each where KERNELS has it, share one command and one memory
//             port. With both, tiles share the adders of sweeps, and the job says which engine gets the commands.
// Parameters: those of engine; MAX_SLOTS of tile_engine.
// Commands:   offered with i_command until o_take, never for an engine that is missing. The job (i_cols .. i_window) is
//             held from 3 cycles before the first offer until o_busy falls. The heads of engine and tile_engine have
//             the rest. i_words is i_rows*i_cols; only tiles use it. Tiles have neither above nor below.
// Latency:    that of engine and tile_engine.
// Tiles write lane 0 of f only. They never stall.
`default_nettype none

module kernels #(
    parameter PES         = 4,
    parameter LANES       = 1,
    parameter MAX_COLS    = 10000,
    parameter LINE_BEATS  = (MAX_COLS + LANES - 1) / LANES,
    parameter ADDR_W      = 20,
    parameter NITER_W     = 32,
    parameter DEPTH_W     = 3,
    parameter KERNELS     = 7,
    parameter WEIGHTS     = 3,
    parameter ADD_LATENCY = 5,
    parameter MUL_LATENCY = 6,
    parameter DIV_LATENCY = 2,
    parameter PE_LATENCY  = 2 + 3 * ADD_LATENCY + 2 * MUL_LATENCY,
    parameter MAX_SLOTS   = 32,
    parameter COLS_W      = $clog2(MAX_COLS + 1),
    parameter WINDOW_W    = 17 + 2 * ADDR_W + 2 * COLS_W
) (
    input  wire                  clk,
    input  wire                  rst,
    // Job
    input  wire [    COLS_W-1:0] i_cols,
    input  wire [   NITER_W-1:0] i_passes,
    input  wire [   NITER_W-1:0] i_shallow,
    input  wire [   DEPTH_W-1:0] i_depth,
    input  wire [64*WEIGHTS-1:0] i_weights,
    input  wire                  i_tiles,           // commands are tiles
    input  wire [  WINDOW_W-1:0] i_window,          // of a tile (tile_engine)
    // Command
    input  wire                  i_command,
    input  wire [    ADDR_W-1:0] i_rows,
    input  wire [    ADDR_W-1:0] i_words,
    input  wire [           1:0] i_f_buffer,
    input  wire                  i_r_buffer,
    input  wire                  i_above,
    input  wire                  i_below,
    output wire                  o_take,
    output wire                  o_busy,
    output wire                  o_stall,
    output wire                  o_fill,
    output wire                  o_finished,        // one pulse per command
    // The largest change of sweeps, as in engine
    input  wire                  i_clear_change,
    output wire [          63:0] o_change,
    output wire                  o_settling,        // o_change waits for the last points
    // Memory
    output wire                  o_read,
    output wire [    ADDR_W-1:0] o_read_addr,
    output wire [           1:0] o_read_f_buffer,
    output wire                  o_read_r_buffer,
    input  wire [  64*LANES-1:0] i_read_f,
    input  wire [  64*LANES-1:0] i_read_r,
    output wire [     LANES-1:0] o_write,
    output wire [    ADDR_W-1:0] o_write_addr,
    output wire [           1:0] o_write_f_buffer,
    output wire [  64*LANES-1:0] o_write_f,
    output wire                  o_write_r,
    output wire                  o_write_r_buffer,
    output wire [  64*LANES-1:0] o_write_r_data
);

  localparam SWEEPS = KERNELS & ~6;  // any kernel but tiles and change
  localparam TILES = KERNELS & 2;
  localparam WRITTEN = KERNELS & ~22;  // sweeps written by hand, whose adders tiles can share

  wire sweep_take, sweep_busy, sweep_fill, sweep_finished, sweep_read, sweep_read_r_buffer, sweep_write_r;
  wire [ADDR_W-1:0] sweep_read_addr, sweep_write_addr;
  wire [1:0] sweep_read_f_buffer, sweep_write_f_buffer;
  wire [LANES-1:0] sweep_write;
  wire [64*LANES-1:0] sweep_write_f;
  wire tile_take, tile_busy, tile_fill, tile_finished, tile_read, tile_write;
  wire [ADDR_W-1:0] tile_read_addr, tile_write_addr;
  wire [1:0] tile_f_buffer;
  wire [63:0] tile_write_f;
  wire [320*PES-1:0] operands;  // of a tile's points, one per element
  wire [64*PES-1:0] shared_point, point;

  genvar pe;
  generate
    if (SWEEPS != 0) begin : g_sweeps
      engine #(
          .PES        (PES),
          .LANES      (LANES),
          .MAX_COLS   (MAX_COLS),
          .LINE_BEATS (LINE_BEATS),
          .ADDR_W     (ADDR_W),
          .NITER_W    (NITER_W),
          .DEPTH_W    (DEPTH_W),
          .KERNELS    (KERNELS),
          .WEIGHTS    (WEIGHTS),
          .ADD_LATENCY(ADD_LATENCY),
          .MUL_LATENCY(MUL_LATENCY),
          .DIV_LATENCY(DIV_LATENCY),
          .SHARED     (TILES != 0 && WRITTEN != 0 ? 1 : 0),
          .PE_LATENCY (PE_LATENCY)
      ) u_engine (
          .clk             (clk),
          .rst             (rst),
          .i_cols          (i_cols),
          .i_passes        (i_passes),
          .i_shallow       (i_shallow),
          .i_depth         (i_depth),
          .i_weights       (i_weights),
          .i_command       (i_command),
          .i_rows          (i_rows),
          .i_f_buffer      (i_f_buffer),
          .i_r_buffer      (i_r_buffer),
          .i_above         (i_above),
          .i_below         (i_below),
          .o_take          (sweep_take),
          .o_busy          (sweep_busy),
          .o_stall         (o_stall),
          .o_fill          (sweep_fill),
          .o_finished      (sweep_finished),
          .i_clear_change  (i_clear_change),
          .o_change        (o_change),
          .o_settling      (o_settling),
          .o_read          (sweep_read),
          .o_read_addr     (sweep_read_addr),
          .o_read_f_buffer (sweep_read_f_buffer),
          .o_read_r_buffer (sweep_read_r_buffer),
          .i_read_f        (i_read_f),
          .i_read_r        (i_read_r),
          .o_write         (sweep_write),
          .o_write_addr    (sweep_write_addr),
          .o_write_f_buffer(sweep_write_f_buffer),
          .o_write_f       (sweep_write_f),
          .o_write_r       (sweep_write_r),
          .o_write_r_buffer(o_write_r_buffer),
          .o_write_r_data  (o_write_r_data),
          .i_tiles         (i_tiles),
          .i_operands      (operands),
          .o_point         (shared_point)
      );
    end else begin : g_no_sweeps
      assign {sweep_take, sweep_busy, sweep_fill, sweep_finished, sweep_read, sweep_read_r_buffer} = 6'd0;
      assign sweep_write_r        = 1'b0;
      assign sweep_read_addr      = {ADDR_W{1'b0}};
      assign sweep_write_addr     = {ADDR_W{1'b0}};
      assign sweep_read_f_buffer  = 2'd0;
      assign sweep_write_f_buffer = 2'd0;
      assign sweep_write          = {LANES{1'b0}};
      assign sweep_write_f        = {64 * LANES{1'b0}};
      assign shared_point         = {64 * PES{1'b0}};
      assign o_stall              = 1'b0;
      assign o_change             = 64'd0;
      assign o_settling           = 1'b0;
      assign o_write_r_buffer     = 1'b0;
      assign o_write_r_data       = {64 * LANES{1'b0}};
      wire unused = &{1'b0, i_weights, i_above, i_below, i_clear_change, i_read_f, i_read_r};
    end

    if (TILES != 0) begin : g_tiles
      tile_engine #(
          .PES        (PES),
          .MAX_COLS   (MAX_COLS),
          .ADDR_W     (ADDR_W),
          .NITER_W    (NITER_W),
          .DEPTH_W    (DEPTH_W),
          .ADD_LATENCY(ADD_LATENCY),
          .DIV_LATENCY(DIV_LATENCY),
          .MAX_SLOTS  (MAX_SLOTS)
      ) u_tile_engine (
          .clk         (clk),
          .rst         (rst),
          .i_tiles     (i_tiles),
          .i_cols      (i_cols),
          .i_passes    (i_passes),
          .i_shallow   (i_shallow),
          .i_depth     (i_depth),
          .i_window    (i_window),
          .i_command   (i_command),
          .i_rows      (i_rows),
          .i_words     (i_words),
          .i_f_buffer  (i_f_buffer),
          .o_take      (tile_take),
          .o_busy      (tile_busy),
          .o_fill      (tile_fill),
          .o_finished  (tile_finished),
          .o_f_buffer  (tile_f_buffer),
          .o_read      (tile_read),
          .o_read_addr (tile_read_addr),
          .i_read_f    (i_read_f[63:0]),
          .o_write     (tile_write),
          .o_write_addr(tile_write_addr),
          .o_write_f   (tile_write_f),
          .o_operands  (operands),
          .i_point     (point)
      );
    end else begin : g_no_tiles
      assign {tile_take, tile_busy, tile_fill, tile_finished, tile_read, tile_write} = 6'd0;
      assign tile_read_addr  = {ADDR_W{1'b0}};
      assign tile_write_addr = {ADDR_W{1'b0}};
      assign tile_f_buffer   = 2'd0;
      assign tile_write_f    = 64'd0;
      assign operands        = {320 * PES{1'b0}};
      wire unused = &{1'b0, i_words, i_window, point};
    end

    // Tiles have operators of their own where there are no sweeps to share adders with.
    for (pe = 0; pe < PES; pe = pe + 1) begin : g_point
      if (WRITTEN == 0) begin : g_own
        tile_operator #(
            .ADD_LATENCY(ADD_LATENCY),
            .DIV_LATENCY(DIV_LATENCY)
        ) u_operator (
            .clk       (clk),
            .i_operands(operands[320*pe+:320]),
            .o_point   (point[64*pe+:64])
        );
        wire unused = &{1'b0, shared_point[64*pe+:64]};
      end else begin : g_shared
        assign point[64*pe+:64] = shared_point[64*pe+:64];
      end
    end
  endgenerate

  assign o_take     = sweep_take | tile_take;
  assign o_busy     = sweep_busy | tile_busy;
  assign o_fill     = sweep_fill | tile_fill;
  assign o_finished = sweep_finished | tile_finished;

  // A tile reads the r buffer of its command too and ignores the data: the interlock holds that buffer. It writes none.
  wire from_tiles = TILES != 0 & (SWEEPS == 0 | i_tiles);
  reg tile_r_buffer;
  always @(posedge clk) if (tile_take) tile_r_buffer <= i_r_buffer;

  localparam [LANES-1:0] LANE_0 = 1;
  wire [64*LANES+63:0] wide_tile = {{64 * LANES{1'b0}}, tile_write_f};
  assign o_read           = sweep_read | tile_read;
  assign o_read_addr      = from_tiles ? tile_read_addr : sweep_read_addr;
  assign o_read_f_buffer  = from_tiles ? tile_f_buffer : sweep_read_f_buffer;
  assign o_read_r_buffer  = from_tiles ? tile_r_buffer : sweep_read_r_buffer;
  assign o_write          = sweep_write | (tile_write ? LANE_0 : {LANES{1'b0}});
  assign o_write_addr     = from_tiles ? tile_write_addr : sweep_write_addr;
  assign o_write_f_buffer = from_tiles ? tile_f_buffer : sweep_write_f_buffer;
  assign o_write_r        = sweep_write_r & ~from_tiles;
  assign o_write_f        = from_tiles ? wide_tile[64*LANES-1:0] : sweep_write_f;
  wire unused = &{1'b0, wide_tile[64*LANES+63:64*LANES]};

endmodule

`default_nettype wire
