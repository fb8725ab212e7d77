// axi_read_port: AXI4 read channels of the local memory.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    reads bursts out of the buffers, addressed as in beat_place.
// Parameters: as axi_write_port.
// Latency:    4 cycles from an accepted address to its first beat on R; one beat per cycle.
// Every beat carries all words of its bus-aligned address; words past MEMORY_WORDS read as 0.
// Answers SLVERR for a burst that is not INCR, for a buffer that does not exist, and for beats that
// lie wholly past MEMORY_WORDS or past the end of the buffer.
// i_held keeps new bursts of a buffer from beginning; with i_no_hold they are refused instead. o_touched shows the
// buffer of the burst under way.
`default_nettype none

module axi_read_port #(
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
    output wire                   o_outstanding,  // an address offered, its last beat not taken
    output wire                   o_error,        // pulse: a beat is answered with SLVERR
    output wire                   o_held_error,   // pulse: a beat of a burst that would be held
    // AXI4
    input  wire [       ID_W-1:0] s_axi_arid,
    input  wire [     ADDR_W-1:0] s_axi_araddr,
    input  wire [            7:0] s_axi_arlen,
    input  wire [            2:0] s_axi_arsize,
    input  wire [            1:0] s_axi_arburst,
    input  wire                   s_axi_arvalid,
    output wire                   s_axi_arready,
    output wire [       ID_W-1:0] s_axi_rid,
    output wire [     DATA_W-1:0] s_axi_rdata,
    output wire [            1:0] s_axi_rresp,
    output wire                   s_axi_rlast,
    output wire                   s_axi_rvalid,
    input  wire                   s_axi_rready,
    // Memory: data of a read comes in the next cycle
    output wire [            2:0] o_buffer,       // {bank, buffer}
    output wire                   o_read,
    output wire [WORD_ADDR_W-1:0] o_read_addr,
    input  wire [     DATA_W-1:0] i_read_data
);

  localparam WORDS = DATA_W / 64;
  localparam [1:0] RESP_OKAY = 2'b00;
  localparam [1:0] RESP_SLVERR = 2'b10;

  wire burst_active, last, refused, strayed, step, too_early;
  wire [ID_W-1:0] id;
  wire [ADDR_W-1:0] addr;
  axi_burst #(
      .ADDR_W    (ADDR_W),
      .ID_W      (ID_W),
      .BEAT_BYTES(DATA_W / 8)
  ) u_burst (
      .clk      (clk),
      .rst      (rst),
      .i_id     (s_axi_arid),
      .i_addr   (s_axi_araddr),
      .i_len    (s_axi_arlen),
      .i_size   (s_axi_arsize),
      .i_burst  (s_axi_arburst),
      .i_valid  (s_axi_arvalid),
      .o_ready  (s_axi_arready),
      .o_active (burst_active),
      .o_id     (id),
      .o_addr   (addr),
      .o_region (o_buffer),
      .o_last   (last),
      .o_refused(refused),
      .o_strayed(strayed),
      .i_step   (step)
  );

  wire [WORDS-1:0] exists;
  beat_place #(
      .ADDR_W      (ADDR_W),
      .WORDS       (WORDS),
      .F_BUFFERS   (F_BUFFERS),
      .MEMORY_WORDS(MEMORY_WORDS)
  ) u_place (
      .i_addr   (addr),
      .i_buffer (o_buffer),
      .i_strayed(strayed),
      .o_word   (o_read_addr),
      .o_exists (exists)
  );

  wire taken = s_axi_rvalid & s_axi_rready;
  burst_gate u_gate (
      .clk          (clk),
      .rst          (rst),
      .i_offered    (s_axi_arvalid),
      .i_accepted   (s_axi_arvalid & s_axi_arready),
      .i_answered   (taken & s_axi_rlast),
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

  // A beat is read only when the queue has a place for it: the queue holds 8, and one of them may still be on its way
  // from memory.
  reg [3:0] claimed;
  assign step = o_busy & (claimed < 4'd8);
  always @(posedge clk)
    if (rst) claimed <= 4'd0;
    else claimed <= claimed + {3'd0, step} - {3'd0, taken};

  wire fault = refused | ~exists[0] | too_early;
  assign o_read = step & ~fault;
  assign o_error = step & fault & ~too_early;
  assign o_held_error = step & too_early;

  // s1: the memory delivers.
  reg s1_valid, s1_last, s1_fault;
  reg [ID_W-1:0] s1_id;
  reg [WORDS-1:0] s1_exists;
  always @(posedge clk) begin
    s1_valid  <= step & ~rst;
    s1_last   <= last;
    s1_fault  <= fault;
    s1_id     <= id;
    s1_exists <= exists & {WORDS{~refused & ~too_early}};
  end
  wire [DATA_W-1:0] s1_data;
  genvar lane;
  generate
    for (lane = 0; lane < WORDS; lane = lane + 1) begin : g_data
      assign s1_data[64*lane+:64] = s1_exists[lane] ? i_read_data[64*lane+:64] : 64'd0;
    end
  endgenerate

  wire queue_ready;
  fifo #(
      .WIDTH(ID_W + DATA_W + 3),
      .DEPTH(8)
  ) u_beats (
      .clk    (clk),
      .rst    (rst),
      .i_valid(s1_valid),
      .o_ready(queue_ready),
      .i_data ({s1_id, s1_data, s1_fault ? RESP_SLVERR : RESP_OKAY, s1_last}),
      .o_valid(s_axi_rvalid),
      .i_ready(s_axi_rready),
      .o_data ({s_axi_rid, s_axi_rdata, s_axi_rresp, s_axi_rlast})
  );

  // A claimed place is free when the data comes.
  wire unused = &{1'b0, queue_ready};

endmodule

`default_nettype wire
