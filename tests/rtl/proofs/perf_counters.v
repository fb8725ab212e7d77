// perf_counters_proof: the law of one step of every counter, from any state.
// SPDX-License-Identifier: Apache-2.0
//
// No simulation reaches the upper bits: here the counters begin with any values, so what holds for one step holds for
// all. The address of the read port stays, so that the counter it shows is followed from one cycle to the next.
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
    output wire        given_same_address,
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
    output wire        seen_stall_and_fill,
    output wire        seen_cleared,
    output wire        seen_elsewhere
);

  wire [63:0] value;
  wire here;
  wire [2:0] cause;
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
      .i_read_addr (i_read_addr),
      .o_read_data (value),
      .o_read_here (here),
      .o_cause     (cause)
  );

  // Does the counter at an address count the present cycle? Offsets of the contract, in registers from 0x200 on.
  wire [3:0] index = i_read_addr[6:3];
  wire compute = i_busy & ~i_stall;
  reg counts;
  always @*
    case (index)
      4'd0: counts = 1'b1;
      4'd1: counts = compute;
      4'd2: counts = i_busy & i_stall;
      4'd3: counts = ~i_busy & i_load;
      4'd4: counts = ~i_busy & ~i_load & i_store;
      4'd5: counts = ~i_busy & ~i_load & ~i_store;
      4'd6: counts = i_fill;
      4'd7: counts = i_load_beat;
      4'd8: counts = i_store_beat;
      4'd9: counts = i_finished;
      4'd10: counts = i_write_busy;
      4'd11: counts = i_read_busy;
      default: counts = compute & (i_write_busy | i_read_busy);
    endcase
  wire listed = i_read_addr[11:7] == 5'b00100 & i_read_addr[2:0] == 3'd0 & index <= 4'd13 & index != 4'd12;

  reg started = 1'b0;
  reg [63:0] before;
  reg [11:0] address;
  reg counted, cleared, all;
  always @(posedge clk) begin
    started <= 1'b1;
    before  <= value;
    address <= i_read_addr;
    counted <= counts;
    cleared <= rst | i_clear;
    all     <= i_busy & i_stall & i_fill & i_load & i_store & i_write_busy & i_read_busy & i_load_beat & i_store_beat
             & i_finished;
  end
  assign given_same_address = ~started | i_read_addr == address;

  wire follows = started & listed & ~cleared;
  wire bad = follows & value != (counted ? before + 64'd1 : before);
  assign wrong_total = bad & index == 4'd0;
  assign wrong_compute = bad & index == 4'd1;
  assign wrong_waiting = bad & index >= 4'd2 & index <= 4'd5;
  assign wrong_fill = bad & index == 4'd6;
  assign wrong_loaded = bad & index == 4'd7;
  assign wrong_stored = bad & index == 4'd8;
  assign wrong_commands = bad & index == 4'd9;
  assign wrong_served = bad & (index == 4'd10 | index == 4'd11);
  assign wrong_hidden = bad & index == 4'd13;
  assign wrong_clear = started & listed & cleared & value != 64'd0;
  assign wrong_address = here != listed | (~listed & value != 64'd0);

  assign seen_total_carries = follows & index == 4'd0 & value == 64'h1_0000_0000;
  assign seen_stored_carries = follows & index == 4'd8 & value == 64'h100_0000;
  assign seen_all_at_once = follows & all;
  assign seen_top_bit = follows & counted & before == 64'h7fff_ffff_ffff_ffff;
  assign seen_stall_and_fill = follows & index == 4'd13 & i_busy & i_stall & i_write_busy;
  assign seen_cleared = started & listed & cleared & before != 64'd0;
  assign seen_elsewhere = ~listed & index == 4'd12;

  wire unused = &{1'b0, cause};

endmodule

`default_nettype wire
