// Carries of the performance counters: out of the lowest 8 bits of each, and out of the lowest 12. bins.json has the names.
// SPDX-License-Identifier: Apache-2.0
module counter_bins (
    input wire             clk,
    input wire [64*13-1:0] i_counters
);
  reg [64*13-1:0] were;
  always @(posedge clk) were <= i_counters;
  genvar at;
  generate
    for (at = 0; at < 26; at = at + 1) begin : g_bin
      localparam LOW = at % 2 == 0 ? 8 : 12;
      wire [LOW:0] is = i_counters[64*(at/2)+:LOW+1], was = were[64*(at/2)+:LOW+1];
      bin : cover property (@(posedge clk) &was[LOW-1:0] && is[LOW-1:0] == 0 && is[LOW] != was[LOW]);
    end
  endgenerate
endmodule
bind perf_counters counter_bins u_counter_bins (
    .clk(clk), .i_counters({hidden, read_busy, write_busy, commands, store_beats, load_beats, fill, idle, store, load, stall,
                            compute, total}));
