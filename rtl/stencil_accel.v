// stencil_accel: the accelerator, local memory and engine behind AXI4 and AXI4-Lite.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    top module of the device contract (CONTRACT.md).
// Parameters: PES processing elements, LANES points a cycle each; MEMORY_WORDS doubles in each of
//             the banks f and r; MAX_COLS columns of the longest row; AXI_DATA_W bits of the data
//             port; AXI_ADDR_W, AXI_ID_W; ADD_LATENCY, MUL_LATENCY of the operators.
// Latency:    see CONTRACT.md. While a command is pending or running, data bursts wait.
`default_nettype none

module stencil_accel #(
    parameter PES          = 4,
    parameter LANES        = 1,
    parameter MEMORY_WORDS = 1000000,
    parameter MAX_COLS     = 10000,
    parameter AXI_DATA_W   = 64,
    parameter AXI_ADDR_W   = 32,
    parameter AXI_ID_W     = 4,
    parameter ADD_LATENCY  = 5,
    parameter MUL_LATENCY  = 6
) (
    input  wire                    clk,
    input  wire                    rst,
    // Data: AXI4
    input  wire [    AXI_ID_W-1:0] s_axi_awid,
    input  wire [  AXI_ADDR_W-1:0] s_axi_awaddr,
    input  wire [             7:0] s_axi_awlen,
    input  wire [             2:0] s_axi_awsize,
    input  wire [             1:0] s_axi_awburst,
    input  wire                    s_axi_awvalid,
    output wire                    s_axi_awready,
    input  wire [  AXI_DATA_W-1:0] s_axi_wdata,
    input  wire [AXI_DATA_W/8-1:0] s_axi_wstrb,
    input  wire                    s_axi_wlast,
    input  wire                    s_axi_wvalid,
    output wire                    s_axi_wready,
    output wire [    AXI_ID_W-1:0] s_axi_bid,
    output wire [             1:0] s_axi_bresp,
    output wire                    s_axi_bvalid,
    input  wire                    s_axi_bready,
    input  wire [    AXI_ID_W-1:0] s_axi_arid,
    input  wire [  AXI_ADDR_W-1:0] s_axi_araddr,
    input  wire [             7:0] s_axi_arlen,
    input  wire [             2:0] s_axi_arsize,
    input  wire [             1:0] s_axi_arburst,
    input  wire                    s_axi_arvalid,
    output wire                    s_axi_arready,
    output wire [    AXI_ID_W-1:0] s_axi_rid,
    output wire [  AXI_DATA_W-1:0] s_axi_rdata,
    output wire [             1:0] s_axi_rresp,
    output wire                    s_axi_rlast,
    output wire                    s_axi_rvalid,
    input  wire                    s_axi_rready,
    // Registers: AXI4-Lite
    input  wire [            11:0] s_axil_awaddr,
    input  wire                    s_axil_awvalid,
    output wire                    s_axil_awready,
    input  wire [            63:0] s_axil_wdata,
    input  wire [             7:0] s_axil_wstrb,
    input  wire                    s_axil_wvalid,
    output wire                    s_axil_wready,
    output wire [             1:0] s_axil_bresp,
    output wire                    s_axil_bvalid,
    input  wire                    s_axil_bready,
    input  wire [            11:0] s_axil_araddr,
    input  wire                    s_axil_arvalid,
    output wire                    s_axil_arready,
    output wire [            63:0] s_axil_rdata,
    output wire [             1:0] s_axil_rresp,
    output wire                    s_axil_rvalid,
    input  wire                    s_axil_rready,
    // Interrupt: a command is done or an error is set, while enabled; level
    output wire                    irq,
    // Cause of the present cycle (perf_counters)
    output wire [             2:0] perf_cause,
    output wire                    perf_fill
);

  localparam PE_LATENCY = 2 + 3 * ADD_LATENCY + 2 * MUL_LATENCY;
  localparam WORDS = AXI_DATA_W / 64;  // of a beat of the data port
  localparam BANKS = (WORDS > LANES) ? WORDS : LANES;
  localparam ADDR_W = $clog2(MEMORY_WORDS + 1);
  localparam COLS_W = $clog2(MAX_COLS + 1);
  localparam NITER_W = 32;
  localparam DEPTH_W = $clog2(PES + 1);

  // Registers
  wire reg_write, reg_write_ok, reg_read_ok;
  wire [11:0] reg_write_addr, reg_read_addr;
  wire [63:0] reg_write_data, reg_read_data;
  axil_port #(
      .ADDR_W(12)
  ) u_axil (
      .clk           (clk),
      .rst           (rst),
      .s_axil_awaddr (s_axil_awaddr),
      .s_axil_awvalid(s_axil_awvalid),
      .s_axil_awready(s_axil_awready),
      .s_axil_wdata  (s_axil_wdata),
      .s_axil_wstrb  (s_axil_wstrb),
      .s_axil_wvalid (s_axil_wvalid),
      .s_axil_wready (s_axil_wready),
      .s_axil_bresp  (s_axil_bresp),
      .s_axil_bvalid (s_axil_bvalid),
      .s_axil_bready (s_axil_bready),
      .s_axil_araddr (s_axil_araddr),
      .s_axil_arvalid(s_axil_arvalid),
      .s_axil_arready(s_axil_arready),
      .s_axil_rdata  (s_axil_rdata),
      .s_axil_rresp  (s_axil_rresp),
      .s_axil_rvalid (s_axil_rvalid),
      .s_axil_rready (s_axil_rready),
      .o_write       (reg_write),
      .o_write_addr  (reg_write_addr),
      .o_write_data  (reg_write_data),
      .i_write_ok    (reg_write_ok),
      .o_read_addr   (reg_read_addr),
      .i_read_data   (reg_read_data),
      .i_read_ok     (reg_read_ok)
  );

  wire go, clear, niter_written, pending, start, refuse, engine_busy, finished;
  wire write_error, read_error, write_active, read_active;
  wire [3:0] refuse_error;
  wire [63:0] rows, cols, niter, rdx2, rdy2, beta;
  wire [63:0] n_total, n_compute, n_stall, n_load, n_store, n_idle, n_fill;
  wire [63:0] n_load_beats, n_store_beats, n_commands;
  registers #(
      .PES         (PES),
      .LANES       (LANES),
      .MEMORY_WORDS(MEMORY_WORDS),
      .MAX_COLS    (MAX_COLS),
      .AXI_DATA_W  (AXI_DATA_W),
      .PE_LATENCY  (PE_LATENCY),
      .ADDR_W      (12)
  ) u_registers (
      .clk            (clk),
      .rst            (rst),
      .i_write        (reg_write),
      .i_write_addr   (reg_write_addr),
      .i_write_data   (reg_write_data),
      .o_write_ok     (reg_write_ok),
      .i_read_addr    (reg_read_addr),
      .o_read_data    (reg_read_data),
      .o_read_ok      (reg_read_ok),
      .o_go           (go),
      .o_clear        (clear),
      .o_niter_written(niter_written),
      .o_rows         (rows),
      .o_cols         (cols),
      .o_niter        (niter),
      .o_rdx2         (rdx2),
      .o_rdy2         (rdy2),
      .o_beta         (beta),
      .i_busy         (pending | engine_busy),
      .i_finished     (finished),
      .i_refuse       (refuse),
      .i_refuse_error (refuse_error),
      .i_data_error   (write_error | read_error),
      .o_irq          (irq),
      .i_total        (n_total),
      .i_compute      (n_compute),
      .i_stall        (n_stall),
      .i_load         (n_load),
      .i_store        (n_store),
      .i_idle         (n_idle),
      .i_fill         (n_fill),
      .i_load_beats   (n_load_beats),
      .i_store_beats  (n_store_beats),
      .i_commands     (n_commands)
  );

  // Command
  reg replan;  // NITER shows the value a cycle after it was written
  always @(posedge clk) replan <= niter_written & ~rst;
  wire plan_ready;
  wire [NITER_W-1:0] passes, shallow;
  wire [DEPTH_W-1:0] depth;
  pass_planner #(
      .PES    (PES),
      .NITER_W(NITER_W),
      .DEPTH_W(DEPTH_W)
  ) u_planner (
      .clk      (clk),
      .rst      (rst),
      .i_load   (replan),
      .i_niter  (niter[NITER_W-1:0]),
      .o_ready  (plan_ready),
      .o_passes (passes),
      .o_shallow(shallow),
      .o_depth  (depth)
  );
  launcher #(
      .MEMORY_WORDS(MEMORY_WORDS),
      .MAX_COLS    (MAX_COLS)
  ) u_launcher (
      .clk          (clk),
      .rst          (rst),
      .i_go         (go),
      .i_rows       (rows),
      .i_cols       (cols),
      .i_niter      (niter),
      .i_plan_ready (plan_ready),
      .i_memory_busy(write_active | read_active),
      .o_pending    (pending),
      .o_start      (start),
      .o_refuse     (refuse),
      .o_error      (refuse_error)
  );

  // Engine
  wire stall, fill, engine_read;
  wire [ADDR_W-1:0] engine_read_addr, engine_write_addr;
  wire [LANES-1:0] engine_write;
  wire [64*LANES-1:0] engine_write_data;
  wire [64*BANKS-1:0] f_read_data, r_read_data;
  engine #(
      .PES        (PES),
      .LANES      (LANES),
      .MAX_COLS   (MAX_COLS),
      .ADDR_W     (ADDR_W),
      .NITER_W    (NITER_W),
      .DEPTH_W    (DEPTH_W),
      .ADD_LATENCY(ADD_LATENCY),
      .MUL_LATENCY(MUL_LATENCY)
  ) u_engine (
      .clk         (clk),
      .rst         (rst),
      .i_start     (start),
      .i_rows      (rows[ADDR_W-1:0]),
      .i_cols      (cols[COLS_W-1:0]),
      .i_passes    (passes),
      .i_shallow   (shallow),
      .i_depth     (depth),
      .i_rdx2      (rdx2),
      .i_rdy2      (rdy2),
      .i_beta      (beta),
      .o_busy      (engine_busy),
      .o_stall     (stall),
      .o_fill      (fill),
      .o_finished  (finished),
      .o_read      (engine_read),
      .o_read_addr (engine_read_addr),
      .i_read_f    (f_read_data[64*LANES-1:0]),
      .i_read_r    (r_read_data[64*LANES-1:0]),
      .o_write     (engine_write),
      .o_write_addr(engine_write_addr),
      .o_write_data(engine_write_data)
  );

  // Data port
  wire hold = pending | engine_busy;
  wire write_outstanding, read_outstanding;
  wire bus_write_r, bus_read_r, bus_read;
  wire [WORDS-1:0] bus_write;
  wire [ADDR_W-1:0] bus_write_addr, bus_read_addr;
  wire [AXI_DATA_W-1:0] bus_write_data, bus_read_data;
  axi_write_port #(
      .DATA_W      (AXI_DATA_W),
      .ADDR_W      (AXI_ADDR_W),
      .ID_W        (AXI_ID_W),
      .MEMORY_WORDS(MEMORY_WORDS)
  ) u_write_port (
      .clk          (clk),
      .rst          (rst),
      .i_hold       (hold),
      .o_active     (write_active),
      .o_outstanding(write_outstanding),
      .o_error      (write_error),
      .s_axi_awid   (s_axi_awid),
      .s_axi_awaddr (s_axi_awaddr),
      .s_axi_awlen  (s_axi_awlen),
      .s_axi_awsize (s_axi_awsize),
      .s_axi_awburst(s_axi_awburst),
      .s_axi_awvalid(s_axi_awvalid),
      .s_axi_awready(s_axi_awready),
      .s_axi_wdata  (s_axi_wdata),
      .s_axi_wstrb  (s_axi_wstrb),
      .s_axi_wlast  (s_axi_wlast),
      .s_axi_wvalid (s_axi_wvalid),
      .s_axi_wready (s_axi_wready),
      .s_axi_bid    (s_axi_bid),
      .s_axi_bresp  (s_axi_bresp),
      .s_axi_bvalid (s_axi_bvalid),
      .s_axi_bready (s_axi_bready),
      .o_bank_r     (bus_write_r),
      .o_write      (bus_write),
      .o_write_addr (bus_write_addr),
      .o_write_data (bus_write_data)
  );
  axi_read_port #(
      .DATA_W      (AXI_DATA_W),
      .ADDR_W      (AXI_ADDR_W),
      .ID_W        (AXI_ID_W),
      .MEMORY_WORDS(MEMORY_WORDS)
  ) u_read_port (
      .clk          (clk),
      .rst          (rst),
      .i_hold       (hold),
      .o_active     (read_active),
      .o_outstanding(read_outstanding),
      .o_error      (read_error),
      .s_axi_arid   (s_axi_arid),
      .s_axi_araddr (s_axi_araddr),
      .s_axi_arlen  (s_axi_arlen),
      .s_axi_arsize (s_axi_arsize),
      .s_axi_arburst(s_axi_arburst),
      .s_axi_arvalid(s_axi_arvalid),
      .s_axi_arready(s_axi_arready),
      .s_axi_rid    (s_axi_rid),
      .s_axi_rdata  (s_axi_rdata),
      .s_axi_rresp  (s_axi_rresp),
      .s_axi_rlast  (s_axi_rlast),
      .s_axi_rvalid (s_axi_rvalid),
      .s_axi_rready (s_axi_rready),
      .o_bank_r     (bus_read_r),
      .o_read       (bus_read),
      .o_read_addr  (bus_read_addr),
      .i_read_data  (bus_read_data)
  );

  // Local memory: the engine has it while it runs, the data port otherwise.
  memory_switch #(
      .WORDS  (WORDS),
      .LANES  (LANES),
      .BANKS  (BANKS),
      .ADDR_W (ADDR_W),
      .MEMORY_WORDS(MEMORY_WORDS)
  ) u_memory (
      .clk                (clk),
      .i_engine           (engine_busy),
      .i_engine_read      (engine_read),
      .i_engine_read_addr (engine_read_addr),
      .i_engine_write     (engine_write),
      .i_engine_write_addr(engine_write_addr),
      .i_engine_write_data(engine_write_data),
      .i_bus_read         (bus_read),
      .i_bus_read_r       (bus_read_r),
      .i_bus_read_addr    (bus_read_addr),
      .i_bus_write        (bus_write),
      .i_bus_write_r      (bus_write_r),
      .i_bus_write_addr   (bus_write_addr),
      .i_bus_write_data   (bus_write_data),
      .o_f                (f_read_data),
      .o_r                (r_read_data),
      .o_bus_read_data    (bus_read_data)
  );

  perf_counters u_perf (
      .clk          (clk),
      .rst          (rst),
      .i_clear      (clear),
      .i_busy       (engine_busy),
      .i_stall      (stall),
      .i_fill       (fill),
      .i_load       (write_outstanding),
      .i_store      (read_outstanding),
      .i_load_beat  (s_axi_wvalid & s_axi_wready),
      .i_store_beat (s_axi_rvalid & s_axi_rready),
      .i_finished   (finished),
      .o_cause      (perf_cause),
      .o_total      (n_total),
      .o_compute    (n_compute),
      .o_stall      (n_stall),
      .o_load       (n_load),
      .o_store      (n_store),
      .o_idle       (n_idle),
      .o_fill       (n_fill),
      .o_load_beats (n_load_beats),
      .o_store_beats(n_store_beats),
      .o_commands   (n_commands)
  );
  assign perf_fill = fill;

  generate
    if (LANES < BANKS) begin : g_spare
      wire unused = &{1'b0, f_read_data[64*BANKS-1:64*LANES], r_read_data[64*BANKS-1:64*LANES]};
    end
  endgenerate

  generate
    if (PES < 1 || PES > 64 || (LANES != 1 && LANES != 2 && LANES != 4)) begin : g_illegal_engine
`ifdef VERILATOR
      $fatal(1, "illegal parameters: PES=%0d (1..64) LANES=%0d (1, 2, 4)", PES, LANES);
