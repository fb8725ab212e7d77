// beat_place: tells where in the buffers a beat lies, and which of its words exist.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    the address map of the data port: the top bit of a byte address chooses the bank
//             (0: f, 1: r), the two below it the buffer, the rest is the address in the buffer.
// Parameters: ADDR_W bits of a byte address, WORDS in a beat, F_BUFFERS in bank f (r has 2), MEMORY_WORDS per buffer,
//             WORD_ADDR_W bits of a word address.
// Latency:    none.
`default_nettype none

module beat_place #(
    parameter ADDR_W       = 32,
    parameter WORDS        = 1,
    parameter F_BUFFERS    = 2,
    parameter MEMORY_WORDS = 1000000,
    parameter WORD_ADDR_W  = $clog2(MEMORY_WORDS + 1)
) (
    input  wire [     ADDR_W-1:0] i_addr,     // of the beat, rounded down to a full beat
    input  wire [            2:0] i_buffer,   // of its burst: {bank, buffer}
    input  wire                   i_strayed,  // the beat is no longer in that buffer
    output wire [WORD_ADDR_W-1:0] o_word,     // of lane 0
    output wire [      WORDS-1:0] o_exists    // one bit per lane
);

  localparam OFFSET_W = ADDR_W - 3;  // of a byte in a buffer
  localparam [31:0] MEMORY_WORDS_32 = MEMORY_WORDS;
  // One bit more than a word address, so that the end of a full buffer can be written.
  localparam [OFFSET_W-3:0] MEMORY_END = MEMORY_WORDS_32[OFFSET_W-3:0];
  localparam [31:0] F_BUFFERS_32 = F_BUFFERS;

  wire [OFFSET_W-3:0] word = {1'b0, i_addr[OFFSET_W-1:3]};
  wire [2:0] buffers = i_buffer[2] ? 3'd2 : F_BUFFERS_32[2:0];
  wire buffer_exists = {1'b0, i_buffer[1:0]} < buffers;

  assign o_word = word[WORD_ADDR_W-1:0];
  genvar lane;
  generate
    for (lane = 0; lane < WORDS; lane = lane + 1) begin : g_lane
      localparam [OFFSET_W-3:0] LANE = lane;
      if (MEMORY_WORDS > lane) begin : g_there
        assign o_exists[lane] = buffer_exists & ~i_strayed & (word < MEMORY_END - LANE);
      end else begin : g_never
        assign o_exists[lane] = 1'b0;
      end
    end
    if (OFFSET_W - 2 > WORD_ADDR_W) begin : g_spare
      wire unused = &{1'b0, word[OFFSET_W-3:WORD_ADDR_W]};
    end
  endgenerate
  wire unused = &{1'b0, i_addr[ADDR_W-1:OFFSET_W], i_addr[2:0]};

endmodule

`default_nettype wire
