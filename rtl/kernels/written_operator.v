// written_operator: the arithmetic of one point by the operators that are written by hand, one result per cycle.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    Jacobi, five-point or both, by KERNELS, on the adders that they share with each other.
//             With SHARED its adders work for tiles while i_tiles is set (shared_adders).
// Parameters: KERNELS of stencil_accel; WEIGHTS numbers in i_weights: 3, with bit 3 of KERNELS 9; ADD_LATENCY,
//             MUL_LATENCY, DIV_LATENCY of the operators; SHARED 0 or 1; LATENCY that follows from them.
// Latency:    LATENCY, for o_f and for r passed on to o_r; o_point as shared_adders.
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
    output wire [          63:0] o_f,
    output wire [          63:0] o_r,
    input  wire                  i_tiles,
    input  wire [         319:0] i_operands,  // {east, west, centre, south, north}
    output wire [          63:0] o_point
);

  localparam JACOBI = KERNELS & 1;
  localparam FIVE_POINT = KERNELS & 8;
  localparam UNKNOWN = KERNELS & ~31;  // bits of no kernel
  localparam WEIGHTED = KERNELS & ~23;  // by AN to AC: all but Jacobi
  localparam NEEDED = (WEIGHTED != 0 ? 4 : 3) * ADD_LATENCY + 2 * MUL_LATENCY;

  wire [511:0] addends, jacobi_addends;
  wire five_point;  // of five-point sweeps
  wire [255:0] sums;
  shared_adders #(
      .ADD_LATENCY(ADD_LATENCY),
      .DIV_LATENCY(DIV_LATENCY),
      .SHARED     (SHARED),
      .OPERATORS  (JACOBI != 0 && WEIGHTED != 0 ? 2 : 1)
  ) u_adders (
      .clk       (clk),
      .i_addends (addends),
      .i_others  (jacobi_addends),
      .i_second  (~five_point),
      .i_subtract(WEIGHTED == 0),  // Jacobi's last addition is the residual
      .o_sums    (sums),
      .i_tiles   (i_tiles),
      .i_operands(i_operands),
      .o_point   (o_point)
  );

  generate
    if ((JACOBI == 0 && FIVE_POINT == 0) || UNKNOWN != 0 || LATENCY != NEEDED || WEIGHTS != (WEIGHTED != 0 ? 9 : 3))
    begin : g_illegal
`ifdef VERILATOR
      $fatal(1, "LATENCY=%0d must be %0d, WEIGHTS=%0d 3 or 9, KERNELS=%0d bit 0 or 3, none above 4", LATENCY, NEEDED,
             WEIGHTS, KERNELS);
`elsif __ICARUS__
      initial begin
        $display("%m: LATENCY=%0d must be %0d, WEIGHTS=%0d 3 or 9, KERNELS=%0d bit 0 or 3, none above 4", LATENCY,
                 NEEDED, WEIGHTS, KERNELS);
        $finish;
      end
`else
      parameter_is_out_of_range u_stop ();
`endif
    end else if (FIVE_POINT != 0) begin : g_five_point
      five_point_operator #(
          .ADD_LATENCY(ADD_LATENCY),
          .MUL_LATENCY(MUL_LATENCY),
          .JACOBI     (JACOBI),
          .COUNT_W    (COUNT_W)
      ) u_operator (
          .clk             (clk),
          .i_count         (i_count),
          .i_five_point    (five_point),
          .i_rdx2          (i_weights[63:0]),
          .i_rdy2          (i_weights[127:64]),
          .i_beta          (i_weights[191:128]),
          .i_an            (i_weights[255:192]),
          .i_as            (i_weights[319:256]),
          .i_aw            (i_weights[383:320]),
          .i_ae            (i_weights[447:384]),
          .i_ac            (i_weights[511:448]),
          .i_north         (i_north),
          .i_south         (i_south),
          .i_centre        (i_centre),
          .i_west          (i_west),
          .i_east          (i_east),
          .i_r             (i_r),
          .o_f             (o_f),
          .o_r             (o_r),
          .o_addends       (addends),
          .o_jacobi_addends(jacobi_addends),
          .i_sums          (sums)
      );
      assign five_point = i_weights[512];
      wire unused = &{1'b0, i_weights[575:513]};
    end else begin : g_jacobi
      jacobi_operator #(
          .ADD_LATENCY(ADD_LATENCY),
          .MUL_LATENCY(MUL_LATENCY),
          .COUNT_W    (COUNT_W)
      ) u_operator (
          .clk      (clk),
          .i_count  (i_count),
          .i_rdx2   (i_weights[63:0]),
          .i_rdy2   (i_weights[127:64]),
          .i_beta   (i_weights[191:128]),
          .i_north  (i_north),
          .i_south  (i_south),
          .i_west   (i_west),
          .i_east   (i_east),
          .i_r      (i_r),
          .o_f      (o_f),
          .o_r      (o_r),
          .o_addends(addends),
          .i_sums   (sums)
      );
      assign jacobi_addends = 512'd0;
      assign five_point     = 1'b0;
      wire unused = &{1'b0, i_centre};
    end
  endgenerate

endmodule

`default_nettype wire
