// tile_bench: the tile engine with an operator per element, as in the accelerator.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    four adders and a division by 5 in series, every operand taken in the cycle that
//             tile_engine tells.
// Parameters: as tile_engine.
`default_nettype none

module tile_bench #(
    parameter PES         = 4,
    parameter MAX_COLS    = 257,
    parameter ADDR_W      = 20,
    parameter NITER_W     = 32,
    parameter DEPTH_W     = 3,
    parameter ADD_LATENCY = 5,
    parameter DIV_LATENCY = 2,
    parameter MAX_SLOTS   = 32,
    parameter COLS_W      = $clog2(MAX_COLS + 1)
) (
    input  wire               clk,
    input  wire               rst,
    input  wire [ COLS_W-1:0] i_cols,
    input  wire [NITER_W-1:0] i_passes,
    input  wire [NITER_W-1:0] i_shallow,
    input  wire [DEPTH_W-1:0] i_depth,
    input  wire               i_backward,
    input  wire [        7:0] i_slots,
    input  wire [ ADDR_W-1:0] i_top,
    input  wire [ ADDR_W-1:0] i_bottom,
    input  wire [ COLS_W-1:0] i_left,
    input  wire [ COLS_W-1:0] i_right,
    input  wire [        7:0] i_slopes,
    input  wire               i_command,
    input  wire [ ADDR_W-1:0] i_rows,
    input  wire [ ADDR_W-1:0] i_words,
    input  wire [        1:0] i_f_buffer,
    output wire               o_take,
    output wire               o_busy,
    output wire               o_fill,
    output wire               o_finished,
    output wire [        1:0] o_f_buffer,
    output wire               o_read,
    output wire [ ADDR_W-1:0] o_read_addr,
    input  wire [       63:0] i_read_f,
    output wire               o_write,
    output wire [ ADDR_W-1:0] o_write_addr,
    output wire [       63:0] o_write_f
);

  wire [320*PES-1:0] operands;
  wire [64*PES-1:0] point;
  tile_engine #(
      .PES        (PES),
      .MAX_COLS   (MAX_COLS),
      .ADDR_W     (ADDR_W),
      .NITER_W    (NITER_W),
      .DEPTH_W    (DEPTH_W),
      .ADD_LATENCY(ADD_LATENCY),
      .DIV_LATENCY(DIV_LATENCY),
      .MAX_SLOTS  (MAX_SLOTS)
  ) u_engine (
      .clk         (clk),
      .rst         (rst),
      .i_tiles     (1'b1),
      .i_cols      (i_cols),
      .i_passes    (i_passes),
      .i_shallow   (i_shallow),
      .i_depth     (i_depth),
      .i_window    ({i_backward, i_slopes, i_slots, i_right, i_left, i_bottom, i_top}),
      .i_command   (i_command),
      .i_rows      (i_rows),
      .i_words     (i_words),
      .i_f_buffer  (i_f_buffer),
      .o_take      (o_take),
      .o_busy      (o_busy),
      .o_fill      (o_fill),
      .o_finished  (o_finished),
      .o_f_buffer  (o_f_buffer),
      .o_read      (o_read),
      .o_read_addr (o_read_addr),
      .i_read_f    (i_read_f),
      .o_write     (o_write),
      .o_write_addr(o_write_addr),
      .o_write_f   (o_write_f),
      .o_operands  (operands),
      .i_point     (point)
  );

  genvar pe;
  generate
    for (pe = 0; pe < PES; pe = pe + 1) begin : g_operator
      tile_bench_point #(
          .ADD_LATENCY(ADD_LATENCY),
          .DIV_LATENCY(DIV_LATENCY)
      ) u_point (
          .clk     (clk),
          .i_north (operands[320*pe+:64]),
          .i_south (operands[320*pe+64+:64]),
          .i_centre(operands[320*pe+128+:64]),
          .i_west  (operands[320*pe+192+:64]),
          .i_east  (operands[320*pe+256+:64]),
          .o_point (point[64*pe+:64])
      );
    end
  endgenerate

endmodule

`default_nettype wire
