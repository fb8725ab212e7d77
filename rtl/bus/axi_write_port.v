// axi_write_port: AXI4 write channels of the local memory.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    writes bursts of whole words into the buffers (beat_place has the address map).
// Parameters: DATA_W bits of the bus, ADDR_W of a byte address, ID_W of an ID, F_BUFFERS in bank f,
//             MEMORY_WORDS per buffer, WORD_ADDR_W bits of a word address.
// Latency:    a beat is written in the cycle it is accepted, 2 cycles after its address at the
//             earliest; one beat per cycle; the response follows the last beat by 1 cycle.
// Answers SLVERR, and writes nothing for the beat at fault, for: a burst that is not INCR, a buffer
// that does not exist, a word strobed in part, a strobed word past MEMORY_WORDS or past the end of
// the buffer, WLAST in the wrong beat.
// i_held keeps new bursts of a buffer from beginning; with i_no_hold they are refused instead. o_touched shows the
// buffer of the burst under way.
`default_nettype none

module axi_write_port #(
    parameter DATA_W       = 64,
    parameter ADDR_W       = 32,
    parameter ID_W         = 4,
    parameter F_BUFFERS    = 2,
    parameter MEMORY_WORDS = 1000000,
    parameter WORD_ADDR_W  = $clog2(MEMORY_WORDS + 1)
) (
    input  wire                   clk,
    input  wire                   rst,
    input  wire [            7:0] i_held,         // one bit per buffer: r above f
    input  wire                   i_no_hold,      // refuse what would be held
    output wire [            7:0] o_touched,
    output wire                   o_busy,         // a burst is being served
    output wire                   o_outstanding,  // an address offered, its response not taken
    output wire                   o_error,        // pulse: a burst ends with SLVERR
    output wire                   o_held_error,   // and that because it would be held
    // AXI4
    input  wire [       ID_W-1:0] s_axi_awid,
    input  wire [     ADDR_W-1:0] s_axi_awaddr,
    input  wire [            7:0] s_axi_awlen,
    input  wire [            2:0] s_axi_awsize,
    input  wire [            1:0] s_axi_awburst,
    input  wire                   s_axi_awvalid,
    output wire                   s_axi_awready,
    input  wire [     DATA_W-1:0] s_axi_wdata,
    input  wire [   DATA_W/8-1:0] s_axi_wstrb,
    input  wire                   s_axi_wlast,
    input  wire                   s_axi_wvalid,
    output wire                   s_axi_wready,
    output wire [       ID_W-1:0] s_axi_bid,
    output wire [            1:0] s_axi_bresp,
    output wire                   s_axi_bvalid,
    input  wire                   s_axi_bready,
    // Memory
    output wire [            2:0] o_buffer,       // {bank, buffer}
    output wire [  DATA_W/64-1:0] o_write,        // lanes strobed whole, written if both of o_granted are set
    output wire [            1:0] o_granted,      // {a beat at no other fault moves, no strobed word lies outside}
    output wire [WORD_ADDR_W-1:0] o_write_addr,
    output wire [     DATA_W-1:0] o_write_data
);

  localparam WORDS = DATA_W / 64;
  localparam [1:0] RESP_OKAY = 2'b00;
  localparam [1:0] RESP_SLVERR = 2'b10;

  wire burst_active, last, refused, strayed, too_early;
  wire [ID_W-1:0] id;
  wire [ADDR_W-1:0] addr;
  wire step = s_axi_wvalid & s_axi_wready;
  axi_burst #(
      .ADDR_W    (ADDR_W),
      .ID_W      (ID_W),
      .BEAT_BYTES(DATA_W / 8)
  ) u_burst (
      .clk      (clk),
      .rst      (rst),
      .i_id     (s_axi_awid),
      .i_addr   (s_axi_awaddr),
      .i_len    (s_axi_awlen),
      .i_size   (s_axi_awsize),
      .i_burst  (s_axi_awburst),
      .i_valid  (s_axi_awvalid),
      .o_ready  (s_axi_awready),
      .o_active (burst_active),
      .o_id     (id),
      .o_addr   (addr),
      .o_region (o_buffer),
      .o_last   (last),
      .o_refused(refused),
      .o_strayed(strayed),
      .i_step   (step)
  );

  wire [WORDS-1:0] exists, whole, touched, outside;
  beat_place #(
      .ADDR_W      (ADDR_W),
      .WORDS       (WORDS),
      .F_BUFFERS   (F_BUFFERS),
      .MEMORY_WORDS(MEMORY_WORDS)
  ) u_place (
      .i_addr   (addr),
      .i_buffer (o_buffer),
      .i_strayed(strayed),
      .o_word   (o_write_addr),
      .o_exists (exists)
  );

  genvar lane;
  generate
    for (lane = 0; lane < WORDS; lane = lane + 1) begin : g_lane
      assign whole[lane]   = &s_axi_wstrb[8*lane+:8];
      assign touched[lane] = |s_axi_wstrb[8*lane+:8];
      assign outside[lane] = touched[lane] & ~exists[lane];
    end
  endgenerate

  wire misshapen = refused | (touched != whole) | (s_axi_wlast != last);
  wire beat_fault = misshapen | (|outside);
  reg fault;  // in an earlier beat of this burst
  always @(posedge clk)
    if (rst) fault <= 1'b0;
    else if (step) fault <= ~last & (fault | beat_fault);

  wire response_ready;
  burst_gate u_gate (
      .clk          (clk),
      .rst          (rst),
      .i_offered    (s_axi_awvalid),
      .i_accepted   (s_axi_awvalid & s_axi_awready),
      .i_answered   (s_axi_bvalid & s_axi_bready),
      .i_active     (burst_active),
      .i_buffer     (o_buffer),
      .i_step       (step),
      .i_last       (last),
      .i_held       (i_held),
      .i_no_hold    (i_no_hold),
      .o_open       (o_busy),
      .o_refused    (too_early),
      .o_touched    (o_touched),
      .o_outstanding(o_outstanding)
  );
  assign s_axi_wready = o_busy & response_ready;

  // Paths from the master's valid and strobes end here. Where a beat lies and what the gate decides are known late:
  // they are ports of their own, and meet in one LUT before the memory. Without a refusal a beat that is offered is
  // taken, so s_axi_wready is not needed: where a burst is active and may not begin, its buffer is held, and the gate
  // shows that as a refusal. Nets are kept, so that synthesis leaves the last inputs where they are.
  wire beat_offered = s_axi_wvalid & burst_active & response_ready;
  (* keep *) wire ends;
  (* keep *) wire ends_wrong;
  assign ends = beat_offered & last;
  assign ends_wrong = ends & (fault | beat_fault);
  assign o_write = whole;
  assign o_granted = {beat_offered & ~misshapen & ~too_early, ~(|outside)};
  assign o_write_data = s_axi_wdata;
  assign o_error = ends_wrong & ~too_early;
  assign o_held_error = ends & o_busy & too_early;

  fifo #(
      .WIDTH(ID_W + 2),
      .DEPTH(4)
  ) u_responses (
      .clk    (clk),
      .rst    (rst),
      .i_valid(step & last),
      .o_ready(response_ready),
      .i_data ({id, (fault | beat_fault | too_early) ? RESP_SLVERR : RESP_OKAY}),
      .o_valid(s_axi_bvalid),
      .i_ready(s_axi_bready),
      .o_data ({s_axi_bid, s_axi_bresp})
  );

endmodule

`default_nettype wire
