// write_back: stores the results of a pass and forwards those that a read needs before memory shows them.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    results leave the cascade in the order in which the beats were read, so one running address is enough.
//             The next pass may read a beat as soon as the cascade delivers it; a result that memory does not show yet
//             is forwarded. In a skewed command r is stored at the same address as f, so that the next pass finds both
//             aligned.
// Parameters: LANES points per beat; ADDR_W, COLS_W, NITER_W bits of word addresses, columns, passes.
// Latency:    a result delivered in cycle t is written in t+1 and read from memory in t+2 at the
//             earliest. A read issued in cycle t-1 finds it through o_read_f, o_read_r in cycle t.
// o_finished pulses in the cycle that writes the last beat of a command's last pass. i_f_buffer, i_r_buffer, i_skewed
// are those of the command whose results i_valid marks; commands in flight have different buffers.
`default_nettype none

module write_back #(
    parameter LANES   = 1,
    parameter ADDR_W  = 20,
    parameter COLS_W  = 14,
    parameter NITER_W = 32,
    parameter LANE_W  = (LANES > 1) ? $clog2(LANES) : 1
) (
    input  wire                clk,
    input  wire                rst,
    input  wire [  COLS_W-1:0] i_cols,
    input  wire [  LANE_W-1:0] i_last_lane,
    input  wire [ NITER_W-1:0] i_passes,
    // Results from the cascade.
    input  wire                i_valid,
    input  wire                i_last_beat,      // of its row
    input  wire                i_end,            // of its pass
    input  wire [64*LANES-1:0] i_f,
    input  wire [64*LANES-1:0] i_r,
    input  wire [         1:0] i_f_buffer,
    input  wire                i_r_buffer,
    input  wire                i_skewed,
    // Memory write.
    output reg  [   LANES-1:0] o_write,
    output reg  [  ADDR_W-1:0] o_write_addr,
    output reg  [         1:0] o_write_f_buffer,
    output reg  [64*LANES-1:0] o_write_f,
    output reg                 o_write_r,        // r too
    output reg                 o_write_r_buffer,
    output reg  [64*LANES-1:0] o_write_r_data,
    // The beat that memory delivers in this cycle, and its up-to-date value.
    input  wire [  ADDR_W-1:0] i_read_addr,
    input  wire [         1:0] i_read_f_buffer,
    input  wire [64*LANES-1:0] i_read_f,
    input  wire [64*LANES-1:0] i_read_r,
    output wire [64*LANES-1:0] o_read_f,
    output wire [64*LANES-1:0] o_read_r,
    output reg                 o_finished
);

  localparam [31:0] STRIDE = LANES;

  reg [ADDR_W-1:0] row_addr, addr;
  reg [NITER_W-1:0] pass;
  wire [ADDR_W-1:0] next_row_addr = row_addr + {{(ADDR_W - COLS_W) {1'b0}}, i_cols};
  wire last_pass = pass + 1'b1 == i_passes;

  always @(posedge clk) begin
    o_finished <= 1'b0;
    if (rst) begin
      row_addr <= {ADDR_W{1'b0}};
      addr     <= {ADDR_W{1'b0}};
      pass     <= {NITER_W{1'b0}};
    end else if (i_valid) begin
      if (i_end) begin
        row_addr   <= {ADDR_W{1'b0}};
        addr       <= {ADDR_W{1'b0}};
        pass       <= last_pass ? {NITER_W{1'b0}} : pass + 1'b1;
        o_finished <= last_pass;
      end else if (i_last_beat) begin
        row_addr <= next_row_addr;
        addr     <= next_row_addr;
      end else addr <= addr + STRIDE[ADDR_W-1:0];
    end
  end

  // The last beat of a row may have lanes past its last column; they belong to the next row.
  wire [LANES-1:0] beat_lanes;
  assign beat_lanes[0] = 1'b1;
  genvar lane;
  generate
    for (lane = 1; lane < LANES; lane = lane + 1) begin : g_lane
      localparam [LANE_W-1:0] LANE = lane;
      assign beat_lanes[lane] = ~i_last_beat | (LANE <= i_last_lane);
    end
    if (LANES == 1) begin : g_spare
      wire unused = &{1'b0, i_last_lane};
    end
  endgenerate

  reg was_written, was_skewed;
  reg [ADDR_W+1:0] written_place;
  reg [64*LANES-1:0] written_f, written_r;
  always @(posedge clk) begin
    o_write          <= {LANES{i_valid & ~rst}} & beat_lanes;
    o_write_addr     <= addr;
    o_write_f_buffer <= i_f_buffer;
    o_write_f        <= i_f;
    o_write_r        <= i_skewed;
    o_write_r_buffer <= i_r_buffer;
    o_write_r_data   <= i_r;
    was_written      <= o_write[0] & ~rst;
    was_skewed       <= o_write_r;
    written_place    <= {o_write_f_buffer, o_write_addr};
    written_f        <= o_write_f;
    written_r        <= o_write_r_data;
  end

  // The youngest result wins: beats of successive passes have equal addresses. A command has both its f and its r
  // buffer to itself, so one comparison serves both.
  wire [ADDR_W+1:0] read_place = {i_read_f_buffer, i_read_addr};
  wire leaves_now = i_valid & {i_f_buffer, addr} == read_place;
  wire left_before = o_write[0] & {o_write_f_buffer, o_write_addr} == read_place;
  wire left_long_before = was_written & written_place == read_place;
  assign o_read_f = leaves_now ? i_f : left_before ? o_write_f : left_long_before ? written_f : i_read_f;
  assign o_read_r = (leaves_now & i_skewed) ? i_r
                  : (left_before & o_write_r) ? o_write_r_data
                  : (left_long_before & was_skewed) ? written_r
                  : i_read_r;

endmodule

`default_nettype wire
