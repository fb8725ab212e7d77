// perf_counters_proof: the law of one step of every counter, from any state.
// SPDX-License-Identifier: Apache-2.0
//
// No simulation reaches the upper bits: here the counters begin with any values, so what holds for one step holds for
// all.
`default_nettype none

module perf_counters_proof (
    input  wire        clk,
    input  wire        rst,
    input  wire        i_clear,
    input  wire        i_busy,
    input  wire        i_stall,
    input  wire        i_fill,
    input  wire        i_load,
    input  wire        i_store,
    input  wire        i_write_busy,
    input  wire        i_read_busy,
    input  wire        i_load_beat,
    input  wire        i_store_beat,
    input  wire        i_finished,
    input  wire [11:0] i_read_addr,
    output wire        wrong_total,
    output wire        wrong_compute,
    output wire        wrong_waiting,
    output wire        wrong_fill,
    output wire        wrong_loaded,
    output wire        wrong_stored,
    output wire        wrong_commands,
    output wire        wrong_served,
    output wire        wrong_hidden,
    output wire        wrong_clear,
    output wire        wrong_address,
    output wire        seen_total_carries,
    output wire        seen_stored_carries,
    output wire        seen_all_at_once,
    output wire        seen_top_bit,
    output wire        seen_stall_and_serve,
    output wire        seen_cleared,
    output wire        seen_elsewhere
);

  localparam [11:0] FIRST = 12'h200;

  // Bit k: register FIRST + 8*k is a counter; it adds 1 in the present cycle.
  wire [31:0] counters, counts;
  counter_law u_law (
      .i_busy      (i_busy),
      .i_stall     (i_stall),
      .i_fill      (i_fill),
      .i_load      (i_load),
      .i_store     (i_store),
      .i_write_busy(i_write_busy),
      .i_read_busy (i_read_busy),
      .i_load_beat (i_load_beat),
      .i_store_beat(i_store_beat),
      .i_finished  (i_finished),
      .o_counters  (counters),
      .o_counts    (counts)
  );
  wire served = i_write_busy | i_read_busy;

  reg started = 1'b0;
  reg [31:0] counted;
  reg cleared, all, stalled;
  always @(posedge clk) begin
    started <= 1'b1;
    counted <= counts;
    cleared <= rst | i_clear;
    stalled <= i_busy & i_stall & i_write_busy;
    all     <= i_busy & i_stall & i_fill & i_load & i_store & served & i_load_beat & i_store_beat & i_finished;
  end
  wire follows = started & ~cleared;

  // An instance for each place, of which the tool keeps its counter alone, and one that is read anywhere.
  wire [31:0] bad, bad_clear, at_carry, at_top, not_empty;
  genvar k;
  generate
    for (k = 0; k < 32; k = k + 1) begin : g_counter
      localparam [11:0] PLACE = k;
      wire [63:0] value;
      reg [63:0] earlier;
      always @(posedge clk) earlier <= value;
      perf_counters u_counters (
          .clk         (clk),
          .rst         (rst),
          .i_clear     (i_clear),
          .i_busy      (i_busy),
          .i_stall     (i_stall),
          .i_fill      (i_fill),
          .i_load      (i_load),
          .i_store     (i_store),
          .i_write_busy(i_write_busy),
          .i_read_busy (i_read_busy),
          .i_load_beat (i_load_beat),
          .i_store_beat(i_store_beat),
          .i_finished  (i_finished),
          .i_read      (1'b1),
          .i_read_addr (FIRST + 12'd8 * PLACE),
          .o_read_data (value),
          .o_read_here (),
          .o_cause     ()
      );
      assign bad[k] = counters[k] & follows & value != (counted[k] ? earlier + 64'd1 : earlier);
      assign bad_clear[k] = counters[k] & started & cleared & value != 64'd0;
      assign at_carry[k] = follows & counted[k] & value == (k == 0 ? 64'h1_0000_0000 : 64'h100_0000);
      assign at_top[k] = follows & counted[k] & value == 64'h8000_0000_0000_0000;
      assign not_empty[k] = earlier != 64'd0;
    end
  endgenerate
  wire here;
  perf_counters u_read (
      .clk         (clk),
      .rst         (rst),
      .i_clear     (i_clear),
      .i_busy      (i_busy),
      .i_stall     (i_stall),
      .i_fill      (i_fill),
      .i_load      (i_load),
      .i_store     (i_store),
      .i_write_busy(i_write_busy),
      .i_read_busy (i_read_busy),
      .i_load_beat (i_load_beat),
      .i_store_beat(i_store_beat),
      .i_finished  (i_finished),
      .i_read      (1'b1),
      .i_read_addr (i_read_addr),
      .o_read_data (),
      .o_read_here (here),
      .o_cause     ()
  );
  wire listed = i_read_addr[11:8] == FIRST[11:8] & i_read_addr[2:0] == 3'd0 & counters[i_read_addr[7:3]];

  assign wrong_total = bad[0];
  assign wrong_compute = bad[1];
  assign wrong_waiting = |bad[5:2];
  assign wrong_fill = bad[6];
  assign wrong_loaded = bad[7];
  assign wrong_stored = bad[8];
  assign wrong_commands = bad[9];
  assign wrong_served = |bad[11:10];
  assign wrong_hidden = |bad[31:13];
  assign wrong_clear = |bad_clear;
  assign wrong_address = started & here != listed;

  assign seen_total_carries = at_carry[0];
  assign seen_stored_carries = at_carry[8];
  assign seen_all_at_once = follows & all;
  assign seen_top_bit = at_top[1];
  assign seen_stall_and_serve = follows & stalled;
  assign seen_cleared = started & cleared & not_empty[13];
  assign seen_elsewhere = ~listed & i_read_addr == FIRST + 12'd96;

endmodule

`default_nettype wire