`else
      initial begin
        $display("%m: illegal parameters: PES=%0d (1..64) LANES=%0d (1, 2, 4)", PES, LANES);
        $finish;
      end
`endif
    end
    if (MAX_COLS < 1 || MEMORY_WORDS < MAX_COLS || MEMORY_WORDS < BANKS) begin : g_illegal_memory
`ifdef VERILATOR
      $fatal(1, "illegal parameters: MAX_COLS=%0d (>= 1) MEMORY_WORDS=%0d (>= MAX_COLS, >= %0d)",
             MAX_COLS, MEMORY_WORDS, BANKS);
`else
      initial begin
        $display("%m: illegal parameters: MAX_COLS=%0d (>= 1) MEMORY_WORDS=%0d (>= MAX_COLS, >= %0d)",
                 MAX_COLS, MEMORY_WORDS, BANKS);
        $finish;
      end
`endif
    end
    if (AXI_DATA_W < 64 || AXI_DATA_W > 512 || (AXI_DATA_W & (AXI_DATA_W - 1)) != 0 || AXI_ADDR_W < ADDR_W + 4
        || AXI_ADDR_W > 35 || AXI_ID_W < 1) begin : g_illegal_port
`ifdef VERILATOR
      $fatal(1, "illegal parameters: AXI_DATA_W=%0d (64, 128, 256, 512) AXI_ADDR_W=%0d (%0d..35) AXI_ID_W=%0d (>= 1)",
             AXI_DATA_W, AXI_ADDR_W, ADDR_W + 4, AXI_ID_W);
`else
      initial begin
        $display("%m: illegal parameters: AXI_DATA_W=%0d (64, 128, 256, 512) AXI_ADDR_W=%0d (%0d..35) AXI_ID_W=%0d",
                 AXI_DATA_W, AXI_ADDR_W, ADDR_W + 4, AXI_ID_W);
        $finish;
      end
`endif
    end
  endgenerate

endmodule

`default_nettype wire
