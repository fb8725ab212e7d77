// formula_registers: the numbers of a formula, and the register that names it.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    N0 to N15, as many of them as the formula uses, and FORMULA (CONTRACT.md has the map). A device without a
//             formula has none of them.
// Parameters: ADDR_W bits of an address.
// Latency:    a write takes effect in the next cycle, a read shows the present one.
`default_nettype none

module formula_registers #(
    parameter ADDR_W = 12
) (
    input  wire              clk,
    input  wire              rst,
    input  wire [      63:0] i_digest,        // of the formula
    input  wire [      15:0] i_used,          // the numbers that it uses
    input  wire              i_write,         // a write is offered
    input  wire              i_busy,          // writes are refused
    input  wire [ADDR_W-1:0] i_write_addr,
    input  wire [       1:0] i_write_halves,
    input  wire [      63:0] i_write_data,
    output wire              o_write_here,    // a write of one of the numbers is offered
    input  wire              i_read,          // a read is offered
    input  wire [ADDR_W-1:0] i_read_addr,
    output wire [      63:0] o_read_data,     // 0 unless it is here
    output wire              o_read_here,
    output wire [    1023:0] o_numbers        // {N15 .. N0}
);

  // Numbers of CONTRACT.md, by ci/contract --update.
  localparam [11:0] REG_N0 = 12'h300;
  localparam [11:0] REG_FORMULA = 12'h380;

  wire [3:0] write_number = i_write_addr[6:3], read_number = i_read_addr[6:3];
  wire is_number = i_write & {i_write_addr[ADDR_W-1:7], 7'd0} == REG_N0 & i_write_addr[2:0] == 3'd0;
  assign o_write_here = is_number & i_used[write_number];

  genvar k;
  generate
    for (k = 0; k < 16; k = k + 1) begin : g_number
      localparam [3:0] NUMBER = k;
      reg [63:0] held;
      always @(posedge clk)
        if (rst) held <= 64'd0;
        else if (o_write_here & write_number == NUMBER & ~i_busy) begin
          if (i_write_halves[0]) held[31:0] <= i_write_data[31:0];
          if (i_write_halves[1]) held[63:32] <= i_write_data[63:32];
        end
      assign o_numbers[64*k+:64] = held;
    end
  endgenerate

  wire is_read = i_read & {i_read_addr[ADDR_W-1:7], 7'd0} == REG_N0 & i_read_addr[2:0] == 3'd0;
  wire reads_number = is_read & i_used[read_number];
  wire reads_digest = i_read & i_read_addr == REG_FORMULA;
  assign o_read_here = reads_number | reads_digest;
  assign o_read_data = reads_number ? o_numbers[64*read_number+:64] : reads_digest ? i_digest : 64'd0;

endmodule

`default_nettype wire
