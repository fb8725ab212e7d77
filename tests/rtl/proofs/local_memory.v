// local_memory_proof: follows one word of a local_memory through writes and reads of any lanes.
// SPDX-License-Identifier: Apache-2.0
//
// Any word, chosen in the first cycle; any accesses whose written words exist. Data has WATCHED bits per word, the
// others are 0.
`default_nettype none

module local_memory_proof #(
    parameter WORDS   = 7,
    parameter BANKS   = 4,
    parameter ADDR_W  = $clog2(WORDS + 1),
    parameter WATCHED = 1
) (
    input  wire                     clk,
    input  wire [       ADDR_W-1:0] i_word,
    input  wire [        BANKS-1:0] i_write,
    input  wire [       ADDR_W-1:0] i_write_addr,
    input  wire [WATCHED*BANKS-1:0] i_data,
    input  wire                     i_read,
    input  wire [       ADDR_W-1:0] i_read_addr,
    output wire                     given_word,
    output wire                     given_writes,
    output wire                     wrong_read,
    output wire                     wrong_hold,
    output wire                     seen_last_word,
    output wire                     seen_held
);

  localparam [ADDR_W:0] END = WORDS;

  wire [64*BANKS-1:0] write_data, read_data;
  wire [BANKS-1:0] past_end, hits, reads;
  reg [ADDR_W-1:0] from;  // of the read before
  reg started = 1'b0;
  reg [ADDR_W-1:0] word;
  wire [ADDR_W-1:0] watched = started ? word : i_word;
  genvar lane;
  generate
    for (lane = 0; lane < BANKS; lane = lane + 1) begin : g_lane
      localparam [ADDR_W:0] LANE = lane;
      assign write_data[64*lane+:64] = {{(64 - WATCHED) {1'b0}}, i_data[WATCHED*lane+:WATCHED]};
      assign past_end[lane] = i_write[lane] & {1'b0, i_write_addr} + LANE >= END;
      assign hits[lane] = i_write[lane] & {1'b0, i_write_addr} + LANE == {1'b0, watched};
      assign reads[lane] = {1'b0, from} + LANE == {1'b0, watched};
    end
  endgenerate
  local_memory #(
      .WORDS(WORDS),
      .BANKS(BANKS)
  ) u_memory (
      .clk         (clk),
      .i_write     (i_write),
      .i_write_addr(i_write_addr),
      .i_write_data(write_data),
      .i_read      (i_read),
      .i_read_addr (i_read_addr),
      .o_read_data (read_data)
  );
  assign given_word   = {1'b0, watched} < END;
  assign given_writes = past_end == {BANKS{1'b0}};

  // The word's value once it has been written, and what a read of it must show until the next read.
  reg known = 1'b0;
  reg due = 1'b0;
  reg fresh = 1'b0;
  reg [63:0] value, shown;
  wire [63:0] out;
  reg [63:0] lanes_out, lanes_in;
  integer k;
  always @* begin
    lanes_out = 64'd0;
    lanes_in  = 64'd0;
    for (k = 0; k < BANKS; k = k + 1) begin
      if (reads[k]) lanes_out = lanes_out | read_data[64*k+:64];
      if (hits[k]) lanes_in = lanes_in | write_data[64*k+:64];
    end
  end
  assign out = lanes_out;
  always @(posedge clk) begin
    started <= 1'b1;
    word    <= watched;
    fresh   <= i_read;
    if (hits != {BANKS{1'b0}}) begin
      known <= 1'b1;
      value <= lanes_in;
    end
    if (i_read) begin
      from  <= i_read_addr;
      due   <= known;
      shown <= value;
    end
  end
  wire shows = due & reads != {BANKS{1'b0}};
  assign wrong_read = shows & fresh & out != shown;
  assign wrong_hold = shows & ~fresh & out != shown;
  assign seen_last_word = shows & fresh & {1'b0, watched} == END - 1'b1 & reads[2] & shown != 64'd0;
  assign seen_held = shows & ~fresh & value != shown;

endmodule

`default_nettype wire
