// local_memory: packed doubles, BANKS consecutive words per cycle from any word address.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    rows of the field are packed, so a row may begin at any word. Word w is in bank w mod BANKS; an access
//             takes one row of each bank and is rotated to its lanes.
// Parameters: WORDS of 64 bits, BANKS (a power of two: the widest access).
// Ports:      lane l of an access is word address + l. Writes past WORDS must not be enabled; reads there return
//             unspecified data.
// Latency:    a write is seen by reads presented one cycle later; o_read_data is valid in the
//             cycle after i_read and holds until the next one.
`default_nettype none

module local_memory #(
    parameter WORDS  = 1000000,
    parameter BANKS  = 1,
    parameter ADDR_W = $clog2(WORDS + 1)
) (
    input  wire                clk,
    input  wire [   BANKS-1:0] i_write,       // one enable per lane
    input  wire [  ADDR_W-1:0] i_write_addr,  // word of lane 0
    input  wire [64*BANKS-1:0] i_write_data,
    input  wire                i_read,
    input  wire [  ADDR_W-1:0] i_read_addr,   // word of lane 0
    output wire [64*BANKS-1:0] o_read_data
);

  localparam DEPTH = (WORDS + BANKS - 1) / BANKS;
  localparam ROW_W = (DEPTH > 1) ? $clog2(DEPTH) : 1;

  genvar k;
  generate
    if (BANKS == 1) begin : g_single
      memory_bank #(
          .WIDTH(64),
          .DEPTH(DEPTH)
      ) u_bank (
          .clk         (clk),
          .i_write     (i_write[0]),
          .i_write_row (i_write_addr[ROW_W-1:0]),
          .i_write_data(i_write_data),
          .i_read      (i_read),
          .i_read_row  (i_read_addr[ROW_W-1:0]),
          .o_read_data (o_read_data)
      );
      if (ADDR_W > ROW_W) begin : g_spare
        wire unused = &{1'b0, i_write_addr[ADDR_W-1:ROW_W], i_read_addr[ADDR_W-1:ROW_W]};
      end
    end else begin : g_interleaved
      localparam SHIFT = $clog2(BANKS);
      localparam HIGH_W = ADDR_W - SHIFT;

      wire [ SHIFT-1:0] write_shift = i_write_addr[SHIFT-1:0];
      wire [ SHIFT-1:0] read_shift = i_read_addr[SHIFT-1:0];
      wire [HIGH_W-1:0] write_row = i_write_addr[ADDR_W-1:SHIFT];
      wire [HIGH_W-1:0] read_row = i_read_addr[ADDR_W-1:SHIFT];

      reg [SHIFT-1:0] s1_shift;
      always @(posedge clk) if (i_read) s1_shift <= read_shift;

      wire [64*BANKS-1:0] s1_banks;

      for (k = 0; k < BANKS; k = k + 1) begin : g_bank
        localparam [SHIFT-1:0] BANK = k;
        // The lane that falls into this bank; lane + shift past the last bank means the next row of it.
        wire [ SHIFT-1:0] write_lane = BANK - write_shift;
        wire [ SHIFT-1:0] read_lane = BANK - read_shift;
        wire [HIGH_W-1:0] bank_write_row = write_row + {{(HIGH_W - 1) {1'b0}}, write_lane > ~write_shift};
        wire [HIGH_W-1:0] bank_read_row = read_row + {{(HIGH_W - 1) {1'b0}}, read_lane > ~read_shift};

        memory_bank #(
            .WIDTH(64),
            .DEPTH(DEPTH)
        ) u_bank (
            .clk         (clk),
            .i_write     (i_write[write_lane]),
            .i_write_row (bank_write_row[ROW_W-1:0]),
            .i_write_data(i_write_data[64*write_lane+:64]),
            .i_read      (i_read),
            .i_read_row  (bank_read_row[ROW_W-1:0]),
            .o_read_data (s1_banks[64*k+:64])
        );
        if (HIGH_W > ROW_W) begin : g_spare
          wire unused = &{1'b0, bank_write_row[HIGH_W-1:ROW_W], bank_read_row[HIGH_W-1:ROW_W]};
        end

        wire [SHIFT-1:0] source_bank = BANK + s1_shift;
        assign o_read_data[64*k+:64] = s1_banks[64*source_bank+:64];
      end
    end
  endgenerate

  generate
    if (BANKS < 1 || (BANKS & (BANKS - 1)) != 0 || WORDS < BANKS) begin : g_illegal
`ifdef VERILATOR
      $fatal(1, "BANKS=%0d must be a power of two and WORDS=%0d at least BANKS", BANKS, WORDS);
`elsif __ICARUS__
      initial begin
        $display("%m: BANKS=%0d must be a power of two and WORDS=%0d at least BANKS", BANKS, WORDS);
        $finish;
      end
`else
      parameter_is_out_of_range u_stop ();
`endif
    end
  endgenerate

endmodule

`default_nettype wire
