// registers: the register map of the device.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    capabilities, command, status, sticky error and performance counters, each 64 bits
//             at a multiple of 8 (CONTRACT.md has the map).
// Parameters: those of stencil_accel, to be read back.
// Latency:    a write takes effect in the next cycle, a read shows the present one.
// Command registers refuse writes while a command is pending or running.
`default_nettype none

module registers #(
    parameter PES          = 4,
    parameter LANES        = 1,
    parameter MEMORY_WORDS = 1000000,
    parameter MAX_COLS     = 10000,
    parameter AXI_DATA_W   = 64,
    parameter PE_LATENCY   = 29,
    parameter ADDR_W       = 12
) (
    input  wire              clk,
    input  wire              rst,
    input  wire              i_write,
    input  wire [ADDR_W-1:0] i_write_addr,
    input  wire [      63:0] i_write_data,
    output reg               o_write_ok,
    input  wire [ADDR_W-1:0] i_read_addr,
    output reg  [      63:0] o_read_data,
    output reg               o_read_ok,
    // Command
    output wire              o_go,
    output wire              o_clear,        // performance counters
    output wire              o_niter_written,
    output reg  [      63:0] o_rows,
    output reg  [      63:0] o_cols,
    output reg  [      63:0] o_niter,
    output reg  [      63:0] o_rdx2,
    output reg  [      63:0] o_rdy2,
    output reg  [      63:0] o_beta,
    // Status
    input  wire              i_busy,         // pending or running
    input  wire              i_finished,
    input  wire              i_refuse,
    input  wire [       3:0] i_refuse_error,
    input  wire              i_data_error,   // a burst was answered with SLVERR
    output wire              o_irq,
    // Counters
    input  wire [      63:0] i_total,
    input  wire [      63:0] i_compute,
    input  wire [      63:0] i_stall,
    input  wire [      63:0] i_load,
    input  wire [      63:0] i_store,
    input  wire [      63:0] i_idle,
    input  wire [      63:0] i_fill,
    input  wire [      63:0] i_load_beats,
    input  wire [      63:0] i_store_beats,
    input  wire [      63:0] i_commands
);

  localparam [63:0] ID = 64'h53544e43_00000001;  // "STNC", contract version 1
  localparam [63:0] KERNELS = 64'd1;  // bit 0: Jacobi

  localparam [11:0] REG_ID = 12'h000;
  localparam [11:0] REG_PES = 12'h008;
  localparam [11:0] REG_LANES = 12'h010;
  localparam [11:0] REG_MEMORY_WORDS = 12'h018;
  localparam [11:0] REG_MAX_COLS = 12'h020;
  localparam [11:0] REG_AXI_DATA_BITS = 12'h028;
  localparam [11:0] REG_PE_LATENCY = 12'h030;
  localparam [11:0] REG_KERNELS = 12'h038;
  localparam [11:0] REG_CONTROL = 12'h100;
  localparam [11:0] REG_STATUS = 12'h108;
  localparam [11:0] REG_ERROR = 12'h110;
  localparam [11:0] REG_IRQ_ENABLE = 12'h118;
  localparam [11:0] REG_ROWS = 12'h120;
  localparam [11:0] REG_COLS = 12'h128;
  localparam [11:0] REG_NITER = 12'h130;
  localparam [11:0] REG_RDX2 = 12'h138;
  localparam [11:0] REG_RDY2 = 12'h140;
  localparam [11:0] REG_BETA = 12'h148;
  localparam [11:0] REG_CYCLES_TOTAL = 12'h200;
  localparam [11:0] REG_CYCLES_COMPUTE = 12'h208;
  localparam [11:0] REG_CYCLES_STALL = 12'h210;
  localparam [11:0] REG_CYCLES_LOAD = 12'h218;
  localparam [11:0] REG_CYCLES_STORE = 12'h220;
  localparam [11:0] REG_CYCLES_IDLE = 12'h228;
  localparam [11:0] REG_CYCLES_FILL = 12'h230;
  localparam [11:0] REG_BEATS_LOADED = 12'h238;
  localparam [11:0] REG_BEATS_STORED = 12'h240;
  localparam [11:0] REG_COMMANDS = 12'h248;

  localparam [3:0] ERROR_BUSY = 4'd5;
  localparam [3:0] ERROR_DATA = 4'd6;

  localparam [31:0] PES_32 = PES, LANES_32 = LANES, MEMORY_WORDS_32 = MEMORY_WORDS;
  localparam [31:0] MAX_COLS_32 = MAX_COLS, AXI_DATA_W_32 = AXI_DATA_W, PE_LATENCY_32 = PE_LATENCY;

  reg done, failed, irq_enable;
  reg [3:0] error;

  // Writes
  wire is_command = i_write_addr == REG_ROWS | i_write_addr == REG_COLS | i_write_addr == REG_NITER
                  | i_write_addr == REG_RDX2 | i_write_addr == REG_RDY2 | i_write_addr == REG_BETA;
  wire wants_go = i_write & i_write_addr == REG_CONTROL & i_write_data[0];
  wire write_command = i_write & is_command & ~i_busy;
  wire too_early = (i_write & is_command | wants_go) & i_busy;
  assign o_go = wants_go & ~i_busy;
  assign o_clear = i_write & i_write_addr == REG_CONTROL & i_write_data[1] & o_write_ok;
  assign o_niter_written = write_command & i_write_addr == REG_NITER;

  always @* begin
    case (i_write_addr)
      REG_STATUS, REG_IRQ_ENABLE: o_write_ok = 1'b1;
      REG_CONTROL: o_write_ok = ~(i_write_data[0] & i_busy);
      REG_ROWS, REG_COLS, REG_NITER, REG_RDX2, REG_RDY2, REG_BETA: o_write_ok = ~i_busy;
      default: o_write_ok = 1'b0;
    endcase
  end

  always @(posedge clk) begin
    if (rst) begin
      o_rows  <= 64'd0;
      o_cols  <= 64'd0;
      o_niter <= 64'd0;
      o_rdx2  <= 64'd0;
      o_rdy2  <= 64'd0;
      o_beta  <= 64'd0;
    end else if (write_command)
      case (i_write_addr)
        REG_ROWS:  o_rows <= i_write_data;
        REG_COLS:  o_cols <= i_write_data;
        REG_NITER: o_niter <= i_write_data;
        REG_RDX2:  o_rdx2 <= i_write_data;
        REG_RDY2:  o_rdy2 <= i_write_data;
        default:   o_beta <= i_write_data;
      endcase
  end

  // Status: done and failed stay until the host clears them or starts the next command.
  wire write_status = i_write & i_write_addr == REG_STATUS;
  wire clear_failed = write_status & i_write_data[2];
  wire new_error = i_refuse | too_early | i_data_error;
  wire [3:0] new_error_code = i_refuse ? i_refuse_error : too_early ? ERROR_BUSY : ERROR_DATA;
  always @(posedge clk) begin
    if (rst) begin
      done       <= 1'b0;
      failed     <= 1'b0;
      error      <= 4'd0;
      irq_enable <= 1'b0;
    end else begin
      if (i_finished) done <= 1'b1;
      else if (o_go | (write_status & i_write_data[1])) done <= 1'b0;
      if (new_error) failed <= 1'b1;
      else if (clear_failed) failed <= 1'b0;
      // The first error is kept; the ones that follow are often its echo.
      if (new_error & (~failed | clear_failed)) error <= new_error_code;
      else if (clear_failed) error <= 4'd0;
      if (i_write & i_write_addr == REG_IRQ_ENABLE) irq_enable <= i_write_data[0];
    end
  end
  assign o_irq = irq_enable & (done | failed);

  // Reads
  always @* begin
    o_read_ok = 1'b1;
    case (i_read_addr)
      REG_ID:             o_read_data = ID;
      REG_PES:            o_read_data = {32'd0, PES_32};
      REG_LANES:          o_read_data = {32'd0, LANES_32};
      REG_MEMORY_WORDS:   o_read_data = {32'd0, MEMORY_WORDS_32};
      REG_MAX_COLS:       o_read_data = {32'd0, MAX_COLS_32};
      REG_AXI_DATA_BITS:  o_read_data = {32'd0, AXI_DATA_W_32};
      REG_PE_LATENCY:     o_read_data = {32'd0, PE_LATENCY_32};
      REG_KERNELS:        o_read_data = KERNELS;
      REG_CONTROL:        o_read_data = 64'd0;
      REG_STATUS:         o_read_data = {61'd0, failed, done, i_busy};
      REG_ERROR:          o_read_data = {60'd0, error};
      REG_IRQ_ENABLE:     o_read_data = {63'd0, irq_enable};
      REG_ROWS:           o_read_data = o_rows;
      REG_COLS:           o_read_data = o_cols;
      REG_NITER:          o_read_data = o_niter;
      REG_RDX2:           o_read_data = o_rdx2;
      REG_RDY2:           o_read_data = o_rdy2;
      REG_BETA:           o_read_data = o_beta;
      REG_CYCLES_TOTAL:   o_read_data = i_total;
      REG_CYCLES_COMPUTE: o_read_data = i_compute;
      REG_CYCLES_STALL:   o_read_data = i_stall;
      REG_CYCLES_LOAD:    o_read_data = i_load;
      REG_CYCLES_STORE:   o_read_data = i_store;
      REG_CYCLES_IDLE:    o_read_data = i_idle;
      REG_CYCLES_FILL:    o_read_data = i_fill;
      REG_BEATS_LOADED:   o_read_data = i_load_beats;
      REG_BEATS_STORED:   o_read_data = i_store_beats;
      REG_COMMANDS:       o_read_data = i_commands;
      default: begin
        o_read_data = 64'd0;
        o_read_ok   = 1'b0;
      end
    endcase
  end

endmodule

`default_nettype wire
