// descriptor_chain: reads descriptors from card memory and carries them out, burst by burst.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    one chain at a time, from the descriptor at i_address to the one whose next is 0, or to the first error.
// Parameters: those of descriptor_check; BURST_BEATS of the longest burst (1..256).
// Latency:    that of the two buses; a descriptor is checked before any of it is moved.
// A descriptor has 64 bytes: source, destination, pitch, row bytes in bits 63:32 and rows in bits 31:0, next, and 24
// bytes without a meaning. Bit 63 of an address says that it is of the device.
// A loop is met where the next descriptor is one kept from before, which is replaced at the first, second, fourth,
// eighth ... descriptor: a chain that comes round is stopped, however long it is.
`default_nettype none

module descriptor_chain #(
    parameter MEMORY_WORDS = 1000000,
    parameter F_BUFFERS    = 2,
    parameter AXI_DATA_W   = 64,
    parameter AXI_ADDR_W   = 32,
    parameter BURST_BEATS  = 64
) (
    input  wire                  clk,
    input  wire                  rst,
    input  wire                  i_start,
    input  wire [          63:0] i_address,
    input  wire [          63:0] i_first,    // bytes that descriptors may touch
    input  wire [          63:0] i_end,
    output wire                  o_running,
    output reg                   o_stopped,  // the chain has ended: no error, or o_code
    output reg  [           3:0] o_code,
    output reg  [          63:0] o_where,    // the descriptor that runs or has ended the chain
    output reg  [          31:0] o_count,    // descriptors carried out
    // A burst: copy_burst; the chain reads descriptors itself
    output wire                  o_fetch,    // the read side is this module's: address o_where
    output wire                  o_fetch_valid,
    input  wire                  i_fetch_ready,
    input  wire [AXI_DATA_W-1:0] i_rdata,
    input  wire [           1:0] i_rresp,
    input  wire                  i_rlast,
    input  wire                  i_rvalid,
    output wire                  o_rready,
    output wire                  o_burst,
    output wire                  o_to_device,
    output wire [          63:0] o_source,
    output wire [          63:0] o_destination,
    output wire [           7:0] o_len,
    input  wire                  i_burst_done,
    input  wire                  i_read_error,
    input  wire                  i_write_error
);

  localparam [3:0] CODE_MEMORY = 4'd6;
  localparam [3:0] CODE_DEVICE = 4'd7;
  localparam BEAT_BITS = $clog2(AXI_DATA_W / 8);
  localparam PAGE_BITS = 12 - BEAT_BITS;  // beats of 4 KiB

  localparam [2:0] IDLE = 3'd0;
  localparam [2:0] FETCH = 3'd1;  // the address of a descriptor is offered
  localparam [2:0] READ = 3'd2;  // its beats come
  localparam [2:0] CHECK = 3'd3;
  localparam [2:0] START = 3'd4;  // a burst starts
  localparam [2:0] BURST = 3'd5;
  localparam [2:0] ADVANCE = 3'd6;  // to the next burst, row or descriptor
  reg [2:0] state;
  assign o_running = state != IDLE;
  assign o_fetch = state == FETCH || state == READ;
  assign o_fetch_valid = state == FETCH && o_where[5:0] == 6'd0;
  assign o_rready = state == READ;

  // The descriptor, shifted in from the top.
  reg [511:0] line;
  reg fetch_bad;
  wire [511+AXI_DATA_W:0] longer = {i_rdata, line};
  wire [63:0] source = line[63:0];
  wire [63:0] destination = line[127:64];
  wire [63:0] pitch = line[191:128];
  wire [31:0] rows = line[223:192];
  wire [31:0] row_bytes = line[255:224];
  wire [63:0] next = line[319:256];
  assign o_to_device = destination[63];

  // Loops
  reg [63:0] kept;
  reg [31:0] met, keep_at;
  wire loop = next == kept && next != 64'd0;

  reg check;
  wire checked;
  wire [3:0] code;
  descriptor_check #(
      .MEMORY_WORDS(MEMORY_WORDS),
      .F_BUFFERS   (F_BUFFERS),
      .AXI_DATA_W  (AXI_DATA_W),
      .AXI_ADDR_W  (AXI_ADDR_W)
  ) u_check (
      .clk          (clk),
      .rst          (rst),
      .i_start      (check),
      .i_address    (o_where),
      .i_source     (source),
      .i_destination(destination),
      .i_pitch      (pitch),
      .i_rows       (rows),
      .i_row_bytes  (row_bytes),
      .i_next       (next),
      .i_loop       (loop),
      .i_first      (i_first),
      .i_end        (i_end),
      .o_done       (checked),
      .o_code       (code)
  );

  // Where the copy is. Rows lie packed in the device and a pitch apart in memory.
  reg [63:0] row, memory, device;  // memory: start of the row; of the burst
  reg [31:0] rows_left, beats_left;  // rows after this one; beats of this row
  assign o_source = o_to_device ? memory : device;
  assign o_destination = o_to_device ? device : memory;
  // Beats to the next multiple of 4 KiB of card memory; the device takes bursts that cross one of its own.
  wire [PAGE_BITS:0] page = {1'b1, {PAGE_BITS{1'b0}}} - {1'b0, memory[11:BEAT_BITS]};
  wire [31:0] to_page = {{(31 - PAGE_BITS) {1'b0}}, page};
  wire [31:0] fits = to_page < BURST_BEATS ? to_page : BURST_BEATS;
  wire [31:0] beats = beats_left < fits ? beats_left : fits;
  wire [31:0] last = beats - 32'd1;
  assign o_len = last[7:0];
  assign o_burst = state == START;
  wire [63:0] bytes = {32'd0, beats} << BEAT_BITS;

  always @(posedge clk) begin
    check <= 1'b0;
    o_stopped <= 1'b0;
    if (rst) state <= IDLE;
    else
      case (state)
        IDLE:
        if (i_start) begin
          state   <= FETCH;
          o_where <= i_address;
          o_count <= 32'd0;
          kept    <= i_address;
          met     <= 32'd1;
          keep_at <= 32'd1;
        end
        FETCH: begin
          fetch_bad <= 1'b0;
          // An address that is not one of a descriptor is refused before it is read.
          if (o_where[5:0] != 6'd0) begin
            state <= CHECK;
            check <= 1'b1;
          end else if (i_fetch_ready) state <= READ;
        end
        READ:
        if (i_rvalid) begin
          line <= longer[511+AXI_DATA_W:AXI_DATA_W];
          fetch_bad <= fetch_bad | i_rresp[1];
          if (i_rlast & (fetch_bad | i_rresp[1])) begin
            state     <= IDLE;
            o_stopped <= 1'b1;
            o_code    <= CODE_MEMORY;
          end else if (i_rlast) begin
            state <= CHECK;
            check <= 1'b1;
          end
        end
        CHECK:
        if (checked) begin
          state      <= code == 4'd0 ? START : IDLE;
          o_stopped  <= code != 4'd0;
          o_code     <= code;
          memory     <= o_to_device ? source : destination;
          row        <= o_to_device ? source : destination;
          device     <= o_to_device ? {1'b0, destination[62:0]} : {1'b0, source[62:0]};
          rows_left  <= rows - 32'd1;
          beats_left <= row_bytes >> BEAT_BITS;
          if (met == keep_at) begin
            kept    <= o_where;
            keep_at <= keep_at << 1;
          end
          met <= met + 32'd1;
        end
        START: begin
          state <= BURST;
        end
        BURST:
        if (i_burst_done) begin
          state <= ADVANCE;
          if (i_read_error | i_write_error) begin
            state     <= IDLE;
            o_stopped <= 1'b1;
            o_code    <= (i_read_error == o_to_device) ? CODE_MEMORY : CODE_DEVICE;
          end
        end
        default: begin  // ADVANCE
          state  <= START;
          device <= device + bytes;
          if (beats_left != beats) begin
            memory     <= memory + bytes;
            beats_left <= beats_left - beats;
          end else begin
            memory     <= row + pitch;
            row        <= row + pitch;
            beats_left <= row_bytes >> BEAT_BITS;
            rows_left  <= rows_left - 32'd1;
            if (rows_left == 32'd0) begin
              o_count <= o_count + 32'd1;
              o_where <= next == 64'd0 ? o_where : next;
              state   <= next == 64'd0 ? IDLE : FETCH;
              o_stopped <= next == 64'd0;
              o_code  <= 4'd0;
            end
          end
        end
      endcase
  end

  wire unused = &{1'b0, i_rresp[0], line[511:320], longer[AXI_DATA_W-1:0], last[31:8]};

endmodule

`default_nettype wire
