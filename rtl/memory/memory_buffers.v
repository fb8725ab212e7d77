// memory_buffers: the buffers of banks f and r, which the engine and the data port share.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    in one cycle the engine reads one f and one r buffer and writes one of each, while the bus reads one
//             buffer and writes another. There is no arbiter: the interlock sees to it that no two of them use the same
//             side of a buffer (reading, writing) at once.
// Parameters: WORDS in a beat of the data port, LANES of the engine, BANKS = the larger of the two, F_BUFFERS in bank f
//             (r has 2), MEMORY_WORDS per buffer, ADDR_W bits of a word address; R_OPTIONAL 0: i_without_r is ignored.
// Ports:      i_bus_*_buffer are {bank, buffer}; one that does not exist must not be enabled.
// Latency:    read data in the next cycle, and in that one only.
`default_nettype none

module memory_buffers #(
    parameter WORDS        = 1,
    parameter LANES        = 1,
    parameter BANKS        = 1,
    parameter R_OPTIONAL   = 0,
    parameter F_BUFFERS    = 2,
    parameter MEMORY_WORDS = 1000000,
    parameter ADDR_W       = 20
) (
    input  wire                clk,
    input  wire                i_without_r,       // the engine's reads and writes are those of f alone
    input  wire                i_read,
    input  wire [  ADDR_W-1:0] i_read_addr,
    input  wire [         1:0] i_read_f_buffer,
    input  wire                i_read_r_buffer,
    output wire [64*LANES-1:0] o_read_f,
    output wire [64*LANES-1:0] o_read_r,
    input  wire [   LANES-1:0] i_write,           // f, one enable per lane
    input  wire                i_write_r,         // and r, in the same lanes
    input  wire [  ADDR_W-1:0] i_write_addr,
    input  wire [         1:0] i_write_f_buffer,
    input  wire                i_write_r_buffer,
    input  wire [64*LANES-1:0] i_write_f_data,
    input  wire [64*LANES-1:0] i_write_r_data,
    input  wire                i_bus_read,
    input  wire [         2:0] i_bus_read_buffer,
    input  wire [  ADDR_W-1:0] i_bus_read_addr,
    output wire [64*WORDS-1:0] o_bus_read_data,
    input  wire [   WORDS-1:0] i_bus_write,       // one enable per lane, if both of i_bus_granted are set
    input  wire [         1:0] i_bus_granted,
    input  wire [         2:0] i_bus_write_buffer,
    input  wire [  ADDR_W-1:0] i_bus_write_addr,
    input  wire [64*WORDS-1:0] i_bus_write_data
);

  localparam BUFFERS = F_BUFFERS + 2;  // those of f, then those of r
  wire uses_r = R_OPTIONAL == 0 | ~i_without_r;

  // The buffers whose data each client takes in this cycle.
  reg [2:0] s1_f, s1_r, s1_bus;
  always @(posedge clk) begin
    s1_f   <= {1'b0, i_read_f_buffer};
    s1_r   <= {2'b10, i_read_r_buffer};
    s1_bus <= i_bus_read_buffer;
  end

  genvar k;
  generate
    for (k = 0; k < BUFFERS; k = k + 1) begin : g_buffer
      localparam IS_R = k >= F_BUFFERS;
      localparam [31:0] PLACE_32 = IS_R ? 4 + k - F_BUFFERS : k;
      localparam [2:0] PLACE = PLACE_32[2:0];  // the data port's number of this buffer

      wire engine_reads, engine_writes;
      wire [64*LANES-1:0] engine_data;
      if (IS_R) begin : g_r
        assign engine_reads  = i_read & uses_r & i_read_r_buffer == PLACE[0];
        assign engine_writes = (|i_write) & i_write_r & uses_r & i_write_r_buffer == PLACE[0];
        assign engine_data   = i_write_r_data;
      end else begin : g_f
        assign engine_reads  = i_read & i_read_f_buffer == PLACE[1:0];
        assign engine_writes = (|i_write) & i_write_f_buffer == PLACE[1:0];
        assign engine_data   = i_write_f_data;
      end
      wire bus_reads = i_bus_read & i_bus_read_buffer == PLACE;
      wire bus_writes = i_bus_write_buffer == PLACE;

      wire [64*BANKS-1:0] data;
      shared_memory #(
          .WORDS       (WORDS),
          .LANES       (LANES),
          .BANKS       (BANKS),
          .MEMORY_WORDS(MEMORY_WORDS),
          .ADDR_W      (ADDR_W)
      ) u_memory (
          .clk                (clk),
          .i_engine_read      (engine_reads),
          .i_engine_read_addr (i_read_addr),
          .i_engine_writes    (engine_writes),
          .i_engine_write     (i_write),
          .i_engine_write_addr(i_write_addr),
          .i_engine_write_data(engine_data),
          .i_bus_read         (bus_reads),
          .i_bus_read_addr    (i_bus_read_addr),
          .i_bus_writes       (bus_writes),
          .i_bus_write        (i_bus_write),
          .i_bus_granted      (i_bus_granted),
          .i_bus_write_addr   (i_bus_write_addr),
          .i_bus_write_data   (i_bus_write_data),
          .o_read_data        (data)
      );

      // The outputs of all buffers are ORed: a client sees its buffer, and the others give zeros.
      wire [64*LANES-1:0] engine_sees = data[64*LANES-1:0];
      wire [64*WORDS-1:0] bus_sees = data[64*WORDS-1:0];
      wire [64*LANES-1:0] any_f, any_r;
      wire [64*WORDS-1:0] any_bus;
      if (k == 0) begin : g_first
        assign any_f   = {64 * LANES{s1_f == PLACE}} & engine_sees;
        assign any_r   = {64 * LANES{1'b0}};
        assign any_bus = {64 * WORDS{s1_bus == PLACE}} & bus_sees;
      end else begin : g_next
        if (IS_R) begin : g_sees_r
          assign any_f = g_buffer[k-1].any_f;
          assign any_r = g_buffer[k-1].any_r | ({64 * LANES{s1_r == PLACE}} & engine_sees);
        end else begin : g_sees_f
          assign any_f = g_buffer[k-1].any_f | ({64 * LANES{s1_f == PLACE}} & engine_sees);
          assign any_r = g_buffer[k-1].any_r;
        end
        assign any_bus = g_buffer[k-1].any_bus | ({64 * WORDS{s1_bus == PLACE}} & bus_sees);
      end
    end
  endgenerate

  assign o_read_f = g_buffer[BUFFERS-1].any_f;
  assign o_read_r = g_buffer[BUFFERS-1].any_r;
  assign o_bus_read_data = g_buffer[BUFFERS-1].any_bus;

endmodule

`default_nettype wire
