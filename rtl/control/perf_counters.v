// perf_counters: counts the clock cycles by cause.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    a register for each count, with one read port; one cause per cycle, so that the causes sum to the total.
//             Where activities overlap compute wins over stall, stall over load, load over store, store over idle.
// Parameters: none; counters have 64 bits and do not wrap in the life of a device.
// Latency:    a counter shows a cycle in the next one, a read the present value.
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
    input  wire        i_read,        // a read is offered
    input  wire [11:0] i_read_addr,
    output reg  [63:0] o_read_data,   // these two with i_read only; 0 where no counter is read
    output reg         o_read_here,
    output wire [ 2:0] o_cause
);

  // Numbers of CONTRACT.md, by ci/contract --update.
  localparam [11:0] REG_CYCLES_TOTAL = 12'h200;
  localparam [11:0] REG_CYCLES_COMPUTE = 12'h208;
  localparam [11:0] REG_CYCLES_STALL = 12'h210;
  localparam [11:0] REG_CYCLES_LOAD = 12'h218;
  localparam [11:0] REG_CYCLES_STORE = 12'h220;
  localparam [11:0] REG_CYCLES_IDLE = 12'h228;
  localparam [11:0] REG_CYCLES_FILL = 12'h230;
  localparam [11:0] REG_BEATS_LOADED = 12'h238;
  localparam [11:0] REG_BEATS_STORED = 12'h240;
  localparam [11:0] REG_COMMANDS = 12'h248;
  localparam [11:0] REG_CYCLES_WRITE_BUSY = 12'h250;
  localparam [11:0] REG_CYCLES_READ_BUSY = 12'h258;
  localparam [11:0] REG_CYCLES_HIDDEN = 12'h268;
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

  reg [63:0] total, compute, stall, load, store, idle, load_beats, store_beats, commands, write_busy, read_busy;
  reg [63:0] fill;    // the part of compute in which nothing is read
  reg [63:0] hidden;  // a burst is being served while the engine computes
  always @(posedge clk) begin
    if (rst | i_clear) begin
      total       <= 64'd0;
      compute     <= 64'd0;
      stall       <= 64'd0;
      load        <= 64'd0;
      store       <= 64'd0;
      idle        <= 64'd0;
      fill        <= 64'd0;
      load_beats  <= 64'd0;
      store_beats <= 64'd0;
      commands    <= 64'd0;
      write_busy  <= 64'd0;
      read_busy   <= 64'd0;
      hidden      <= 64'd0;
    end else begin
      total <= total + 64'd1;
      case (o_cause)
        CAUSE_COMPUTE: compute <= compute + 64'd1;
        CAUSE_STALL:   stall <= stall + 64'd1;
        CAUSE_LOAD:    load <= load + 64'd1;
        CAUSE_STORE:   store <= store + 64'd1;
        default:       idle <= idle + 64'd1;
      endcase
      if (i_fill) fill <= fill + 64'd1;
      if (i_load_beat) load_beats <= load_beats + 64'd1;
      if (i_store_beat) store_beats <= store_beats + 64'd1;
      if (i_finished) commands <= commands + 64'd1;
      if (i_write_busy) write_busy <= write_busy + 64'd1;
      if (i_read_busy) read_busy <= read_busy + 64'd1;
      if (o_cause == CAUSE_COMPUTE & (i_write_busy | i_read_busy)) hidden <= hidden + 64'd1;
    end
  end

  // Decoded with a read: without one a simulator skips the rest.
  always @* begin
    {o_read_here, o_read_data} = {1'bx, {64{1'bx}}};  // of no meaning without a read
    if (i_read) begin
      o_read_here = 1'b1;
      case (i_read_addr)
        REG_CYCLES_TOTAL:      o_read_data = total;
        REG_CYCLES_COMPUTE:    o_read_data = compute;
        REG_CYCLES_STALL:      o_read_data = stall;
        REG_CYCLES_LOAD:       o_read_data = load;
        REG_CYCLES_STORE:      o_read_data = store;
        REG_CYCLES_IDLE:       o_read_data = idle;
        REG_CYCLES_FILL:       o_read_data = fill;
        REG_BEATS_LOADED:      o_read_data = load_beats;
        REG_BEATS_STORED:      o_read_data = store_beats;
        REG_COMMANDS:          o_read_data = commands;
        REG_CYCLES_WRITE_BUSY: o_read_data = write_busy;
        REG_CYCLES_READ_BUSY:  o_read_data = read_busy;
        REG_CYCLES_HIDDEN:     o_read_data = hidden;
        default: {o_read_here, o_read_data} = {1'b0, 64'd0};
      endcase
    end
  end

endmodule

`default_nettype wire
