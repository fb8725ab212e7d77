// shared_memory: one buffer of packed doubles that the engine and the data port use in turn.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    widens both clients to all banks and lets through the one that is active; on each side (reading, writing)
//             only one may be active in a cycle.
// Parameters: WORDS in a beat of the data port, LANES of the engine, BANKS = the larger of the two, MEMORY_WORDS,
//             ADDR_W bits of a word address.
// Latency:    as local_memory.
`default_nettype none

module shared_memory #(
    parameter WORDS        = 1,
    parameter LANES        = 1,
    parameter BANKS        = 1,
    parameter MEMORY_WORDS = 1000000,
    parameter ADDR_W       = 20
) (
    input  wire                clk,
    input  wire                i_engine_read,
    input  wire [  ADDR_W-1:0] i_engine_read_addr,
    input  wire                i_engine_writes,
    input  wire [   LANES-1:0] i_engine_write,
    input  wire [  ADDR_W-1:0] i_engine_write_addr,
    input  wire [64*LANES-1:0] i_engine_write_data,
    input  wire                i_bus_read,
    input  wire [  ADDR_W-1:0] i_bus_read_addr,
    input  wire                i_bus_writes,
    input  wire [   WORDS-1:0] i_bus_write,         // of any buffer; of this one with i_bus_writes
    input  wire [         1:0] i_bus_granted,       // both must be set; they come late, so one gate follows
    input  wire [  ADDR_W-1:0] i_bus_write_addr,
    input  wire [64*WORDS-1:0] i_bus_write_data,
    output wire [64*BANKS-1:0] o_read_data
);

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
        assign bus_write[lane] = i_bus_write[lane] & i_bus_writes & (&i_bus_granted);
        assign bus_data[64*lane+:64] = i_bus_write_data[64*lane+:64];
      end else begin : g_no_bus
        assign bus_write[lane] = 1'b0;
        assign bus_data[64*lane+:64] = 64'd0;
      end
    end
  endgenerate

  local_memory #(
      .WORDS(MEMORY_WORDS),
      .BANKS(BANKS)
  ) u_words (
      .clk         (clk),
      .i_write     (i_engine_writes ? engine_write : bus_write),
      .i_write_addr(i_engine_writes ? i_engine_write_addr : i_bus_write_addr),
      .i_write_data(i_engine_writes ? engine_data : bus_data),
      .i_read      (i_engine_read | i_bus_read),
      .i_read_addr (i_engine_read ? i_engine_read_addr : i_bus_read_addr),
      .o_read_data (o_read_data)
  );

endmodule

`default_nettype wire
