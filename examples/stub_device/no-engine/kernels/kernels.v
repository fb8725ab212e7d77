// kernels: an engine that takes commands and never ends one, in the place of ours.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    with it our register and data ports make a device whose buses keep the contract, and whose sweeps are
//             still to be written.
// Parameters: those of kernels in the RTL of the package.
// Commands:   taken at once, never finished.
// Latency:    none.
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

  assign o_take           = i_command;
  assign o_busy           = 1'b0;
  assign o_stall          = 1'b0;
  assign o_fill           = 1'b0;
  assign o_finished       = 1'b0;
  assign o_change         = 64'd0;
  assign o_settling       = 1'b0;
  assign o_read           = 1'b0;
  assign o_read_addr      = {ADDR_W{1'b0}};
  assign o_read_f_buffer  = 2'd0;
  assign o_read_r_buffer  = 1'b0;
  assign o_write          = {LANES{1'b0}};
  assign o_write_addr     = {ADDR_W{1'b0}};
  assign o_write_f_buffer = 2'd0;
  assign o_write_f        = {64 * LANES{1'b0}};
  assign o_write_r        = 1'b0;
  assign o_write_r_buffer = 1'b0;
  assign o_write_r_data   = {64 * LANES{1'b0}};

endmodule

`default_nettype wire
