// counter_law: what each performance counter counts, for the proof and for tests of perf_counters.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    says, apart from the RTL, which registers are counters and which of them the present cycle adds 1 to.
//             Bit k stands for offset 0x200 + 8*k of the contract.
// Latency:    none.
`default_nettype none

module counter_law (
    input  wire        i_busy,
    input  wire        i_stall,
    input  wire        i_fill,
    input  wire        i_load,
    input  wire        i_store,
    input  wire        i_write_busy,
    input  wire        i_read_busy,
    input  wire        i_load_beat,
    input  wire        i_store_beat,
    input  wire        i_finished,
    output wire [31:0] o_counters,
    output wire [31:0] o_counts
);

  wire compute = i_busy & ~i_stall;
  wire free = ~i_busy;

  assign o_counters = {18'd0, 14'b10_1111_1111_1111};
  assign o_counts = {
    18'd0,
    compute & (i_write_busy | i_read_busy),  // CYCLES_HIDDEN
    1'b0,                                    // CHANGE is no counter
    i_read_busy,
    i_write_busy,
    i_finished,
    i_store_beat,
    i_load_beat,
    i_fill,
    free & ~i_load & ~i_store,               // CYCLES_IDLE
    free & ~i_load & i_store,                // CYCLES_STORE
    free & i_load,                           // CYCLES_LOAD
    i_busy & i_stall,
    compute,
    1'b1                                     // CYCLES_TOTAL
  };

endmodule

`default_nettype wire
