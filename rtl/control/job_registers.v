// job_registers: the registers of a job, decoded.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    a table of the job registers, each with the kernels that use it; a device without any of them lacks the
//             register (CONTRACT.md has the map). All weights leave as one bus, which only the operator of sweeps takes
//             apart.
// Parameters: KERNELS of stencil_accel; WEIGHTS binary64 numbers on o_weights, 9 at most; ADDR_W bits of an address.
// Latency:    a write takes effect in the next cycle, a read shows the present one.
// Bit k of TILE, 3..7, selects the sweeps of bit k of KERNELS. Without tiles TILE has its bits 0 and 3 alone, and those
// of sweeps that are there: a job may select a missing kernel, and its commands are refused. From bit 4 on a bit
// without its sweeps means nothing.
`default_nettype none

module job_registers #(
    parameter KERNELS = 7,
    parameter WEIGHTS = 3,
    parameter ADDR_W  = 12
) (
    input  wire                  clk,
    input  wire                  rst,
    input  wire                  i_write,         // a write is offered
    input  wire                  i_busy,          // writes are refused
    input  wire [    ADDR_W-1:0] i_write_addr,
    input  wire [           1:0] i_write_halves,
    input  wire [          63:0] i_write_data,
    output wire                  o_write_here,    // a write of one of these is offered
    output wire                  o_niter_here,    // it is NITER
    input  wire                  i_read,          // a read is offered
    input  wire [    ADDR_W-1:0] i_read_addr,
    output wire [          63:0] o_read_data,     // these two with i_read only
    output wire                  o_read_here,
    // The job
    output wire [          63:0] o_cols,
    output wire [          63:0] o_niter,
    output wire [64*WEIGHTS-1:0] o_weights,       // the first of {TILE[7:3], AC .. AN, BETA, RDY2, RDX2}
    output wire                  o_tiles,         // commands are tiles
    output wire                  o_missing,       // they need a kernel that is missing
    output wire [          63:0] o_tile,
    output wire [          63:0] o_tile_rows,
    output wire [          63:0] o_tile_cols
);

  // Numbers of CONTRACT.md, by ci/contract --update.
  localparam [11:0] REG_COLS = 12'h128;
  localparam [11:0] REG_NITER = 12'h130;
  localparam [11:0] REG_RDX2 = 12'h138;
  localparam [11:0] REG_RDY2 = 12'h140;
  localparam [11:0] REG_BETA = 12'h148;
  localparam [11:0] REG_TILE = 12'h150;
  localparam [11:0] REG_TILE_ROWS = 12'h158;
  localparam [11:0] REG_TILE_COLS = 12'h160;
  localparam [11:0] REG_AN = 12'h168;
  localparam [11:0] REG_AS = 12'h170;
  localparam [11:0] REG_AW = 12'h178;
  localparam [11:0] REG_AE = 12'h180;
  localparam [11:0] REG_AC = 12'h188;

  // The table: place k, from the right, is the register at REG_COLS + 8*k; its entry lists the kernels that use it.
  localparam PLACES = 13;
  localparam [8*PLACES-1:0] KERNELS_WITH = {{5{8'd232}}, 8'd2, 8'd2, 8'd255, 8'd233, 8'd1, 8'd1, 8'd255, 8'd255};
  localparam [11:0] AT_NITER = (REG_NITER - REG_COLS) / 8, AT_RDX2 = (REG_RDX2 - REG_COLS) / 8;
  localparam [11:0] AT_RDY2 = (REG_RDY2 - REG_COLS) / 8, AT_BETA = (REG_BETA - REG_COLS) / 8;
  localparam [11:0] AT_TILE = (REG_TILE - REG_COLS) / 8, AT_TILE_ROWS = (REG_TILE_ROWS - REG_COLS) / 8;
  localparam [11:0] AT_TILE_COLS = (REG_TILE_COLS - REG_COLS) / 8;
  localparam [11:0] AT_AN = (REG_AN - REG_COLS) / 8, AT_AS = (REG_AS - REG_COLS) / 8;
  localparam [11:0] AT_AW = (REG_AW - REG_COLS) / 8, AT_AE = (REG_AE - REG_COLS) / 8;
  localparam [11:0] AT_AC = (REG_AC - REG_COLS) / 8;
  localparam [31:0] KERNELS_32 = KERNELS;
  localparam TILES = KERNELS & 2;

  // Whether a register exists, by place
  function [PLACES-1:0] existing(input [7:0] kernels);
    integer at;
    for (at = 0; at < PLACES; at = at + 1) existing[at] = (kernels & KERNELS_WITH[8*at+:8]) != 8'd0;
  endfunction
  localparam [PLACES-1:0] EXISTS = existing(KERNELS_32[7:0]);

  // Addresses are decoded with an access: without one a simulator skips the rest.
  reg [PLACES-1:0] offered;  // for writing
  always @* begin
    offered = {PLACES{1'b0}};
    if (i_write)
      case (i_write_addr)
        REG_COLS:      offered[0] = 1'b1;
        REG_NITER:     offered[AT_NITER[3:0]] = 1'b1;
        REG_RDX2:      offered[AT_RDX2[3:0]] = 1'b1;
        REG_RDY2:      offered[AT_RDY2[3:0]] = 1'b1;
        REG_BETA:      offered[AT_BETA[3:0]] = 1'b1;
        REG_TILE:      offered[AT_TILE[3:0]] = 1'b1;
        REG_TILE_ROWS: offered[AT_TILE_ROWS[3:0]] = 1'b1;
        REG_TILE_COLS: offered[AT_TILE_COLS[3:0]] = 1'b1;
        REG_AN:        offered[AT_AN[3:0]] = 1'b1;
        REG_AS:        offered[AT_AS[3:0]] = 1'b1;
        REG_AW:        offered[AT_AW[3:0]] = 1'b1;
        REG_AE:        offered[AT_AE[3:0]] = 1'b1;
        REG_AC:        offered[AT_AC[3:0]] = 1'b1;
        default:       offered = {PLACES{1'b0}};
      endcase
  end
  wire [PLACES-1:0] written = offered & EXISTS;
  assign o_write_here = |written;
  assign o_niter_here = written[AT_NITER[3:0]];

  genvar place;
  generate
    for (place = 0; place < PLACES; place = place + 1) begin : g_place
      wire [63:0] word;
      if (EXISTS[place]) begin : g_register
        // Bits that exist. The others are 0 from the first clock on and need no flip-flop.
        localparam [63:0] BITS = (place == AT_TILE && TILES == 0) ? {56'd0, KERNELS_32[7:0] & 8'd240 | 8'd9} : {64{1'b1}};
        reg [63:0] held;
        always @(posedge clk)
          if (rst) held <= 64'd0;
          else if (written[place] & ~i_busy) begin
            if (i_write_halves[0]) held[31:0] <= i_write_data[31:0] & BITS[31:0];
            if (i_write_halves[1]) held[63:32] <= i_write_data[63:32] & BITS[63:32];
          end
        assign word = held;
      end else begin : g_nothing
        assign word = 64'd0;
      end
    end
  endgenerate

  reg read;
  reg [63:0] found;
  always @* begin
    {read, found} = {1'bx, {64{1'bx}}};  // of no meaning without a read
    if (i_read)
      case (i_read_addr)
        REG_COLS:      {read, found} = {EXISTS[0], g_place[0].word};
        REG_NITER:     {read, found} = {EXISTS[AT_NITER[3:0]], g_place[AT_NITER].word};
        REG_RDX2:      {read, found} = {EXISTS[AT_RDX2[3:0]], g_place[AT_RDX2].word};
        REG_RDY2:      {read, found} = {EXISTS[AT_RDY2[3:0]], g_place[AT_RDY2].word};
        REG_BETA:      {read, found} = {EXISTS[AT_BETA[3:0]], g_place[AT_BETA].word};
        REG_TILE:      {read, found} = {EXISTS[AT_TILE[3:0]], g_place[AT_TILE].word};
        REG_TILE_ROWS: {read, found} = {EXISTS[AT_TILE_ROWS[3:0]], g_place[AT_TILE_ROWS].word};
        REG_TILE_COLS: {read, found} = {EXISTS[AT_TILE_COLS[3:0]], g_place[AT_TILE_COLS].word};
        REG_AN:        {read, found} = {EXISTS[AT_AN[3:0]], g_place[AT_AN].word};
        REG_AS:        {read, found} = {EXISTS[AT_AS[3:0]], g_place[AT_AS].word};
        REG_AW:        {read, found} = {EXISTS[AT_AW[3:0]], g_place[AT_AW].word};
        REG_AE:        {read, found} = {EXISTS[AT_AE[3:0]], g_place[AT_AE].word};
        REG_AC:        {read, found} = {EXISTS[AT_AC[3:0]], g_place[AT_AC].word};
        default:       {read, found} = {1'b0, 64'd0};
      endcase
  end
  assign o_read_here = read;
  assign o_read_data = found;

  assign o_cols      = g_place[0].word;
  assign o_niter     = g_place[AT_NITER].word;
  assign o_tile      = g_place[AT_TILE].word;
  assign o_tile_rows = g_place[AT_TILE_ROWS].word;
  assign o_tile_cols = g_place[AT_TILE_COLS].word;
  assign o_tiles     = o_tile[0];

  // Two of these and bit 0 would select two kernels at once: error KERNEL.
  wire [7:3] sweeps = {o_tile[7:4] & KERNELS_32[7:4], o_tile[3]};
  wire [7:3] lowest = sweeps & ~(sweeps - 5'd1);
  assign o_missing = o_tiles ? TILES == 0 | (|sweeps)
                   : sweeps != lowest ? 1'b1
                   : sweeps[3] ? ~KERNELS_32[3]
                   : sweeps == 5'd0 & ~KERNELS_32[0];

  wire [575:0] weights = {
    59'd0, sweeps,
    g_place[AT_AC].word, g_place[AT_AE].word, g_place[AT_AW].word, g_place[AT_AS].word, g_place[AT_AN].word,
    g_place[AT_BETA].word, g_place[AT_RDY2].word, g_place[AT_RDX2].word
  };
  assign o_weights = weights[64*WEIGHTS-1:0];
  wire unused = &{1'b0, weights};

endmodule

`default_nettype wire
