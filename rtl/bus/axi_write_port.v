// axi_write_port: AXI4 write channels of the local memory.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    bursts of whole words into bank f or r. The bank is chosen by the top address bit
//             (0: f, 1: r); below it lies the byte address within the packed bank.
// Parameters: DATA_W bits of the bus, ADDR_W of byte addresses, ID_W, MEMORY_WORDS a bank,
//             WORD_ADDR_W of word addresses.
// Latency:    a beat is written in the cycle it is accepted; one beat a cycle; the response
//             follows the last beat by 1 cycle.
// Answers SLVERR, and writes nothing for the beat at fault, for: a burst that is not INCR, a word
// strobed in part, a strobed word past MEMORY_WORDS, WLAST in the wrong beat.
// i_hold keeps new bursts from starting; o_active tells that one is under way.
`default_nettype none

module axi_write_port #(
    parameter DATA_W       = 64,
    parameter ADDR_W       = 32,
    parameter ID_W         = 4,
    parameter MEMORY_WORDS = 1000000,
    parameter WORD_ADDR_W  = $clog2(MEMORY_WORDS + 1)
) (
    input  wire                   clk,
    input  wire                   rst,
    input  wire                   i_hold,
    output wire                   o_active,
    output wire                   o_outstanding,  // an address accepted, its response not taken
    output wire                   o_error,        // pulse: a burst ends with SLVERR
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
    output wire                   o_bank_r,
    output wire [  DATA_W/64-1:0] o_write,
    output wire [WORD_ADDR_W-1:0] o_write_addr,
    output wire [     DATA_W-1:0] o_write_data
);

  localparam WORDS = DATA_W / 64;
  localparam [31:0] MEMORY_WORDS_32 = MEMORY_WORDS;
  localparam [ADDR_W-4:0] MEMORY_END = MEMORY_WORDS_32[ADDR_W-4:0];
  localparam [1:0] RESP_OKAY = 2'b00;
  localparam [1:0] RESP_SLVERR = 2'b10;

  wire burst_active, last, refused;
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
      .o_last   (last),
      .o_refused(refused),
      .i_step   (step)
  );

  // Word address of lane 0, without the bit that chooses the bank.
  wire [ADDR_W-4:0] word = {1'b0, addr[ADDR_W-2:3]};
  wire [WORDS-1:0] whole, touched, outside;
  genvar lane;
  generate
    for (lane = 0; lane < WORDS; lane = lane + 1) begin : g_lane
      localparam [ADDR_W-4:0] LANE = lane;
      assign whole[lane]   = &s_axi_wstrb[8*lane+:8];
      assign touched[lane] = |s_axi_wstrb[8*lane+:8];
      assign outside[lane] = touched[lane] & (word + LANE >= MEMORY_END);
    end
  endgenerate

  wire beat_fault = refused | (touched != whole) | (|outside) | (s_axi_wlast != last);
  reg fault;  // in an earlier beat of this burst
  always @(posedge clk)
    if (rst) fault <= 1'b0;
    else if (step) fault <= ~last & (fault | beat_fault);

  // A burst that has begun goes on; the engine waits for it.
  reg begun;
  always @(posedge clk)
    if (rst) begun <= 1'b0;
    else if (step) begun <= ~last;
  wire response_ready;
  assign s_axi_wready = burst_active & (begun | ~i_hold) & response_ready;
  assign o_active = begun;

  assign o_bank_r = addr[ADDR_W-1];
  assign o_write = {WORDS{step & ~beat_fault}} & whole;
  assign o_write_addr = word[WORD_ADDR_W-1:0];
  assign o_write_data = s_axi_wdata;
  assign o_error = step & last & (fault | beat_fault);

  fifo #(
      .WIDTH(ID_W + 2),
      .DEPTH(4)
  ) u_responses (
      .clk    (clk),
      .rst    (rst),
      .i_valid(step & last),
      .o_ready(response_ready),
      .i_data ({id, (fault | beat_fault) ? RESP_SLVERR : RESP_OKAY}),
      .o_valid(s_axi_bvalid),
      .i_ready(s_axi_bready),
      .o_data ({s_axi_bid, s_axi_bresp})
  );

  // Bursts between address and response: at most those queued, served and waiting for B.
  reg [4:0] outstanding;
  wire opened = s_axi_awvalid & s_axi_awready;
  wire closed = s_axi_bvalid & s_axi_bready;
  always @(posedge clk)
    if (rst) outstanding <= 5'd0;
    else outstanding <= outstanding + {4'd0, opened} - {4'd0, closed};
  assign o_outstanding = s_axi_awvalid | (outstanding != 5'd0);

  generate
    if (ADDR_W - 3 > WORD_ADDR_W) begin : g_spare
      wire unused = &{1'b0, word[ADDR_W-4:WORD_ADDR_W]};
    end
  endgenerate
  wire unused_low = &{1'b0, addr[2:0]};

endmodule

`default_nettype wire
