// What tests have had a whole device do: uses of each buffer one after another, errors and what the device did then, chains,
// tiles. Bound to stencil_accel; bins.json has the names.
// SPDX-License-Identifier: Apache-2.0

// Each use of a buffer after the one before: a burst that begins, a command that is taken. Where two begin in one cycle each
// follows the one before both.
module buffer_bins (
    input wire       clk,
    input wire       rst,
    input wire [7:0] i_load,   // one bit for each buffer: r above f
    input wire [7:0] i_store,
    input wire [7:0] i_sweep,
    input wire [7:0] i_tile
);
  // f 0, f 1, f 2, r 0, r 1
  function automatic [4:0] used(input [7:0] set);
    used = {set[5:4], set[2:0]};
  endfunction
  wire [4:0] load = used(i_load), store = used(i_store), sweep = used(i_sweep), tile = used(i_tile);
  genvar buffer, at;
  generate
    for (buffer = 0; buffer < 5; buffer = buffer + 1) begin : g_buffer
      wire [3:0] now = {tile[buffer], sweep[buffer], store[buffer], load[buffer]};
      reg [3:0] last;
      always @(posedge clk) if (rst) last <= 4'd0; else if (now != 4'd0) last <= now;
    end
  endgenerate
  wire [79:0] hit;
  generate
    for (at = 0; at < 80; at = at + 1) begin : g_bin
      assign hit[at] = g_buffer[at/16].last[at/4%4] && g_buffer[at/16].now[at%4];
      bin : cover property (@(posedge clk) !rst && hit[at]);
    end
  endgenerate
endmodule

// The first error since failed was cleared, by its code, and whether a command was in flight.
module error_bins (
    input wire       clk,
    input wire       rst,
    input wire       i_failed,
    input wire [3:0] i_error,
    input wire       i_in_flight
);
  reg failed, in_flight;
  always @(posedge clk) begin
    failed    <= i_failed;
    in_flight <= i_in_flight;
  end
  genvar at;
  generate
    for (at = 0; at < 24; at = at + 1) begin : g_bin
      bin : cover property (@(posedge clk) !rst && i_failed && !failed && i_error == at / 2 + 1 && in_flight == at % 2);
    end
  endgenerate
endmodule

// Sweep commands that are taken: alone, first, in the middle, last of a chain; in one pass, in several; after a taken
// command that has finished, or while one is in flight.
module chain_bins (
    input wire        clk,
    input wire        i_take,
    input wire        i_tiles,
    input wire        i_above,
    input wire        i_below,
    input wire [31:0] i_passes,
    input wire        i_in_flight
);
  genvar at;
  generate
    for (at = 0; at < 16; at = at + 1) begin : g_bin
      bin : cover property (@(posedge clk) i_take && !i_tiles && i_above == at / 8 && i_below == at / 4 % 2 &&
                            (i_passes > 1) == at / 2 % 2 && i_in_flight == at % 2);
    end
  endgenerate
endmodule

// Tiles that are taken: each slope of each edge, forward and backward.
module tile_slope_bins (
    input wire       clk,
    input wire       i_take,
    input wire       i_tiles,
    input wire       i_backward,
    input wire [7:0] i_slopes  // right, left, bottom, top
);
  genvar at;
  generate
    for (at = 0; at < 24; at = at + 1) begin : g_bin
      localparam [1:0] SLOPE = at % 3 == 0 ? 2'b11 : at % 3 == 1 ? 2'b00 : 2'b01;
      bin : cover property (@(posedge clk) i_take && i_tiles && i_backward == at / 12 && i_slopes[2*(at/3%4)+:2] == SLOPE);
    end
  endgenerate
endmodule

// Tiles that are taken: as few row slots as there may be, more, as many as there may be; in one pass, in several.
module tile_slot_bins #(
    parameter MIN_SLOTS = 13,
    parameter MAX_SLOTS = 32
) (
    input wire        clk,
    input wire        i_take,
    input wire        i_tiles,
    input wire [ 7:0] i_slots,
    input wire [31:0] i_passes
);
  wire [2:0] kind = {i_slots == MAX_SLOTS, i_slots > MIN_SLOTS && i_slots < MAX_SLOTS, i_slots == MIN_SLOTS};
  genvar at;
  generate
    for (at = 0; at < 6; at = at + 1) begin : g_bin
      bin : cover property (@(posedge clk) i_take && i_tiles && kind[at/2] && (i_passes > 1) == at % 2);
    end
  endgenerate
endmodule

module device_bins #(
    parameter MIN_SLOTS = 13,
    parameter MAX_SLOTS = 32
) (
    input wire        clk,
    input wire        rst,
    input wire        i_write_begins,
    input wire [ 2:0] i_write_buffer,
    input wire        i_read_begins,
    input wire [ 2:0] i_read_buffer,
    input wire        i_take,
    input wire        i_tiles,
    input wire [ 7:0] i_set,  // buffers of the command
    input wire        i_above,
    input wire        i_below,
    input wire [31:0] i_passes,
    input wire        i_backward,
    input wire [ 7:0] i_slopes,
    input wire [ 7:0] i_slots,
    input wire        i_in_flight,
    input wire        i_failed,
    input wire [ 3:0] i_error
);
  wire [7:0] one = 8'd1;
  buffer_bins u_buffers (
      .clk(clk), .rst(rst), .i_load(i_write_begins ? one << i_write_buffer : 8'd0),
      .i_store(i_read_begins ? one << i_read_buffer : 8'd0), .i_sweep(i_take && !i_tiles ? i_set : 8'd0),
      .i_tile(i_take && i_tiles ? i_set : 8'd0));
  error_bins u_errors (.clk(clk), .rst(rst), .i_failed(i_failed), .i_error(i_error), .i_in_flight(i_in_flight));
  chain_bins u_chains (
      .clk(clk), .i_take(i_take), .i_tiles(i_tiles), .i_above(i_above), .i_below(i_below), .i_passes(i_passes),
      .i_in_flight(i_in_flight));
  tile_slope_bins u_slopes (.clk(clk), .i_take(i_take), .i_tiles(i_tiles), .i_backward(i_backward), .i_slopes(i_slopes));
  tile_slot_bins #(.MIN_SLOTS(MIN_SLOTS), .MAX_SLOTS(MAX_SLOTS)) u_slots (
      .clk(clk), .i_take(i_take), .i_tiles(i_tiles), .i_slots(i_slots), .i_passes(i_passes));
endmodule
bind stencil_accel device_bins #(.MIN_SLOTS(MIN_SLOTS), .MAX_SLOTS(MAX_SLOTS)) u_device_bins (
    .clk(clk), .rst(rst),
    .i_write_begins(u_data_port.u_write_port.u_gate.i_step & ~u_data_port.u_write_port.u_gate.begun),
    .i_write_buffer(u_data_port.u_write_port.u_gate.i_buffer),
    .i_read_begins(u_data_port.u_read_port.u_gate.i_step & ~u_data_port.u_read_port.u_gate.begun),
    .i_read_buffer(u_data_port.u_read_port.u_gate.i_buffer),
    .i_take(take), .i_tiles(tiles), .i_set(u_control.head_set), .i_above(above), .i_below(below), .i_passes(passes),
    .i_backward(window[WINDOW_W-1]), .i_slopes(window[WINDOW_W-2-:8]), .i_slots(window[WINDOW_W-10-:8]),
    .i_in_flight(u_control.in_flight), .i_failed(u_control.u_registers.u_status.o_failed),
    .i_error(u_control.u_registers.u_status.o_error));
