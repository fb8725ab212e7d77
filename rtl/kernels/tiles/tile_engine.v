// tile_engine: Gauss-Seidel sweeps in place over a tile of a block in local memory, one command after another.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    joins passes, sequencers and cascade. Sweep t = 1 .. K of a command sets every point of
//             rows [top, bottom), columns [left, right) of a block packed from word 0, each edge at its place in the
//             first sweep plus slope*(t-1), to ((((north+south)+itself)+west)+east)/5, rows and columns rising or,
//             backward, both falling. Nothing else changes.
//             R rows take turns in an element, so that a result is there when the next column of its row needs it.
//             Element p makes sweep p+1 of a pass, one row and 2*R cycles after element p-1. The block goes through the
//             elements once per pass; the element of the last sweep writes back every point inside the border once,
//             changed or not.
// Parameters: PES elements; MAX_COLS columns; ADDR_W bits of word addresses and of numbers of rows, NITER_W and DEPTH_W
//             of the plan; ADD_LATENCY, DIV_LATENCY of the operators; MAX_SLOTS row slots, at least MIN_SLOTS =
//             2*ADD_LATENCY + DIV_LATENCY + 1.
// Operators:  one per element, outside: operands north and south of a cell in one cycle, centre
//             ADD_LATENCY later, west 2*ADD_LATENCY, east 3*ADD_LATENCY; i_point is its result
//             Lp = 4*ADD_LATENCY + DIV_LATENCY after north and south. Backward, north and south swap ports: their sum
//             has the same bits.
// Commands:   offered with i_command until o_take, which comes at once or in the cycle after
//             o_finished. The job (i_tiles .. i_window) is held from 3 cycles before the first offer until
//             o_busy falls. i_words = i_rows*i_cols. rows, cols >= 3; MIN_SLOTS <= i_slots <= MAX_SLOTS;
//             in the first and the last sweep every edge lies in 1 .. rows-1, or 1 .. cols-1.
//             Read data comes in the next cycle. While idle, and without i_tiles, nothing changes in here.
// Latency:    W = max(cols, 2*R + 1), T(k, c) = R*((k/R)*W + c + 2*(k%R)) + k%R. A pass of d sweeps
//             takes T(rows + d - 2, cols - 2) + 2*R*(d - 1) + Lp + 4 cycles, and reads in the first T(rows - 1, cols -
//             2) + 1 of them, padding of narrow rows and of the last band included; the rest is o_fill. The first pass
//             begins in the cycle after o_take, each other one right after the pass before; o_finished is in the last
//             cycle of the last pass, which writes the last point. o_busy lasts from the cycle after o_take to that
//             one.
`default_nettype none

module tile_engine #(
    parameter PES         = 4,
    parameter MAX_COLS    = 10000,
    parameter ADDR_W      = 20,
    parameter NITER_W     = 32,
    parameter DEPTH_W     = 3,
    parameter ADD_LATENCY = 5,
    parameter DIV_LATENCY = 2,
    parameter MAX_SLOTS   = (2 * ADD_LATENCY + DIV_LATENCY < 32) ? 32 : 2 * ADD_LATENCY + DIV_LATENCY + 1,
    parameter COLS_W      = $clog2(MAX_COLS + 1),
    parameter WINDOW_W    = 17 + 2 * ADDR_W + 2 * COLS_W
) (
    input  wire               clk,
    input  wire               rst,
    // Job
    input  wire               i_tiles,           // it is one of tiles; others' offers are not taken
    input  wire [ COLS_W-1:0] i_cols,
    input  wire [NITER_W-1:0] i_passes,
    input  wire [NITER_W-1:0] i_shallow,
    input  wire [DEPTH_W-1:0] i_depth,
    input  wire [WINDOW_W-1:0] i_window,          // {backward, slopes, slots, right, left, bottom, top}
    // Command
    input  wire               i_command,
    input  wire [ ADDR_W-1:0] i_rows,
    input  wire [ ADDR_W-1:0] i_words,           // rows*cols
    input  wire [        1:0] i_f_buffer,
    output wire               o_take,
    output wire               o_busy,
    output wire               o_fill,            // busy, and the pass has read the whole block
    output wire               o_finished,        // one pulse per command
    // Memory
    output wire [        1:0] o_f_buffer,        // of the command in flight
    output wire               o_read,
    output wire [ ADDR_W-1:0] o_read_addr,
    input  wire [       63:0] i_read_f,
    output reg                o_write,
    output reg  [ ADDR_W-1:0] o_write_addr,
    output reg  [       63:0] o_write_f,
    // Operators, one per element
    output wire [320*PES-1:0] o_operands,        // {east, west, centre, south, north}
    input  wire [ 64*PES-1:0] i_point
);

  localparam LATENCY = 4 * ADD_LATENCY + DIV_LATENCY;
  localparam MIN_SLOTS = 2 * ADD_LATENCY + DIV_LATENCY + 1;
  localparam WIDER_W = (ADDR_W > COLS_W) ? ADDR_W : COLS_W;
  localparam NUM_W = ((WIDER_W > 9) ? WIDER_W : 9) + 1;  // one bit more: rows, elements and slots together
  localparam WAIT_LEAST_W = $clog2(LATENCY + 1 + 2 * MAX_SLOTS * PES);
  localparam WAIT_W = (WAIT_LEAST_W > 10) ? WAIT_LEAST_W : 10;

  // The window: edges in the first sweep, slopes {right, left, bottom, top} in two's complement: -1, 0, 1
  wire backward;
  wire [7:0] window_slopes, slots;
  wire [ADDR_W-1:0] top, bottom;
  wire [COLS_W-1:0] left, right;
  assign {backward, window_slopes, slots, right, left, bottom, top} = i_window;

  // Numbers derived from the job
  wire [NUM_W-1:0] turn, last_col, edge_last, row_step, col_step, slot_step, band_step;
  tile_geometry #(
      .NUM_W (NUM_W),
      .COLS_W(COLS_W)
  ) u_geometry (
      .clk        (clk),
      .i_run      (i_tiles),
      .i_cols     (i_cols),
      .i_slots    (slots),
      .i_backward (backward),
      .o_turn     (turn),
      .o_last_col (last_col),
      .o_edge_last(edge_last),
      .o_row_step (row_step),
      .o_col_step (col_step),
      .o_slot_step(slot_step),
      .o_band_step(band_step)
  );
  // Command and passes
  reg [1:0] f_buffer;
  reg [NUM_W-1:0] last_row, first_address;
  wire [NUM_W-1:0] words = {{(NUM_W - ADDR_W) {1'b0}}, i_words};
  wire begins, starts_writing;
  wire [NUM_W-1:0] write_start;
  wire [DEPTH_W-1:0] depth;
  reg written;
  tile_passes #(
      .NUM_W  (NUM_W),
      .NITER_W(NITER_W),
      .DEPTH_W(DEPTH_W),
      .LATENCY(LATENCY),
      .WAIT_W (WAIT_W)
  ) u_passes (
      .clk            (clk),
      .rst            (rst),
      .i_passes       (i_passes),
      .i_shallow      (i_shallow),
      .i_depth        (i_depth),
      .i_slots        (slots),
      .i_row_step     (row_step),
      .i_command      (i_command),
      .i_tiles        (i_tiles),
      .i_backward     (backward),
      .i_words        (words),
      .o_take         (o_take),
      .o_busy         (o_busy),
      .o_finished     (o_finished),
      .i_written      (written),
      .o_begin        (begins),
      .o_depth        (depth),
      .o_write_back   (starts_writing),
      .o_write_address(write_start)
  );
  assign o_f_buffer = f_buffer;
  always @(posedge clk)
    if (o_take) begin
      f_buffer      <= i_f_buffer;
      last_row      <= {{(NUM_W - ADDR_W) {1'b0}}, i_rows} - 1'b1;
      first_address <= backward ? words - 1'b1 : {NUM_W{1'b0}};
    end
  wire [NUM_W-1:0] row_begin, row_end, col_begin, col_end;
  wire [7:0] slopes;
  tile_frame #(
      .NUM_W  (NUM_W),
      .ADDR_W (ADDR_W),
      .COLS_W (COLS_W),
      .DEPTH_W(DEPTH_W)
  ) u_frame (
      .clk        (clk),
      .i_take     (o_take),
      .i_pass_ends(written),
      .i_depth    (depth),
      .i_backward (backward),
      .i_rows     (i_rows),
      .i_cols     (i_cols),
      .i_top      (top),
      .i_bottom   (bottom),
      .i_left     (left),
      .i_right    (right),
      .i_slopes   (window_slopes),
      .o_row_begin(row_begin),
      .o_row_end  (row_end),
      .o_col_begin(col_begin),
      .o_col_end  (col_end),
      .o_slopes   (slopes)
  );

  // Reading: cells on their way to element 0
  wire [NUM_W-1:0] cols = {{(NUM_W - COLS_W) {1'b0}}, i_cols};
  wire [NUM_W-1:0] read_row, read_col, read_address;
  wire read_first_slot, read_last_slot, read_valid, read_useful, read_ends;
  reg reading;
  tile_sequencer #(
      .NUM_W(NUM_W)
  ) u_reads (
      .clk         (clk),
      .i_run       (o_busy),
      .i_start     (begins),
      .i_address   (o_busy ? first_address : backward ? words - 1'b1 : {NUM_W{1'b0}}),
      .i_end_row   (last_row),
      .i_slots     (slots),
      .i_cols      (cols),
      .i_turn      (turn),
      .i_last_col  (last_col),
      .i_col_step  (col_step),
      .i_slot_step (slot_step),
      .i_band_step (band_step),
      .o_first_slot(read_first_slot),
      .o_last_slot (read_last_slot),
      .o_valid     (read_valid),
      .o_useful    (read_useful),
      .o_row       (read_row),
      .o_col       (read_col),
      .o_address   (read_address),
      .o_end       (read_ends)
  );
  always @(posedge clk) begin
    if (rst) reading <= 1'b0;
    else if (begins) reading <= 1'b1;
    else if (read_ends) reading <= 1'b0;
  end
  assign o_read      = reading & read_useful;
  assign o_read_addr = read_address[ADDR_W-1:0];
  assign o_fill      = o_busy & ~reading;

  // s1: memory delivers; s2: at the cascade.
  reg s1_begins, s1_first_slot, s1_last_slot, s1_valid;
  reg s2_first_slot, s2_last_slot, s2_valid;
  reg [NUM_W-1:0] s1_row, s1_col, s2_row, s2_col;
  reg [63:0] s2_f;
  always @(posedge clk) begin
    if (begins | o_busy) s1_begins <= begins;
    if (o_busy) begin
      s1_first_slot <= read_first_slot;
      s1_last_slot  <= read_last_slot;
      s1_valid      <= read_valid;
      s1_row        <= read_row;
      s1_col        <= read_col;
      s2_first_slot <= s1_first_slot;
      s2_last_slot  <= s1_last_slot;
      s2_valid      <= s1_valid;
      s2_row        <= s1_row;
      s2_col        <= s1_col;
      s2_f          <= i_read_f;
    end
  end

  wire [63:0] leaving_f;
  tile_cascade #(
      .PES        (PES),
      .MAX_COLS   (MAX_COLS),
      .NUM_W      (NUM_W),
      .DEPTH_W    (DEPTH_W),
      .ADD_LATENCY(ADD_LATENCY),
      .DIV_LATENCY(DIV_LATENCY),
      .MAX_SLOTS  (MAX_SLOTS)
  ) u_cascade (
      .clk         (clk),
      .rst         (rst),
      .i_run       (o_busy),
      .i_restart   (s1_begins),
      .i_backward  (backward),
      .i_slots     (slots),
      .i_edge_last (edge_last),
      .i_depth     (depth),
      .i_slopes    (slopes),
      .i_row_begin (row_begin),
      .i_row_end   (row_end),
      .i_col_begin (col_begin),
      .i_col_end   (col_end),
      .i_first_slot(s2_first_slot),
      .i_last_slot (s2_last_slot),
      .i_valid     (s2_valid),
      .i_row       (s2_row),
      .i_col       (s2_col),
      .i_f         (s2_f),
      .o_f         (leaving_f),
      .o_operands  (o_operands),
      .i_point     (i_point)
  );

  // Writing: the same cells when they leave, one row later per sweep
  wire [NUM_W-1:0] leaving_row, leaving_col, leaving_address;
  wire leaving_useful, leaving_ends, unused_first_slot, unused_last_slot, unused_valid;
  wire [NUM_W-1:0] frame_rows = {{(NUM_W - DEPTH_W) {1'b0}}, depth};
  reg [NUM_W-1:0] leaving_end_row;
  reg writing;
  tile_sequencer #(
      .NUM_W(NUM_W)
  ) u_writes (
      .clk         (clk),
      .i_run       (o_busy),
      .i_start     (starts_writing),
      .i_address   (write_start),
      .i_end_row   (leaving_end_row),
      .i_slots     (slots),
      .i_cols      (cols),
      .i_turn      (turn),
      .i_last_col  (last_col),
      .i_col_step  (col_step),
      .i_slot_step (slot_step),
      .i_band_step (band_step),
      .o_first_slot(unused_first_slot),
      .o_last_slot (unused_last_slot),
      .o_valid     (unused_valid),
      .o_useful    (leaving_useful),
      .o_row       (leaving_row),
      .o_col       (leaving_col),
      .o_address   (leaving_address),
      .o_end       (leaving_ends)
  );
  always @(posedge clk)
    if (rst) begin
      writing <= 1'b0;
      written <= 1'b0;
      o_write <= 1'b0;
    end else if (o_busy) begin
      leaving_end_row <= last_row + frame_rows - 1'b1;
      if (writing & leaving_ends) writing <= 1'b0;
      else if (starts_writing) writing <= 1'b1;
      written      <= writing & leaving_ends;
      o_write      <= writing & leaving_useful & leaving_row > frame_rows & leaving_col != {NUM_W{1'b0}}
                      & leaving_col <= last_col;
      o_write_addr <= leaving_address[ADDR_W-1:0];
      o_write_f    <= leaving_f;
    end

  wire unused = &{1'b0, read_address, leaving_address, unused_first_slot, unused_last_slot, unused_valid};

  generate
    if (MAX_SLOTS < MIN_SLOTS || MAX_SLOTS > 127) begin : g_illegal
`ifdef VERILATOR
      $fatal(1, "MAX_SLOTS=%0d must be %0d .. 127", MAX_SLOTS, MIN_SLOTS);
`elsif __ICARUS__
      initial begin
        $display("%m: MAX_SLOTS=%0d must be %0d .. 127", MAX_SLOTS, MIN_SLOTS);
        $finish;
      end
`else
      parameter_is_out_of_range u_stop ();
`endif
    end
  endgenerate

endmodule

`default_nettype wire
