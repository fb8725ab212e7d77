// sweep_operator: the arithmetic of one point of a sweep, one result per cycle.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    the one place that chooses the operator of the streaming engine, by the sweep kernels in KERNELS: those
//             written by hand (written_operator), that of a formula (formula_operator, made of a kernel file), or both.
//             Elements pass on operands, weights and results and know no operator.
//             With SHARED its adders work for tiles while i_tiles is set (shared_adders); without an operator written
//             by hand there are none.
// Parameters: KERNELS of stencil_accel; WEIGHTS numbers in i_weights: 3, with bit 3 or 5..7 of KERNELS 9, with 4 25;
//             ADD_LATENCY, MUL_LATENCY, DIV_LATENCY of the operators; SHARED 0 or 1; LATENCY of the slowest operator
//             that is there.
// Latency:    LATENCY, for o_f and for r passed on to o_r, from all operands but the corners, which come a cycle later;
//             o_point as shared_adders.
`default_nettype none

module sweep_operator #(
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
    input  wire [64*WEIGHTS-1:0] i_weights,   // in the order of registers
    input  wire [          63:0] i_north,
    input  wire [          63:0] i_south,
    input  wire [          63:0] i_centre,
    input  wire [          63:0] i_west,
    input  wire [          63:0] i_east,
    input  wire [         255:0] i_corners,   // {south-east, south-west, north-east, north-west}, a cycle later
    input  wire [          63:0] i_r,
    output wire [          63:0] o_f,
    output wire [          63:0] o_r,
    input  wire                  i_tiles,
    input  wire [         319:0] i_operands,  // {east, west, centre, south, north}
    output wire [          63:0] o_point
);

  localparam WRITTEN = KERNELS & ~22;
  localparam WEIGHTED = KERNELS & ~23;  // by AN to AC: all written ones but Jacobi
  localparam FORMULA = KERNELS & 16;
  localparam WRITTEN_WEIGHTS = WEIGHTED != 0 ? 9 : 3;
  localparam NEEDED = WRITTEN == 0 ? 1 : (WEIGHTED != 0 ? 4 : 3) * ADD_LATENCY + 2 * MUL_LATENCY;
  localparam ALL_WEIGHTS = FORMULA != 0 ? 25 : WRITTEN_WEIGHTS;

  wire [63:0] written_f, written_r;
  generate
    if ((WRITTEN == 0 && FORMULA == 0) || (FORMULA == 0 ? LATENCY != NEEDED : LATENCY < NEEDED)
        || WEIGHTS != ALL_WEIGHTS) begin : g_illegal
`ifdef VERILATOR
      $fatal(1, "LATENCY=%0d must be %0d, WEIGHTS=%0d %0d, KERNELS=%0d have bit 0, 3 or 4", LATENCY, NEEDED, WEIGHTS,
             ALL_WEIGHTS, KERNELS);
`elsif __ICARUS__
      initial begin
        $display("%m: LATENCY=%0d must be %0d, WEIGHTS=%0d %0d, KERNELS=%0d have bit 0, 3 or 4", LATENCY, NEEDED,
                 WEIGHTS, ALL_WEIGHTS, KERNELS);
        $finish;
      end
`else
      parameter_is_out_of_range u_stop ();
`endif
    end else if (WRITTEN != 0) begin : g_written
      written_operator #(
          .KERNELS    (KERNELS),
          .WEIGHTS    (WRITTEN_WEIGHTS),
          .ADD_LATENCY(ADD_LATENCY),
          .MUL_LATENCY(MUL_LATENCY),
          .DIV_LATENCY(DIV_LATENCY),
          .SHARED     (SHARED),
          .LATENCY    (NEEDED),
          .COUNT_W    (COUNT_W)
      ) u_operator (
          .clk       (clk),
          .i_count   (i_count),
          .i_weights (i_weights[64*WRITTEN_WEIGHTS-1:0]),
          .i_north   (i_north),
          .i_south   (i_south),
          .i_centre  (i_centre),
          .i_west    (i_west),
          .i_east    (i_east),
          .i_r       (i_r),
          .o_f       (written_f),
          .o_r       (written_r),
          .i_tiles   (i_tiles),
          .i_operands(i_operands),
          .o_point   (o_point)
      );
    end else begin : g_formula_alone
      assign written_f = 64'd0;
      assign written_r = 64'd0;
      assign o_point   = 64'd0;
      wire unused = &{1'b0, i_tiles, i_operands};
    end

    if (FORMULA != 0 && WEIGHTS == ALL_WEIGHTS) begin : g_formula
      wire [63:0] formula_f, formula_r;
      formula_operator #(
          .ADD_LATENCY(ADD_LATENCY),
          .MUL_LATENCY(MUL_LATENCY),
          .DIV_LATENCY(DIV_LATENCY),
          .LATENCY    (LATENCY),
          .COUNT_W    (COUNT_W)
      ) u_operator (
          .clk      (clk),
          .i_count  (i_count),
          .i_numbers(i_weights[1599:576]),
          .i_near   ({i_east, i_west, i_centre, i_south, i_north}),
          .i_corners(i_corners),
          .i_r      (i_r),
          .o_f      (formula_f),
          .o_r      (formula_r)
      );
      if (WRITTEN != 0) begin : g_either
        // The faster of the two waits for the slower one, so that beats of both leave after as many cycles.
        wire by_formula = i_weights[513];
        wire [63:0] late_f;
        operand_delay #(
            .DELAY  (LATENCY - NEEDED),
            .COUNT_W(COUNT_W)
        ) u_late_f (
            .clk    (clk),
            .i_count(i_count),
            .i_data (written_f),
            .o_data (late_f)
        );
        operand_delay #(
            .DELAY  (LATENCY - NEEDED),
            .COUNT_W(COUNT_W)
        ) u_late_r (
            .clk    (clk),
            .i_count(i_count),
            .i_data (written_r),
            .o_data (o_r)
        );
        assign o_f = by_formula ? formula_f : late_f;
        wire unused_r = &{1'b0, formula_r};
      end else begin : g_formula_r
        assign o_f = formula_f;
        assign o_r = formula_r;
        wire unused_written = &{1'b0, written_f, written_r};
      end
      wire unused = &{1'b0, i_weights};
    end else begin : g_no_formula
      assign o_f = written_f;
      assign o_r = written_r;
      wire unused = &{1'b0, i_corners};
    end
  endgenerate

endmodule

`default_nettype wire
