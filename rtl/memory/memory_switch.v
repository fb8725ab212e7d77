// memory_switch: banks f and r, shared by the engine and the data port.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    whoever has the memory has all of it: the engine while i_engine, the data port
//             otherwise. The engine reads the same words of f and r at once and writes f.
// Parameters: WORDS of a data port beat, LANES of the engine, BANKS = the larger of the two,
//             MEMORY_WORDS a bank, ADDR_W bits of word addresses.
// Latency:    as local_memory: read data in the next cycle.
`default_nettype none

module memory_switch #(
    parameter WORDS        = 1,
    parameter LANES        = 1,
    parameter BANKS        = 1,
    parameter MEMORY_WORDS = 1000000,
    parameter ADDR_W       = 20
) (
    input  wire                clk,
    input  wire                i_engine,
    input  wire                i_engine_read,
    input  wire [  ADDR_W-1:0] i_engine_read_addr,
    input  wire [   LANES-1:0] i_engine_write,
    input  wire [  ADDR_W-1:0] i_engine_write_addr,
    input  wire [64*LANES-1:0] i_engine_write_data,
    input  wire                i_bus_read,
    input  wire                i_bus_read_r,
    input  wire [  ADDR_W-1:0] i_bus_read_addr,
    input  wire [   WORDS-1:0] i_bus_write,
    input  wire                i_bus_write_r,
    input  wire [  ADDR_W-1:0] i_bus_write_addr,
    input  wire [64*WORDS-1:0] i_bus_write_data,
    output wire [64*BANKS-1:0] o_f,
    output wire [64*BANKS-1:0] o_r,
    output wire [64*WORDS-1:0] o_bus_read_data
);

  // Both clients, widened to all banks.
  wire [BANKS-1:0] engine_write, bus_write;
  wire [64*BANKS-1:0] engine_data, bus_data;
  genvar lane;
  generate
    for (lane = 0; lane < BANKS; lane = lane + 1) begin : g_widen
      if (lane < LANES) begin : g_engine
        assign engine_write[lane] = i_engine_write[lane];
        assign engine_data[64*lane+:64] = i_engine_write_data[64*lane+:64];
      end else begin : g_no_engine
        assign engine_write[lane] = 1'b0;
        assign engine_data[64*lane+:64] = 64'd0;
      end
      if (lane < WORDS) begin : g_bus
        assign bus_write[lane] = i_bus_write[lane];
        assign bus_data[64*lane+:64] = i_bus_write_data[64*lane+:64];
      end else begin : g_no_bus
        assign bus_write[lane] = 1'b0;
        assign bus_data[64*lane+:64] = 64'd0;
      end
    end
  endgenerate

  wire [ADDR_W-1:0] read_addr = i_engine ? i_engine_read_addr : i_bus_read_addr;
  wire [ADDR_W-1:0] write_addr = i_engine ? i_engine_write_addr : i_bus_write_addr;

  local_memory #(
      .WORDS(MEMORY_WORDS),
      .BANKS(BANKS)
  ) u_f (
      .clk         (clk),
      .i_write     (i_engine ? engine_write : bus_write & {BANKS{~i_bus_write_r}}),
      .i_write_addr(write_addr),
      .i_write_data(i_engine ? engine_data : bus_data),
      .i_read      (i_engine ? i_engine_read : i_bus_read & ~i_bus_read_r),
      .i_read_addr (read_addr),
      .o_read_data (o_f)
  );
  local_memory #(
      .WORDS(MEMORY_WORDS),
      .BANKS(BANKS)
  ) u_r (
      .clk         (clk),
      .i_write     (bus_write & {BANKS{i_bus_write_r}}),
      .i_write_addr(i_bus_write_addr),
      .i_write_data(bus_data),
      .i_read      (i_engine ? i_engine_read : i_bus_read & i_bus_read_r),
      .i_read_addr (read_addr),
      .o_read_data (o_r)
  );

  reg s1_bus_r;
  always @(posedge clk) s1_bus_r <= i_bus_read_r;
  assign o_bus_read_data = s1_bus_r ? o_r[64*WORDS-1:0] : o_f[64*WORDS-1:0];

endmodule

`default_nettype wire
