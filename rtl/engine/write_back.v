// write_back: stores the results of a pass and hands those still on their way to early reads.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    results leave the cascade in the order the beats were read, so one running address
//             serves. The next pass may read a beat as soon as the cascade delivers it; a result
//             that the memory does not show yet is forwarded.
// Parameters: LANES points a beat; ADDR_W, COLS_W, NITER_W bits of word addresses, columns, passes.
// Latency:    a result delivered in cycle t is written in t+1 and read from memory in t+2 at the
//             earliest. A read issued in cycle t-1 finds it through o_read_data in cycle t.
// o_finished pulses in the cycle that writes the last beat of the last pass.
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
    input  wire                i_start,
    input  wire [  COLS_W-1:0] i_cols,
    input  wire [  LANE_W-1:0] i_last_lane,
    input  wire [ NITER_W-1:0] i_passes,
    // Results from the cascade.
    input  wire                i_valid,
    input  wire                i_last_row,
    input  wire                i_last_beat,   // of its row
    input  wire [64*LANES-1:0] i_f,
    // Memory write.
    output reg  [   LANES-1:0] o_write,
    output reg  [  ADDR_W-1:0] o_write_addr,
    output reg  [64*LANES-1:0] o_write_data,
    // The beat that the memory delivers in this cycle, and what it should have been.
    input  wire [  ADDR_W-1:0] i_read_addr,
    input  wire [64*LANES-1:0] i_read_data,
    output wire [64*LANES-1:0] o_read_data,
    output reg                 o_finished
);

  localparam [31:0] STRIDE = LANES;

  reg [ADDR_W-1:0] row_addr, addr;
  reg [NITER_W-1:0] pass;
  wire [ADDR_W-1:0] next_row_addr = row_addr + {{(ADDR_W - COLS_W) {1'b0}}, i_cols};

  always @(posedge clk) begin
    o_finished <= 1'b0;
    if (rst | i_start) begin
      row_addr <= {ADDR_W{1'b0}};
      addr     <= {ADDR_W{1'b0}};
      pass     <= {NITER_W{1'b0}};
    end else if (i_valid) begin
      if (i_last_row & i_last_beat) begin
        row_addr   <= {ADDR_W{1'b0}};
        addr       <= {ADDR_W{1'b0}};
        pass       <= pass + 1'b1;
        o_finished <= pass + 1'b1 == i_passes;
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

  reg was_written;
  reg [ADDR_W-1:0] written_addr;
  reg [64*LANES-1:0] written_data;
  always @(posedge clk) begin
    o_write      <= {LANES{i_valid & ~rst}} & beat_lanes;
    o_write_addr <= addr;
    o_write_data <= i_f;
    was_written  <= o_write[0] & ~rst;
    written_addr <= o_write_addr;
    written_data <= o_write_data;
  end

  // The youngest result wins; beats of successive passes have equal addresses.
  assign o_read_data = (i_valid & addr == i_read_addr) ? i_f
                     : (o_write[0] & o_write_addr == i_read_addr) ? o_write_data
                     : (was_written & written_addr == i_read_addr) ? written_data
                     : i_read_data;

endmodule

`default_nettype wire
