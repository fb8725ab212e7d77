// axi_burst: walks through the beats of queued AXI4 bursts, one per cycle.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    the address half that reading and writing share: the queue of accepted addresses, the burst being served,
//             the bus-aligned address of its current beat, and the verdict on beats that memory cannot serve.
// Parameters: ADDR_W bits of a byte address, of which the top REGION_W choose a region, ID_W of an ID, BEAT_BYTES in a
//             full beat.
// Latency:    2 cycles from an accepted address to its first beat; bursts follow without a gap.
// Only INCR bursts are served (FIXED of one beat is the same and is served too); a beat may be narrower than the bus,
// down to a word of 8 bytes. o_refused marks a burst of another kind. A burst belongs to the region of its first
// address; o_strayed marks the first beat past the end of that region and all that follow: in a small address space
// they may wrap round to it again.
`default_nettype none

module axi_burst #(
    parameter ADDR_W     = 32,
    parameter REGION_W   = 3,
    parameter ID_W       = 4,
    parameter BEAT_BYTES = 8
) (
    input  wire                clk,
    input  wire                rst,
    input  wire [    ID_W-1:0] i_id,
    input  wire [  ADDR_W-1:0] i_addr,
    input  wire [         7:0] i_len,
    input  wire [         2:0] i_size,
    input  wire [         1:0] i_burst,
    input  wire                i_valid,
    output wire                o_ready,
    output reg                 o_active,   // a burst is being served
    output wire [    ID_W-1:0] o_id,
    output wire [  ADDR_W-1:0] o_addr,     // of the beat, rounded down to a full beat
    output wire [REGION_W-1:0] o_region,
    output wire                o_last,
    output wire                o_refused,
    output wire                o_strayed,
    input  wire                i_step      // the current beat is done
);

  localparam BEAT_SHIFT = $clog2(BEAT_BYTES);
  localparam [31:0] FULL_SIZE = BEAT_SHIFT;
  localparam [2:0] WORD_SIZE = 3'd3;
  localparam [1:0] BURST_INCR = 2'b01;
  localparam [1:0] BURST_FIXED = 2'b00;

  wire queue_valid, queue_ready;
  wire [ID_W+ADDR_W+13-1:0] queue_data;
  fifo #(
      .WIDTH(ID_W + ADDR_W + 13),
      .DEPTH(4)
  ) u_queue (
      .clk    (clk),
      .rst    (rst),
      .i_valid(i_valid),
      .o_ready(o_ready),
      .i_data ({i_id, i_addr, i_len, i_size, i_burst}),
      .o_valid(queue_valid),
      .i_ready(queue_ready),
      .o_data (queue_data)
  );

  reg [ID_W-1:0] id;
  reg [ADDR_W-1:0] addr;
  reg [REGION_W-1:0] region;
  reg [7:0] left;
  reg [2:0] size;
  reg refused, left_region;

  wire [ID_W-1:0] next_id;
  wire [ADDR_W-1:0] next_addr;
  wire [7:0] next_len;
  wire [2:0] next_size;
  wire [1:0] next_burst;
  assign {next_id, next_addr, next_len, next_size, next_burst} = queue_data;

  assign o_id = id;
  assign o_addr = {addr[ADDR_W-1:BEAT_SHIFT], {BEAT_SHIFT{1'b0}}};
  assign o_last = left == 8'd0;
  assign o_refused = refused;
  assign o_region = region;
  assign o_strayed = left_region | addr[ADDR_W-1-:REGION_W] != region;
  assign queue_ready = ~o_active | (i_step & o_last);

  // The first address may be unaligned to its size, those that follow are aligned.
  wire [ADDR_W-1:0] step = {{(ADDR_W - 1) {1'b0}}, 1'b1} << size;
  wire [ADDR_W-1:0] stepped = (addr & ~(step - 1'b1)) + step;

  always @(posedge clk) begin
    if (rst) o_active <= 1'b0;
    else if (queue_ready) o_active <= queue_valid;
    if (queue_ready) begin
      id      <= next_id;
      addr    <= next_addr;
      region  <= next_addr[ADDR_W-1-:REGION_W];
      left    <= next_len;
      size    <= next_size;
      left_region <= 1'b0;
      refused <= next_size > FULL_SIZE[2:0] | next_size < WORD_SIZE
               | ~(next_burst == BURST_INCR | (next_burst == BURST_FIXED & next_len == 8'd0));
    end else if (i_step) begin
      addr <= stepped;
      left_region <= o_strayed;
      left <= left - 1'b1;
    end
  end

endmodule

`default_nettype wire
