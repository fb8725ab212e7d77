// pass_planner: spreads niter sweeps evenly over as few passes as the cascade allows.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    passes = ceil(niter/PES); floor(niter/passes) sweeps each, one more in the last niter mod passes of them.
//             Shallow passes come first: the results of a deep pass would meet those of a shallow pass after it at the
//             write port.
// Parameters: PES; NITER_W bits of niter; DEPTH_W bits that hold PES.
// Latency:    2*bits + 3 cycles from i_load to o_ready, with bits = 8 where niter < 256 and NITER_W elsewhere
//             (restoring division, one bit per cycle).
`default_nettype none

module pass_planner #(
    parameter PES     = 4,
    parameter NITER_W = 32,
    parameter DEPTH_W = 3
) (
    input  wire               clk,
    input  wire               rst,
    input  wire               i_load,
    input  wire [NITER_W-1:0] i_niter,    // held from i_load on; 0 gives no passes
    output reg                o_ready,
    output reg  [NITER_W-1:0] o_passes,
    output wire [NITER_W-1:0] o_shallow,  // number of passes of o_depth sweeps; the others make one more
    output wire [DEPTH_W-1:0] o_depth
);

  localparam STEP_W = $clog2(NITER_W + 1);
  localparam [31:0] PES_BITS = PES;
  localparam SHORT = (NITER_W > 8) ? 8 : NITER_W;
  localparam [31:0] SHORT_STEPS = SHORT, ALL_STEPS = NITER_W;

  reg                second;  // dividing by the number of passes
  reg  [ STEP_W-1:0] steps;
  reg  [NITER_W-1:0] quotient;  // the dividend's bits move out as the quotient's move in
  reg  [NITER_W-1:0] remainder;
  // Leading zeros of the dividend leave quotient and remainder 0, so the division of a small one begins after them.
  wire               few = i_niter >> SHORT == {NITER_W{1'b0}};
  wire [ STEP_W-1:0] all_steps = few ? SHORT_STEPS[STEP_W-1:0] : ALL_STEPS[STEP_W-1:0];
  wire [NITER_W-1:0] dividend = few ? i_niter << (NITER_W - SHORT) : i_niter;
  wire [NITER_W-1:0] divisor = second ? o_passes : PES_BITS[NITER_W-1:0];
  wire [  NITER_W:0] shifted = {remainder, quotient[NITER_W-1]};
  wire               fits = shifted >= {1'b0, divisor};
  wire [NITER_W-1:0] reduced = shifted[NITER_W-1:0] - divisor;  // used where the divisor fits

  always @(posedge clk) begin
    if (rst) begin
      o_ready  <= 1'b1;
      o_passes <= {NITER_W{1'b0}};
      quotient <= {NITER_W{1'b0}};
      remainder <= {NITER_W{1'b0}};
    end else if (i_load) begin
      o_ready   <= 1'b0;
      second    <= 1'b0;
      steps     <= all_steps;
      quotient  <= dividend;
      remainder <= {NITER_W{1'b0}};
    end else if (~o_ready) begin
      if (steps != {STEP_W{1'b0}}) begin
        steps     <= steps - 1'b1;
        quotient  <= {quotient[NITER_W-2:0], fits};
        remainder <= fits ? reduced : shifted[NITER_W-1:0];
      end else if (~second) begin
        second    <= 1'b1;
        steps     <= all_steps;
        o_passes  <= quotient + {{(NITER_W - 1) {1'b0}}, |remainder};
        quotient  <= dividend;
        remainder <= {NITER_W{1'b0}};
      end else o_ready <= 1'b1;
    end
  end

  assign o_depth   = quotient[DEPTH_W-1:0];
  assign o_shallow = o_passes - remainder;

endmodule

`default_nettype wire
