// written_operator: whole points on the machine's own arithmetic, in place of rtl/kernels/written_operator.v.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    the same ports, latency and bits for fast simulation, NaN included; not synthesizable. Put this folder
//             before rtl/kernels on the search path. A point is computed at once, each operation rounded as the machine
//             does (to nearest, unless the program has changed that), nothing fused; then it waits in a ring. Only the
//             kernel that is in use computes: tiles while i_tiles is set, sweeps while it is not.
// Parameters: those of the original. COUNT_W bits of i_count, which counts cycles and never stops: LATENCY and
//             ADD_LATENCY + DIV_LATENCY are at most 2**COUNT_W.
// Latency:    LATENCY, for o_f and for r passed on to o_r; o_point as tile_point.
`default_nettype none

module written_operator #(
    parameter KERNELS     = 7,
    parameter WEIGHTS     = 3,
    parameter ADD_LATENCY = 5,
    parameter MUL_LATENCY = 6,
    parameter DIV_LATENCY = 2,
    parameter SHARED      = 1,
    parameter LATENCY     = 3 * ADD_LATENCY + 2 * MUL_LATENCY,
    parameter COUNT_W     = 6
) (
    input  wire                  clk,
    input  wire [   COUNT_W-1:0] i_count,
    input  wire [64*WEIGHTS-1:0] i_weights,   // in the order of job_registers
    input  wire [          63:0] i_north,
    input  wire [          63:0] i_south,
    input  wire [          63:0] i_centre,
    input  wire [          63:0] i_west,
    input  wire [          63:0] i_east,
    input  wire [          63:0] i_r,
    output reg  [          63:0] o_f,
    output reg  [          63:0] o_r,
    input  wire                  i_tiles,
    input  wire [         319:0] i_operands,  // {east, west, centre, south, north}
    output wire [          63:0] o_point
);

  localparam JACOBI = KERNELS & 1;
  localparam FIVE_POINT = KERNELS & 8;
  localparam UNKNOWN = KERNELS & ~31;  // bits of no kernel
  localparam WEIGHTED = KERNELS & ~23;  // by AN to AC: all but Jacobi
  localparam NEEDED = (WEIGHTED != 0 ? 4 : 3) * ADD_LATENCY + 2 * MUL_LATENCY;
  localparam [62:0] INFINITE = {11'h7ff, 52'd0};
  localparam [63:0] QUIET_NAN = {1'b0, 11'h7ff, 1'b1, 51'd0};
  localparam [31:0] BACK = LATENCY - 1;

  wire swept = SHARED == 0 | ~i_tiles;
  wire [63:0] rdx2 = i_weights[63:0], rdy2 = i_weights[127:64], beta = i_weights[191:128];
  reg [63:0] point;
  generate
    if ((JACOBI == 0 && FIVE_POINT == 0) || UNKNOWN != 0 || LATENCY != NEEDED || WEIGHTS != (WEIGHTED != 0 ? 9 : 3)
        || LATENCY > (1 << COUNT_W)) begin : g_illegal
`ifdef VERILATOR
      $fatal(1, "LATENCY=%0d must be %0d, WEIGHTS=%0d 3 or 9, KERNELS=%0d bit 0 or 3, none above 4", LATENCY, NEEDED,
             WEIGHTS, KERNELS);
`else
      parameter_is_out_of_range u_stop ();
`endif
    end else if (FIVE_POINT != 0) begin : g_five_point
      wire [63:0] an = i_weights[255:192], as = i_weights[319:256], aw = i_weights[383:320];
      wire [63:0] ae = i_weights[447:384], ac = i_weights[511:448];
      wire by_jacobi = JACOBI != 0 & ~i_weights[512];
      always @* begin
        if (by_jacobi) point = $realtobits((($bitstoreal(i_north) + $bitstoreal(i_south)) * $bitstoreal(rdx2)
            + ($bitstoreal(i_west) + $bitstoreal(i_east)) * $bitstoreal(rdy2) - $bitstoreal(i_r)) * $bitstoreal(beta));
        else point = $realtobits(((($bitstoreal(an) * $bitstoreal(i_north) + $bitstoreal(as) * $bitstoreal(i_south))
            + ($bitstoreal(aw) * $bitstoreal(i_west) + $bitstoreal(ae) * $bitstoreal(i_east)))
            + $bitstoreal(ac) * $bitstoreal(i_centre) - $bitstoreal(i_r)) * $bitstoreal(beta));
      end
      wire unused = &{1'b0, i_weights[575:512]};
    end else begin : g_jacobi
      always @* begin
        point = $realtobits((($bitstoreal(i_north) + $bitstoreal(i_south)) * $bitstoreal(rdx2)
            + ($bitstoreal(i_west) + $bitstoreal(i_east)) * $bitstoreal(rdy2) - $bitstoreal(i_r)) * $bitstoreal(beta));
      end
      wire unused = &{1'b0, i_centre};
    end
  endgenerate

  reg [63:0] f_ring[0:(1<<COUNT_W)-1];
  reg [63:0] r_ring[0:(1<<COUNT_W)-1];
  wire [COUNT_W-1:0] read_slot = i_count - BACK[COUNT_W-1:0];
  // Rings are written at once, behind their reads (memory_bank in parts).
  /* verilator lint_off BLKSEQ */
  always @(posedge clk) begin
    if (swept) begin
      o_f <= f_ring[read_slot];
      o_r <= r_ring[read_slot];
      f_ring[i_count] = point[62:0] > INFINITE ? QUIET_NAN : point;
      r_ring[i_count] = i_r;
    end
  end
  /* verilator lint_on BLKSEQ */

  generate
    if (SHARED != 0) begin : g_tiles
      tile_point #(
          .ADD_LATENCY(ADD_LATENCY),
          .DIV_LATENCY(DIV_LATENCY),
          .COUNT_W    (COUNT_W)
      ) u_tile (
          .clk       (clk),
          .i_count   (i_count),
          .i_run     (i_tiles),
          .i_operands(i_operands),
          .o_point   (o_point)
      );
    end else begin : g_no_tiles
      localparam [31:0] UNUSED_LATENCY = DIV_LATENCY;
      assign o_point = 64'd0;
      wire unused = &{1'b0, i_tiles, i_operands, UNUSED_LATENCY};
    end
  endgenerate

endmodule

`default_nettype wire
