// perf_counters: counts the clock cycles by cause.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    one cause per cycle, so that the causes sum to the total. Where activities overlap
//             compute wins over stall, stall over load, load over store, store over idle.
// Parameters: none; counters have 64 bits and do not wrap in the life of a device.
// Latency:    a counter shows a cycle in the next one.
// o_cause is the cause of the present cycle, for observers outside:
// 0 idle, 1 store, 2 load, 3 stall, 4 compute.
`default_nettype none

module perf_counters (
    input  wire        clk,
    input  wire        rst,
    input  wire        i_clear,
    input  wire        i_busy,        // the engine has a command
    input  wire        i_stall,       // and waits for itself
    input  wire        i_fill,        // and reads nothing
    input  wire        i_load,        // a write burst is offered or outstanding
    input  wire        i_store,       // a read burst is offered or outstanding
    input  wire        i_write_busy,  // a write burst is being served
    input  wire        i_read_busy,   // a read burst is being served
    input  wire        i_load_beat,
    input  wire        i_store_beat,
    input  wire        i_finished,
    output wire [ 2:0] o_cause,
    output reg  [63:0] o_total,
    output reg  [63:0] o_compute,
    output reg  [63:0] o_stall,
    output reg  [63:0] o_load,
    output reg  [63:0] o_store,
    output reg  [63:0] o_idle,
    output reg  [63:0] o_fill,        // the part of compute in which nothing is read
    output reg  [63:0] o_load_beats,
    output reg  [63:0] o_store_beats,
    output reg  [63:0] o_commands,
    output reg  [63:0] o_write_busy,
    output reg  [63:0] o_read_busy,
    output reg  [63:0] o_hidden       // a burst is being served while the engine computes
);

  localparam [2:0] CAUSE_IDLE = 3'd0;
  localparam [2:0] CAUSE_STORE = 3'd1;
  localparam [2:0] CAUSE_LOAD = 3'd2;
  localparam [2:0] CAUSE_STALL = 3'd3;
  localparam [2:0] CAUSE_COMPUTE = 3'd4;

  assign o_cause = (i_busy & ~i_stall) ? CAUSE_COMPUTE
                 : i_busy ? CAUSE_STALL
                 : i_load ? CAUSE_LOAD
                 : i_store ? CAUSE_STORE
                 : CAUSE_IDLE;

  always @(posedge clk) begin
    if (rst | i_clear) begin
      o_total       <= 64'd0;
      o_compute     <= 64'd0;
      o_stall       <= 64'd0;
      o_load        <= 64'd0;
      o_store       <= 64'd0;
      o_idle        <= 64'd0;
      o_fill        <= 64'd0;
      o_load_beats  <= 64'd0;
      o_store_beats <= 64'd0;
      o_commands    <= 64'd0;
      o_write_busy  <= 64'd0;
      o_read_busy   <= 64'd0;
      o_hidden      <= 64'd0;
    end else begin
      o_total <= o_total + 64'd1;
      case (o_cause)
        CAUSE_COMPUTE: o_compute <= o_compute + 64'd1;
        CAUSE_STALL:   o_stall <= o_stall + 64'd1;
        CAUSE_LOAD:    o_load <= o_load + 64'd1;
        CAUSE_STORE:   o_store <= o_store + 64'd1;
        default:       o_idle <= o_idle + 64'd1;
      endcase
      if (i_fill) o_fill <= o_fill + 64'd1;
      if (i_load_beat) o_load_beats <= o_load_beats + 64'd1;
      if (i_store_beat) o_store_beats <= o_store_beats + 64'd1;
      if (i_finished) o_commands <= o_commands + 64'd1;
      if (i_write_busy) o_write_busy <= o_write_busy + 64'd1;
      if (i_read_busy) o_read_busy <= o_read_busy + 64'd1;
      if (o_cause == CAUSE_COMPUTE & (i_write_busy | i_read_busy)) o_hidden <= o_hidden + 64'd1;
    end
  end

endmodule

`default_nettype wire
