// registers: the register map of the device.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    capabilities, job, command, status and sticky error, each 64 bits at a multiple of 8 (CONTRACT.md has the
//             map); reads of counters, which perf_counters holds.
// Parameters: those of stencil_accel, for reading them back, and KERNELS also to leave out registers; WEIGHTS of
//             the operator of sweeps; COMMAND_W bits of a command.
// Latency:    a write takes effect in the next cycle, a read shows the present one.
// Writes of the job and of CHANGE are refused while a command is queued or in flight, those of COMMAND while the queue
// is full. A read of CHANGE waits until the last points are in it.
`default_nettype none

module registers #(
    parameter PES          = 4,
    parameter LANES        = 1,
    parameter MEMORY_WORDS = 1000000,
    parameter MAX_COLS     = 10000,
    parameter LINE_BEATS   = 10000,
    parameter F_BUFFERS    = 2,
    parameter AXI_DATA_W   = 64,
    parameter KERNELS      = 7,
    parameter WEIGHTS      = 3,
    parameter PE_LATENCY   = 29,
    parameter TILE_LATENCY = 22,
    parameter MIN_SLOTS    = 13,
    parameter MAX_SLOTS    = 32,
    parameter COMMAND_W    = 42,
    parameter ADDR_W       = 12
) (
    input  wire                  clk,
    input  wire                  rst,
    input  wire                  i_write,
    input  wire [    ADDR_W-1:0] i_write_addr,
    input  wire [           1:0] i_write_halves,   // halves written: {upper, lower}
    input  wire [          63:0] i_write_data,
    output wire                  o_write_ok,
    input  wire [          80:0] i_formula,        // {it reads r, the numbers it uses, digest}
    input  wire                  i_read,           // a read is offered
    input  wire [    ADDR_W-1:0] i_read_addr,
    output reg  [          63:0] o_read_data,      // these two with i_read only
    output reg                   o_read_ok,
    output wire                  o_read_ready,     // low: the read waits
    output reg                   o_clear,          // performance counters
    // Job
    output wire                  o_job_written,
    output wire                  o_niter_written,
    output wire [          63:0] o_cols,
    output wire [          63:0] o_niter,
    output wire [64*WEIGHTS-1:0] o_weights,        // the first of {N15 .. N0, those of job_registers}
    output wire                  o_tiles,          // commands are tiles
    output wire                  o_without_r,      // commands use no r buffer
    output wire                  o_missing,        // they need a kernel that is missing
    output wire [          63:0] o_tile,
    output wire [          63:0] o_tile_rows,
    output wire [          63:0] o_tile_cols,
    // Commands
    output wire                  o_push,
    output wire [ COMMAND_W-1:0] o_command,
    input  wire                  i_queue_full,
    input  wire                  i_busy,           // queued or in flight
    input  wire                  i_finished,
    input  wire                  i_refuse,
    input  wire [           3:0] i_refuse_error,
    input  wire                  i_data_error,     // a burst was answered with SLVERR
    input  wire                  i_held_error,     // a burst that would be held was refused
    output wire                  o_irq,
    output wire                  o_no_hold,        // bursts that would be held are refused
    // Change
    input  wire [          63:0] i_change,
    input  wire                  i_settling,
    output wire                  o_clear_change,
    // The counter at i_read_addr, if there is one, otherwise 0 (perf_counters)
    input  wire [          63:0] i_counter,
    input  wire                  i_counter_here
);

  // Numbers of CONTRACT.md, by ci/contract --update.
  localparam [63:0] ID = 64'h53544e43_00000006;
  localparam [11:0] REG_ID = 12'h000;
  localparam [11:0] REG_PES = 12'h008;
  localparam [11:0] REG_LANES = 12'h010;
  localparam [11:0] REG_MEMORY_WORDS = 12'h018;
  localparam [11:0] REG_MAX_COLS = 12'h020;
  localparam [11:0] REG_AXI_DATA_BITS = 12'h028;
  localparam [11:0] REG_PE_LATENCY = 12'h030;
  localparam [11:0] REG_KERNELS = 12'h038;
  localparam [11:0] REG_F_BUFFERS = 12'h040;
  localparam [11:0] REG_R_BUFFERS = 12'h048;
  localparam [11:0] REG_LINE_BEATS = 12'h050;
  localparam [11:0] REG_QUEUE_DEPTH = 12'h058;
  localparam [11:0] REG_TILE_SLOTS = 12'h060;
  localparam [11:0] REG_TILE_LATENCY = 12'h068;
  localparam [11:0] REG_SETTLE_CYCLES = 12'h078;
  localparam [11:0] REG_PROGRESS_CYCLES = 12'h080;
  localparam [11:0] REG_PROGRESS_SWEEP = 12'h088;
  localparam [11:0] REG_PROGRESS_TILE = 12'h090;
  localparam [11:0] REG_CONTROL = 12'h100;
  localparam [11:0] REG_STATUS = 12'h108;
  localparam [11:0] REG_ERROR = 12'h110;
  localparam [11:0] REG_MODE = 12'h118;
  localparam [11:0] REG_COMMAND = 12'h120;
  localparam [11:0] REG_CHANGE = 12'h260;

  localparam HAS_CHANGE = KERNELS & 4;
  localparam FORMULA = KERNELS & 16;
  localparam JOB_WEIGHTS = FORMULA != 0 ? 9 : WEIGHTS;  // those of job_registers
  localparam [63:0] R_BUFFERS = 64'd2;
  localparam [63:0] QUEUE_DEPTH = 64'd2;

  localparam [31:0] PES_32 = PES, LANES_32 = LANES, MEMORY_WORDS_32 = MEMORY_WORDS, MAX_COLS_32 = MAX_COLS;
  localparam [31:0] LINE_BEATS_32 = LINE_BEATS, F_BUFFERS_32 = F_BUFFERS, KERNELS_32 = KERNELS;
  localparam [31:0] AXI_DATA_W_32 = AXI_DATA_W, PE_LATENCY_32 = PE_LATENCY;
  localparam [31:0] TILE_LATENCY_32 = TILE_LATENCY, MIN_SLOTS_32 = MIN_SLOTS, MAX_SLOTS_32 = MAX_SLOTS;

  // The longest work without a command is planning passes after a write of NITER: 70 cycles.
  localparam [63:0] SETTLE_CYCLES = 64'd100;
  // A bound on the cycles of a pass, during which nothing may move on a bus. The worst tiles have rows of three words,
  // each padded to 2*slots + 1 cycles, while the cascade fills and drains around them. Without tiles slots counts as 1,
  // which gives three cycles per three words.
  wire [63:0] slots = MAX_SLOTS == 0 ? 64'd1 : {32'd0, MAX_SLOTS_32};
  wire [63:0] deepest = {32'd0, PES_32} + slots + 64'd2;
  wire [63:0] progress_cycles = ({32'd0, MEMORY_WORDS_32} / 64'd3 + deepest) * (64'd2 * slots + 64'd1)
      + deepest * {32'd0, MAX_COLS_32 + PE_LATENCY_32 + TILE_LATENCY_32} + SETTLE_CYCLES;
  // A command takes the cycles of the laws in CONTRACT.md; what comes before and after is within SETTLE_CYCLES. Eight
  // times, so that an edit of this RTL that costs cycles is measured as slower and not reported as a hang.
  localparam [63:0] PROGRESS_SWEEP = (KERNELS & ~6) != 0 ? 64'd8 : 64'd0;
  localparam [63:0] PROGRESS_TILE = (KERNELS & 2) != 0 ? 64'd8 : 64'd0;

  // Writes
  wire high = i_write_halves[1], low = i_write_halves[0];
  wire is_job, is_niter, is_read_of_job;
  wire is_job_register, is_formula_number, is_read_of_job_register, is_read_of_formula;
  assign is_job         = is_job_register | is_formula_number;
  assign is_read_of_job = is_read_of_job_register | is_read_of_formula;
  wire [63:0] job_read_data, formula_read_data;
  wire [64*JOB_WEIGHTS-1:0] job_weights;
  reg write_ok, write_status, write_mode, write_command, write_change;
  // Decoded with a write: without one a simulator skips the rest.
  always @* begin
    write_ok      = 1'b0;
    write_status  = 1'b0;
    write_mode    = 1'b0;
    write_command = 1'b0;
    write_change  = 1'b0;
    o_clear       = 1'b0;
    if (i_write)
      case (i_write_addr)
        REG_CONTROL: begin
          write_ok = 1'b1;
          o_clear  = low & i_write_data[0];
        end
        REG_STATUS: begin
          write_ok     = 1'b1;
          write_status = low;
        end
        REG_MODE: begin
          write_ok   = 1'b1;
          write_mode = low;
        end
        REG_COMMAND: write_command = 1'b1;
        REG_CHANGE: write_change = HAS_CHANGE != 0;
        default: write_ok = 1'b0;
      endcase
  end
  wire command_taken = write_command & ~i_queue_full;
  // Job registers are decoded last; the net is kept, so that synthesis puts one gate behind them.
  (* keep *) wire other_too_early;
  assign other_too_early = (write_change & i_busy) | (write_command & i_queue_full);
  wire too_early = (is_job & i_busy) | other_too_early;
  assign o_write_ok = write_ok | command_taken | ((is_job | write_change) & ~i_busy);
  assign o_clear_change = write_change & ~i_busy;
  assign o_job_written = is_job & ~i_busy;
  assign o_niter_written = is_niter & ~i_busy;

  // Writing the upper half of COMMAND queues it, with the lower half written in the same access or last before.
  reg [31:0] command_rows;
  assign o_push = command_taken & high;
  assign o_command = {i_write_data[COMMAND_W-1:32], low ? i_write_data[31:0] : command_rows};
  always @(posedge clk)
    if (rst) command_rows <= 32'd0;
    else if (command_taken & low) command_rows <= i_write_data[31:0];

  job_registers #(
      .KERNELS(KERNELS),
      .WEIGHTS(JOB_WEIGHTS),
      .ADDR_W (ADDR_W)
  ) u_job (
      .clk           (clk),
      .rst           (rst),
      .i_write       (i_write),
      .i_busy        (i_busy),
      .i_write_addr  (i_write_addr),
      .i_write_halves(i_write_halves),
      .i_write_data  (i_write_data),
      .o_write_here  (is_job_register),
      .o_niter_here  (is_niter),
      .i_read        (i_read),
      .i_read_addr   (i_read_addr),
      .o_read_data   (job_read_data),
      .o_read_here   (is_read_of_job_register),
      .o_cols        (o_cols),
      .o_niter       (o_niter),
      .o_weights     (job_weights),
      .o_tiles       (o_tiles),
      .o_missing     (o_missing),
      .o_tile        (o_tile),
      .o_tile_rows   (o_tile_rows),
      .o_tile_cols   (o_tile_cols)
  );

  wire [1023:0] numbers;
  generate
    if (FORMULA != 0) begin : g_formula
      formula_registers #(
          .ADDR_W(ADDR_W)
      ) u_formula (
          .clk           (clk),
          .rst           (rst),
          .i_digest      (i_formula[63:0]),
          .i_used        (i_formula[79:64]),
          .i_write       (i_write),
          .i_busy        (i_busy),
          .i_write_addr  (i_write_addr),
          .i_write_halves(i_write_halves),
          .i_write_data  (i_write_data),
          .o_write_here  (is_formula_number),
          .i_read        (i_read),
          .i_read_addr   (i_read_addr),
          .o_read_data   (formula_read_data),
          .o_read_here   (is_read_of_formula),
          .o_numbers     (numbers)
      );
    end else begin : g_no_formula
      assign is_formula_number  = 1'b0;
      assign is_read_of_formula = 1'b0;
      assign formula_read_data  = 64'd0;
      assign numbers            = 1024'd0;
    end
  endgenerate
  wire [64*JOB_WEIGHTS+1023:0] all_weights = {numbers, job_weights};
  assign o_weights   = all_weights[64*WEIGHTS-1:0];
  assign o_without_r = FORMULA != 0 & ~o_tiles & o_tile[4] & ~i_formula[80];
  wire unused = &{1'b0, all_weights, i_formula};

  wire done, failed, irq_enable;
  wire [3:0] error;
  status u_status (
      .clk               (clk),
      .rst               (rst),
      .i_busy            (i_busy),
      .i_queued          (o_push),
      .i_finished        (i_finished),
      .i_refuse          (i_refuse),
      .i_refuse_error    (i_refuse_error),
      .i_too_early       (too_early),
      .i_data_error      (i_data_error),
      .i_clear_done      (write_status & i_write_data[1]),
      .i_clear_failed    (write_status & i_write_data[2]),
      .i_held_error      (i_held_error),
      .i_mode_write      (write_mode),
      .i_irq_enable      (i_write_data[0]),
      .i_no_hold         (i_write_data[1]),
      .o_done            (done),
      .o_failed          (failed),
      .o_error           (error),
      .o_irq_enable      (irq_enable),
      .o_no_hold         (o_no_hold),
      .o_irq             (o_irq)
  );

  // Reads
  assign o_read_ready = ~(i_settling & i_read_addr == REG_CHANGE);
  // Decoded with a read: without one a simulator skips the rest, and the outputs have no meaning.
  always @* begin
    o_read_ok = 1'b1;
    case ({i_read, i_read_addr})
      {1'b1, REG_ID}:              o_read_data = ID;
      {1'b1, REG_PES}:             o_read_data = {32'd0, PES_32};
      {1'b1, REG_LANES}:           o_read_data = {32'd0, LANES_32};
      {1'b1, REG_MEMORY_WORDS}:    o_read_data = {32'd0, MEMORY_WORDS_32};
      {1'b1, REG_MAX_COLS}:        o_read_data = {32'd0, MAX_COLS_32};
      {1'b1, REG_AXI_DATA_BITS}:   o_read_data = {32'd0, AXI_DATA_W_32};
      {1'b1, REG_PE_LATENCY}:      o_read_data = {32'd0, PE_LATENCY_32};
      {1'b1, REG_KERNELS}:         o_read_data = {32'd0, KERNELS_32};
      {1'b1, REG_F_BUFFERS}:       o_read_data = {32'd0, F_BUFFERS_32};
      {1'b1, REG_R_BUFFERS}:       o_read_data = R_BUFFERS;
      {1'b1, REG_LINE_BEATS}:      o_read_data = {32'd0, LINE_BEATS_32};
      {1'b1, REG_QUEUE_DEPTH}:     o_read_data = QUEUE_DEPTH;
      {1'b1, REG_TILE_SLOTS}:      o_read_data = {48'd0, MAX_SLOTS_32[7:0], MIN_SLOTS_32[7:0]};
      {1'b1, REG_TILE_LATENCY}:    o_read_data = {32'd0, TILE_LATENCY_32};
      {1'b1, REG_SETTLE_CYCLES}:   o_read_data = SETTLE_CYCLES;
      {1'b1, REG_PROGRESS_CYCLES}: o_read_data = progress_cycles;
      {1'b1, REG_PROGRESS_SWEEP}:  o_read_data = PROGRESS_SWEEP;
      {1'b1, REG_PROGRESS_TILE}:   o_read_data = PROGRESS_TILE;
      {1'b1, REG_CONTROL}:         o_read_data = 64'd0;
      {1'b1, REG_STATUS}:          o_read_data = {61'd0, failed, done, i_busy};
      {1'b1, REG_ERROR}:           o_read_data = {60'd0, error};
      {1'b1, REG_MODE}:            o_read_data = {62'd0, o_no_hold, irq_enable};
      {1'b1, REG_COMMAND}:         o_read_data = 64'd0;
      {1'b1, REG_CHANGE}: begin
        o_read_data = i_change;
        o_read_ok   = HAS_CHANGE != 0;
      end
      default: begin
        o_read_data = job_read_data | formula_read_data | i_counter;
        o_read_ok   = is_read_of_job | i_counter_here;
      end
    endcase
  end

endmodule

`default_nettype wire
