// descriptor_check: whether a descriptor may be carried out.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    finds what is wrong with a descriptor before anything of it is moved. Nothing wraps: sums have a bit more
//             than an address.
// Parameters: those of stencil_accel, as far as they say which words its buffers have.
// Latency:    o_done 3 + the number of bits of rows - 1 cycles after i_start at most.
`default_nettype none

module descriptor_check #(
    parameter MEMORY_WORDS = 1000000,
    parameter F_BUFFERS    = 2,
    parameter AXI_DATA_W   = 64,
    parameter AXI_ADDR_W   = 32
) (
    input  wire        clk,
    input  wire        rst,
    input  wire        i_start,        // the descriptor stays as it is until o_done
    input  wire [63:0] i_address,      // of the descriptor
    input  wire [63:0] i_source,
    input  wire [63:0] i_destination,
    input  wire [63:0] i_pitch,
    input  wire [31:0] i_rows,
    input  wire [31:0] i_row_bytes,
    input  wire [63:0] i_next,
    input  wire        i_loop,         // the next descriptor has been met before
    // Bytes of card memory that descriptors may touch: the first, and the one after the last
    input  wire [63:0] i_first,
    input  wire [63:0] i_end,
    output reg         o_done,
    output reg  [ 3:0] o_code          // with o_done; 0: it may
);

  localparam [3:0] CODE_ALIGNMENT = 4'd1;
  localparam [3:0] CODE_SHAPE = 4'd2;
  localparam [3:0] CODE_BUFFER = 4'd3;
  localparam [3:0] CODE_WINDOW = 4'd4;
  localparam [3:0] CODE_LOOP = 4'd5;

  localparam OFFSET_W = AXI_ADDR_W - 3;
  localparam BEAT_BITS = $clog2(AXI_DATA_W / 8);
  localparam [64:0] BUFFER_BYTES = MEMORY_WORDS * 65'd8;

  wire to_device = i_destination[63];
  wire [63:0] device = to_device ? i_destination : i_source;
  wire [63:0] memory = to_device ? i_source : i_destination;
  wire [1:0] buffer = device[AXI_ADDR_W-2:AXI_ADDR_W-3];
  wire no_buffer = device[AXI_ADDR_W-1] ? buffer[1] : {1'b0, buffer} >= F_BUFFERS[2:0];
  wire strays = device[62:0] >> AXI_ADDR_W != 63'd0;

  wire [63:0] all_sizes = i_source | i_destination | i_pitch | {32'd0, i_row_bytes};
  wire unaligned = i_address[5:0] != 6'd0 || i_next[5:0] != 6'd0 || all_sizes[BEAT_BITS-1:0] != {BEAT_BITS{1'b0}};
  wire misshapen = i_rows == 32'd0 || i_row_bytes == 32'd0 || (i_rows != 32'd1 && i_pitch < {32'd0, i_row_bytes}) ||
       i_source[63] == i_destination[63];

  // End of the last row on either side: the first row, and (rows - 1) times a row or the pitch, bit by bit of rows - 1.
  // Rows and their bytes have 32 bits, so that the end in the device has at most 65. In memory bit 64 of the sum and of
  // the multiple that is added stays set once one has outgrown 64 bits.
  reg running;
  reg [31:0] rows_left;
  reg [64:0] device_end, memory_end;
  reg [63:0] row_multiple;
  reg [64:0] pitch_multiple;
  wire [65:0] next_memory_end = {1'b0, memory_end} + {1'b0, pitch_multiple};

  always @(posedge clk) begin
    o_done <= 1'b0;
    if (rst) running <= 1'b0;
    else if (i_start) running <= 1'b1;
    else if (running & rows_left == 32'd0) begin
      running <= 1'b0;
      o_done  <= 1'b1;
    end
    if (i_start) begin
      rows_left      <= i_rows - 32'd1;
      device_end     <= {{(65 - OFFSET_W) {1'b0}}, device[OFFSET_W-1:0]} + {33'd0, i_row_bytes};
      memory_end     <= {1'b0, memory} + {33'd0, i_row_bytes};
      row_multiple   <= {32'd0, i_row_bytes};
      pitch_multiple <= {1'b0, i_pitch};
    end else if (running) begin
      rows_left      <= rows_left >> 1;
      row_multiple   <= row_multiple << 1;
      pitch_multiple <= {pitch_multiple[64] | pitch_multiple[63], pitch_multiple[62:0], 1'b0};
      if (rows_left[0]) begin
        device_end <= device_end + {1'b0, row_multiple};
        memory_end <= {memory_end[64] | (|next_memory_end[65:64]), next_memory_end[63:0]};
      end
    end
    if (running)
      o_code <= unaligned ? CODE_ALIGNMENT :
          misshapen ? CODE_SHAPE :
          (no_buffer | strays | device_end > BUFFER_BYTES) ? CODE_BUFFER :
          (memory < i_first || memory_end > {1'b0, i_end}) ? CODE_WINDOW :
          i_loop ? CODE_LOOP : 4'd0;
  end

  wire unused = &{1'b0, i_address[63:6], i_next[63:6], all_sizes[63:BEAT_BITS]};

endmodule

`default_nettype wire
