// axi_read_port: AXI4 read channels of the local memory.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    bursts out of bank f or r, addressed as in axi_write_port.
// Parameters: as axi_write_port.
// Latency:    5 cycles from an accepted address to its first beat; one beat a cycle.
// Every beat carries the whole words of its container; words past MEMORY_WORDS read as 0.
// Answers SLVERR for a burst that is not INCR and for beats that lie wholly past MEMORY_WORDS.
// i_hold keeps new beats from being read; o_active tells that a burst is under way.
`default_nettype none

module axi_read_port #(
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
    output wire                   o_outstanding,  // an address accepted, its last beat not taken
    output wire                   o_error,        // pulse: a beat is answered with SLVERR
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
    output wire                   o_bank_r,
    output wire                   o_read,
    output wire [WORD_ADDR_W-1:0] o_read_addr,
    input  wire [     DATA_W-1:0] i_read_data
);

  localparam WORDS = DATA_W / 64;
  localparam [31:0] MEMORY_WORDS_32 = MEMORY_WORDS;
  localparam [ADDR_W-4:0] MEMORY_END = MEMORY_WORDS_32[ADDR_W-4:0];
  localparam [1:0] RESP_OKAY = 2'b00;
  localparam [1:0] RESP_SLVERR = 2'b10;

  wire burst_active, last, refused, step;
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
      .o_last   (last),
      .o_refused(refused),
      .i_step   (step)
  );

  wire [ADDR_W-4:0] word = {1'b0, addr[ADDR_W-2:3]};
  wire [WORDS-1:0] present;
  genvar lane;
  generate
    for (lane = 0; lane < WORDS; lane = lane + 1) begin : g_present
      localparam [ADDR_W-4:0] LANE = lane;
      assign present[lane] = word + LANE < MEMORY_END;
    end
  endgenerate

  reg begun;
  always @(posedge clk)
    if (rst) begun <= 1'b0;
    else if (step) begun <= ~last;
  assign o_active = begun;

  // A beat is read when its data is sure of a place to go: the queue holds 8, of which one may
  // still be on its way from memory.
  reg [3:0] claimed;
  wire taken = s_axi_rvalid & s_axi_rready;
  assign step = burst_active & (begun | ~i_hold) & (claimed < 4'd8);
  always @(posedge clk)
    if (rst) claimed <= 4'd0;
    else claimed <= claimed + {3'd0, step} - {3'd0, taken};

  assign o_bank_r = addr[ADDR_W-1];
  assign o_read = step & ~refused & present[0];
  assign o_read_addr = word[WORD_ADDR_W-1:0];
  assign o_error = step & (refused | ~present[0]);

  // s1: the memory delivers.
  reg s1_valid, s1_last, s1_fault;
  reg [ID_W-1:0] s1_id;
  reg [WORDS-1:0] s1_present;
  always @(posedge clk) begin
    s1_valid  <= step & ~rst;
    s1_last   <= last;
    s1_fault  <= refused | ~present[0];
    s1_id     <= id;
    s1_present <= present & {WORDS{~refused}};
  end
  wire [DATA_W-1:0] s1_data;
  generate
    for (lane = 0; lane < WORDS; lane = lane + 1) begin : g_data
      assign s1_data[64*lane+:64] = s1_present[lane] ? i_read_data[64*lane+:64] : 64'd0;
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

  // Bursts between address and last beat: at most 4 queued, 1 served, 8 waiting to be taken.
  reg [4:0] outstanding;
  wire opened = s_axi_arvalid & s_axi_arready;
  wire closed = taken & s_axi_rlast;
  always @(posedge clk)
    if (rst) outstanding <= 5'd0;
    else outstanding <= outstanding + {4'd0, opened} - {4'd0, closed};
  assign o_outstanding = s_axi_arvalid | (outstanding != 5'd0);

  generate
    if (ADDR_W - 3 > WORD_ADDR_W) begin : g_spare
      wire unused = &{1'b0, word[ADDR_W-4:WORD_ADDR_W]};
    end
  endgenerate
  // A claimed place is free when the data comes.
  wire unused = &{1'b0, addr[2:0], queue_ready};

endmodule

`default_nettype wire
