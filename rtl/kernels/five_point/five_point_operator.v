// five_point_operator: the arithmetic of one point of the general five-point operator, one result per cycle.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    o_f = ((((an*north + as*south) + (aw*west + ae*east)) + ac*centre) - r)*beta, each operation
//             rounded to nearest even, nothing fused (6 multiplications, 5 additions).
//             With JACOBI the same adders and multipliers also compute o_f = ((north+south)*rdx2 + (west+east)*rdy2 -
//             r)*beta (jacobi_operator), with the same latency, while i_five_point is clear: neighbours are added first
//             and weighted afterwards, and the adder of the centre adds -0, which changes no bit.
//             i_five_point is held from the first operand to the last result that is used. All additions but the last
//             are made outside (shared_adders).
// Parameters: ADD_LATENCY of the adders, MUL_LATENCY of the multipliers; JACOBI 0 or 1; COUNT_W bits of i_count.
// Latency:    4*ADD_LATENCY + 2*MUL_LATENCY, for o_f and for r passed on to o_r.
`default_nettype none

module five_point_operator #(
    parameter ADD_LATENCY = 5,
    parameter MUL_LATENCY = 6,
    parameter JACOBI      = 1,
    parameter COUNT_W     = 6
) (
    input  wire               clk,
    input  wire [COUNT_W-1:0] i_count,
    input  wire               i_five_point,
    input  wire [       63:0] i_rdx2,
    input  wire [       63:0] i_rdy2,
    input  wire [       63:0] i_beta,
    input  wire [       63:0] i_an,
    input  wire [       63:0] i_as,
    input  wire [       63:0] i_aw,
    input  wire [       63:0] i_ae,
    input  wire [       63:0] i_ac,
    input  wire [       63:0] i_north,
    input  wire [       63:0] i_south,
    input  wire [       63:0] i_centre,
    input  wire [       63:0] i_west,
    input  wire [       63:0] i_east,
    input  wire [       63:0] i_r,
    output wire [       63:0] o_f,
    output wire [       63:0] o_r,
    output wire [      511:0] o_addends,         // the last adder adds the centre
    output wire [      511:0] o_jacobi_addends,  // to be added while i_five_point is clear
    input  wire [      255:0] i_sums
);

  localparam UNTIL_CENTRE = 2 * ADD_LATENCY;
  localparam UNTIL_R = 3 * ADD_LATENCY + MUL_LATENCY;
  localparam AFTER_R = ADD_LATENCY + MUL_LATENCY;
  localparam [63:0] MINUS_ZERO = {1'b1, 63'd0};

  wire [63:0] centre, r;
  wire [63:0] weighted_north, weighted_south, weighted_west, weighted_east, weighted_centre;
  wire [63:0] residual;
  wire [63:0] rows = i_sums[63:0], columns = i_sums[127:64], neighbours = i_sums[191:128];
  wire [63:0] with_centre = i_sums[255:192];

  // Of sum and product, the one that comes first feeds the other, and the later one feeds the adder of the neighbours.
  assign o_addends = {
    weighted_centre, neighbours, columns, rows, weighted_east, weighted_west, weighted_south, weighted_north
  };
  wire [63:0] north_a, north_b, west_a, west_b;  // operands of the multipliers of north and west
  generate
    if (JACOBI != 0) begin : g_jacobi
      assign o_jacobi_addends = {
        MINUS_ZERO, neighbours, weighted_west, weighted_north, i_east, i_west, i_south, i_north
      };
      assign north_a = i_five_point ? i_north : rows;
      assign north_b = i_five_point ? i_an : i_rdx2;
      assign west_a  = i_five_point ? i_west : columns;
      assign west_b  = i_five_point ? i_aw : i_rdy2;
    end else begin : g_alone
      assign o_jacobi_addends = 512'd0;
      assign north_a          = i_north;
      assign north_b          = i_an;
      assign west_a           = i_west;
      assign west_b           = i_aw;
      wire unused = &{1'b0, i_five_point, i_rdx2, i_rdy2};
    end
  endgenerate

  fp_mul #(
      .LATENCY(MUL_LATENCY)
  ) u_weigh_north (
      .clk(clk),
      .i_a(north_a),
      .i_b(north_b),
      .o_y(weighted_north)
  );
  fp_mul #(
      .LATENCY(MUL_LATENCY)
  ) u_weigh_south (
      .clk(clk),
      .i_a(i_south),
      .i_b(i_as),
      .o_y(weighted_south)
  );
  fp_mul #(
      .LATENCY(MUL_LATENCY)
  ) u_weigh_west (
      .clk(clk),
      .i_a(west_a),
      .i_b(west_b),
      .o_y(weighted_west)
  );
  fp_mul #(
      .LATENCY(MUL_LATENCY)
  ) u_weigh_east (
      .clk(clk),
      .i_a(i_east),
      .i_b(i_ae),
      .o_y(weighted_east)
  );
  delay_ring #(
      .WIDTH  (64),
      .DELAY  (UNTIL_CENTRE),
      .COUNT_W(COUNT_W)
  ) u_centre_ring (
      .clk    (clk),
      .i_count(i_count),
      .i_data (i_centre),
      .o_data (centre)
  );
  fp_mul #(
      .LATENCY(MUL_LATENCY)
  ) u_weigh_centre (
      .clk(clk),
      .i_a(centre),
      .i_b(i_ac),
      .o_y(weighted_centre)
  );
  delay_ring #(
      .WIDTH  (64),
      .DELAY  (UNTIL_R),
      .COUNT_W(COUNT_W)
  ) u_r_ring (
      .clk    (clk),
      .i_count(i_count),
      .i_data (i_r),
      .o_data (r)
  );
  fp_add #(
      .LATENCY(ADD_LATENCY)
  ) u_residual (
      .clk  (clk),
      .i_sub(1'b1),
      .i_a  (with_centre),
      .i_b  (r),
      .o_y  (residual)
  );
  fp_mul #(
      .LATENCY(MUL_LATENCY)
  ) u_scale (
      .clk(clk),
      .i_a(residual),
      .i_b(i_beta),
      .o_y(o_f)
  );
  delay_ring #(
      .WIDTH  (64),
      .DELAY  (AFTER_R),
      .COUNT_W(COUNT_W)
  ) u_late_r_ring (
      .clk    (clk),
      .i_count(i_count),
      .i_data (r),
      .o_data (o_r)
  );

endmodule

`default_nettype wire
