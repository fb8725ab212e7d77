// five_point_operator: the arithmetic of one point of the general five-point operator, one result per cycle.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    o_f = ((((an*north + as*south) + (aw*west + ae*east)) + ac*centre) - r)*beta, each operation
//             rounded to nearest even, nothing fused (6 multiplications, 5 additions).
//             With JACOBI the same adders and multipliers also compute o_f = ((north+south)*rdx2 + (west+east)*rdy2 -
//             r)*beta (jacobi_operator), with the same latency, while i_five_point is clear: neighbours are added first
//             and weighted afterwards, and the adder of the centre adds -0, which changes no bit.
//             With LENDS four of the adders compute, while i_lend is set, o_lent =
//             ((((north+south)+centre)+west)+east)/5 from operands of their own, and no o_f.
//             i_five_point and i_lend are held from the first operand to the last result that is used.
// Parameters: ADD_LATENCY, MUL_LATENCY, DIV_LATENCY of the operators; JACOBI, LENDS 0 or 1.
// Latency:    4*ADD_LATENCY + 2*MUL_LATENCY, for o_f and for r passed on to o_r.
//             4*ADD_LATENCY + DIV_LATENCY from north and south of i_lent to o_lent; each other operand
//             meets the sum before it: centre ADD_LATENCY later, west 2*ADD_LATENCY, east 3*ADD_LATENCY.
`default_nettype none

module five_point_operator #(
    parameter ADD_LATENCY = 5,
    parameter MUL_LATENCY = 6,
    parameter DIV_LATENCY = 2,
    parameter JACOBI      = 1,
    parameter LENDS       = 1,
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
    input  wire               i_lend,
    input  wire [      319:0] i_lent,        // {east, west, centre, south, north}
    output wire [       63:0] o_lent
);

  localparam UNTIL_CENTRE = 2 * ADD_LATENCY;
  localparam UNTIL_R = 3 * ADD_LATENCY + MUL_LATENCY;
  localparam AFTER_R = ADD_LATENCY + MUL_LATENCY;
  localparam [63:0] MINUS_ZERO = {1'b1, 63'd0};

  wire [63:0] centre, r;
  wire [63:0] weighted_north, weighted_south, weighted_west, weighted_east, weighted_centre;
  wire [63:0] rows, columns, neighbours, with_centre, residual;

  // Operands of the multipliers of north and west, and of the adders in a sweep. Of sum and product, the one that comes
  // first feeds the other, and the later one feeds the adder of the neighbours.
  wire [63:0] north_a, north_b, west_a, west_b;
  wire [63:0] rows_s, rows_t, columns_s, columns_t, neighbours_s, neighbours_t, centre_t;
  generate
    if (JACOBI != 0) begin : g_jacobi
      assign north_a      = i_five_point ? i_north : rows;
      assign north_b      = i_five_point ? i_an : i_rdx2;
      assign west_a       = i_five_point ? i_west : columns;
      assign west_b       = i_five_point ? i_aw : i_rdy2;
      assign rows_s       = i_five_point ? weighted_north : i_north;
      assign rows_t       = i_five_point ? weighted_south : i_south;
      assign columns_s    = i_five_point ? weighted_west : i_west;
      assign columns_t    = i_five_point ? weighted_east : i_east;
      assign neighbours_s = i_five_point ? rows : weighted_north;
      assign neighbours_t = i_five_point ? columns : weighted_west;
      assign centre_t     = i_five_point ? weighted_centre : MINUS_ZERO;
    end else begin : g_alone
      assign north_a      = i_north;
      assign north_b      = i_an;
      assign west_a       = i_west;
      assign west_b       = i_aw;
      assign rows_s       = weighted_north;
      assign rows_t       = weighted_south;
      assign columns_s    = weighted_west;
      assign columns_t    = weighted_east;
      assign neighbours_s = rows;
      assign neighbours_t = columns;
      assign centre_t     = weighted_centre;
      wire unused = &{1'b0, i_five_point, i_rdx2, i_rdy2};
    end
  endgenerate

  // Operands of the adders; lent to tiles, each adds the next operand to the sum of the adder before.
  wire [63:0] rows_a, rows_b, columns_a, columns_b, neighbours_a, neighbours_b, centre_b;
  generate
    if (LENDS != 0) begin : g_lends
      assign rows_a       = i_lend ? i_lent[63:0] : rows_s;
      assign rows_b       = i_lend ? i_lent[127:64] : rows_t;
      assign columns_a    = i_lend ? rows : columns_s;
      assign columns_b    = i_lend ? i_lent[191:128] : columns_t;
      assign neighbours_a = i_lend ? columns : neighbours_s;
      assign neighbours_b = i_lend ? i_lent[255:192] : neighbours_t;
      assign centre_b     = i_lend ? i_lent[319:256] : centre_t;
      // Zeros keep the divider at rest while its result is not used.
      fp_div5 #(
          .LATENCY(DIV_LATENCY)
      ) u_mean (
          .clk(clk),
          .i_a(i_lend ? with_centre : 64'd0),
          .o_y(o_lent)
      );
    end else begin : g_keeps
      assign rows_a       = rows_s;
      assign rows_b       = rows_t;
      assign columns_a    = columns_s;
      assign columns_b    = columns_t;
      assign neighbours_a = neighbours_s;
      assign neighbours_b = neighbours_t;
      assign centre_b     = centre_t;
      assign o_lent       = 64'd0;
      wire unused = &{1'b0, i_lend, i_lent};
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
  fp_add #(
      .LATENCY(ADD_LATENCY)
  ) u_rows (
      .clk  (clk),
      .i_sub(1'b0),
      .i_a  (rows_a),
      .i_b  (rows_b),
      .o_y  (rows)
  );
  fp_add #(
      .LATENCY(ADD_LATENCY)
  ) u_columns (
      .clk  (clk),
      .i_sub(1'b0),
      .i_a  (columns_a),
      .i_b  (columns_b),
      .o_y  (columns)
  );
  fp_add #(
      .LATENCY(ADD_LATENCY)
  ) u_neighbours (
      .clk  (clk),
      .i_sub(1'b0),
      .i_a  (neighbours_a),
      .i_b  (neighbours_b),
      .o_y  (neighbours)
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
  fp_add #(
      .LATENCY(ADD_LATENCY)
  ) u_centre (
      .clk  (clk),
      .i_sub(1'b0),
      .i_a  (neighbours),
      .i_b  (centre_b),
      .o_y  (with_centre)
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
