// stencil_accel: the accelerator, local memory and kernels behind AXI4 and AXI4-Lite.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    top module of the device contract (CONTRACT.md).
// Parameters: KERNELS, bits as in the register: 1 Jacobi sweeps, 2 tiles, 4 change of sweeps, 8 five-point sweeps, 16
//             sweeps by a formula; a kernel left out leaves no logic. PES processing elements, LANES points per cycle
//             each; MEMORY_WORDS doubles per buffer, F_BUFFERS in bank f (bank r has 2); MAX_COLS columns in the
//             longest row, LINE_BEATS per line buffer; AXI_DATA_W bits of the data port, AXI_ADDR_W of its byte
//             addresses, AXI_ID_W of its IDs; ADD_LATENCY, MUL_LATENCY, DIV_LATENCY cycles of the operators;
//             FORMULA_LATENCY of the formula's, as what is made of its kernel file says (docs/formula.md); 0: none.
// Latency:    see CONTRACT.md.
`default_nettype none

module stencil_accel #(
    parameter KERNELS         = 7,
    parameter PES             = 4,
    parameter LANES           = 1,
    parameter MEMORY_WORDS    = 1000000,
    parameter MAX_COLS        = 10000,
    parameter LINE_BEATS      = (MAX_COLS + LANES - 1) / LANES,
    parameter F_BUFFERS       = 2,
    parameter AXI_DATA_W      = 64,
    parameter AXI_ADDR_W      = 32,
    parameter AXI_ID_W        = 4,
    parameter ADD_LATENCY     = 5,
    parameter MUL_LATENCY     = 6,
    parameter DIV_LATENCY     = 2,
    parameter FORMULA_LATENCY = 0
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
    // Interrupt: all queued work is done or an error is set, while enabled; level
    output wire                    irq,
    // Cause of the present cycle (perf_counters)
    output wire [             2:0] perf_cause,
    output wire                    perf_fill,
    // The cycle that writes the last beat of a command
    output wire                    perf_finished
);

  // Of sweeps: the number of weights, and the latency of an element with its operator (sweep_operator)
  localparam SWEEPS = KERNELS & ~6;  // any kernel but tiles and change
  localparam WRITTEN = KERNELS & ~22;  // by hand
  localparam WEIGHTED = KERNELS & ~23;  // of these all but Jacobi: by AN to AC, and at most four additions deep
  localparam FORMULA = KERNELS & 16;
  localparam WEIGHTS = FORMULA != 0 ? 25 : WEIGHTED != 0 ? 9 : 3;
  localparam PE_ADDITIONS = WEIGHTED != 0 ? 4 : 3;
  localparam WRITTEN_LATENCY = WRITTEN != 0 ? PE_ADDITIONS * ADD_LATENCY + 2 * MUL_LATENCY : 0;
  localparam PE_LATENCY = 2 + (FORMULA_LATENCY > WRITTEN_LATENCY ? FORMULA_LATENCY : WRITTEN_LATENCY);
  localparam TILES = KERNELS & 2;
  localparam TILE_LATENCY = 4 * ADD_LATENCY + DIV_LATENCY;
  localparam MIN_SLOTS = 2 * ADD_LATENCY + DIV_LATENCY + 1;
  localparam MAX_SLOTS = (MIN_SLOTS > 32) ? MIN_SLOTS : 32;
  localparam BANKS = (AXI_DATA_W > 64 * LANES) ? AXI_DATA_W / 64 : LANES;
  localparam ADDR_W = $clog2(MEMORY_WORDS + 1);
  localparam COLS_W = $clog2(MAX_COLS + 1);
  localparam WINDOW_W = 17 + 2 * ADDR_W + 2 * COLS_W;  // of a tile (tile_engine)
  localparam NITER_W = 32;
  localparam ROW_BEATS = (MAX_COLS + LANES - 1) / LANES;
  localparam DEPTH_W = $clog2(PES + 1);
  localparam LEAST_ADDR_W = (MEMORY_WORDS > 1 ? $clog2(MEMORY_WORDS) : 1) + 6;

  // The operators check theirs too; these name the parameter, whatever the device is made of.
  fp_parameter_range #(.VALUE(ADD_LATENCY), .LOWEST(5), .HIGHEST(16)) u_check_add_latency ();
  fp_parameter_range #(.VALUE(MUL_LATENCY), .LOWEST(6), .HIGHEST(16)) u_check_mul_latency ();
  fp_parameter_range #(.VALUE(DIV_LATENCY), .LOWEST(2), .HIGHEST(16)) u_check_div_latency ();

  // Job and command
  wire [COLS_W-1:0] cols;
  wire [NITER_W-1:0] passes, shallow;
  wire [DEPTH_W-1:0] depth;
  wire [64*WEIGHTS-1:0] weights;
  wire [63:0] change;
  wire command, take, r_buffer, above, below, engine_busy, stall, finished;
  wire clear_change, change_settling;
  wire [1:0] f_buffer;
  wire [ADDR_W-1:0] rows, words;
  wire tiles, without_r;
  wire [WINDOW_W-1:0] window;
  wire [80:0] formula;  // {it reads r, the numbers it uses, digest}
  // Data port
  wire [7:0] held, touched;
  wire no_hold, data_error, held_error, write_outstanding, read_outstanding, write_busy, read_busy;
  // Kernels and buffers
  wire engine_read, read_r_buffer, engine_write_r, write_r_buffer;
  wire [1:0] read_f_buffer, write_f_buffer;
  wire [ADDR_W-1:0] engine_read_addr, engine_write_addr;
  wire [LANES-1:0] engine_write;
  wire [64*LANES-1:0] read_f, read_r, write_f, write_r;

  control #(
      .PES         (PES),
      .LANES       (LANES),
      .MEMORY_WORDS(MEMORY_WORDS),
      .MAX_COLS    (MAX_COLS),
      .LINE_BEATS  (LINE_BEATS),
      .F_BUFFERS   (F_BUFFERS),
      .AXI_DATA_W  (AXI_DATA_W),
      .KERNELS     (KERNELS),
      .WEIGHTS     (WEIGHTS),
      .PE_LATENCY  (SWEEPS != 0 ? PE_LATENCY : 0),
      .TILE_LATENCY(TILES != 0 ? TILE_LATENCY : 0),
      .MIN_SLOTS   (TILES != 0 ? MIN_SLOTS : 0),
      .MAX_SLOTS   (TILES != 0 ? MAX_SLOTS : 0),
      .ADDR_W      (ADDR_W),
      .COLS_W      (COLS_W),
      .DEPTH_W     (DEPTH_W)
  ) u_control (
      .clk                (clk),
      .rst                (rst),
      .i_formula          (formula),
      .s_axil_awaddr      (s_axil_awaddr),
      .s_axil_awvalid     (s_axil_awvalid),
      .s_axil_awready     (s_axil_awready),
      .s_axil_wdata       (s_axil_wdata),
      .s_axil_wstrb       (s_axil_wstrb),
      .s_axil_wvalid      (s_axil_wvalid),
      .s_axil_wready      (s_axil_wready),
      .s_axil_bresp       (s_axil_bresp),
      .s_axil_bvalid      (s_axil_bvalid),
      .s_axil_bready      (s_axil_bready),
      .s_axil_araddr      (s_axil_araddr),
      .s_axil_arvalid     (s_axil_arvalid),
      .s_axil_arready     (s_axil_arready),
      .s_axil_rdata       (s_axil_rdata),
      .s_axil_rresp       (s_axil_rresp),
      .s_axil_rvalid      (s_axil_rvalid),
      .s_axil_rready      (s_axil_rready),
      .o_irq              (irq),
      .o_cols             (cols),
      .o_passes           (passes),
      .o_shallow          (shallow),
      .o_depth            (depth),
      .o_weights          (weights),
      .o_tiles            (tiles),
      .o_without_r        (without_r),
      .o_window           (window),
      .o_command          (command),
      .o_rows             (rows),
      .o_words            (words),
      .o_f_buffer         (f_buffer),
      .o_r_buffer         (r_buffer),
      .o_above            (above),
      .o_below            (below),
      .i_take             (take),
      .i_engine_busy      (engine_busy),
      .i_stall            (stall),
      .i_fill             (perf_fill),
      .i_finished         (finished),
      .i_change           (change),
      .i_change_settling  (change_settling),
      .o_clear_change     (clear_change),
      .o_held             (held),
      .i_touched          (touched),
      .o_no_hold          (no_hold),
      .i_data_error       (data_error),
      .i_held_error       (held_error),
      .i_write_outstanding(write_outstanding),
      .i_read_outstanding (read_outstanding),
      .i_write_busy       (write_busy),
      .i_read_busy        (read_busy),
      .i_load_beat        (s_axi_wvalid & s_axi_wready),
      .i_store_beat       (s_axi_rvalid & s_axi_rready),
      .o_cause            (perf_cause)
  );
  assign perf_finished = finished;

  kernels #(
      .PES        (PES),
      .LANES      (LANES),
      .MAX_COLS   (MAX_COLS),
      .LINE_BEATS (LINE_BEATS),
      .ADDR_W     (ADDR_W),
      .NITER_W    (NITER_W),
      .DEPTH_W    (DEPTH_W),
      .ADD_LATENCY(ADD_LATENCY),
      .MUL_LATENCY(MUL_LATENCY),
      .DIV_LATENCY(DIV_LATENCY),
      .KERNELS    (KERNELS),
      .WEIGHTS    (WEIGHTS),
      .PE_LATENCY (PE_LATENCY),
      .MAX_SLOTS  (MAX_SLOTS)
  ) u_kernels (
      .clk             (clk),
      .rst             (rst),
      .i_cols          (cols),
      .i_passes        (passes),
      .i_shallow       (shallow),
      .i_depth         (depth),
      .i_weights       (weights),
      .i_tiles         (tiles),
      .i_window        (window),
      .i_command       (command),
      .i_rows          (rows),
      .i_words         (words),
      .i_f_buffer      (f_buffer),
      .i_r_buffer      (r_buffer),
      .i_above         (above),
      .i_below         (below),
      .o_take          (take),
      .o_busy          (engine_busy),
      .o_stall         (stall),
      .o_fill          (perf_fill),
      .o_finished      (finished),
      .i_clear_change  (clear_change),
      .o_change        (change),
      .o_settling      (change_settling),
      .o_read          (engine_read),
      .o_read_addr     (engine_read_addr),
      .o_read_f_buffer (read_f_buffer),
      .o_read_r_buffer (read_r_buffer),
      .i_read_f        (read_f),
      .i_read_r        (read_r),
      .o_write         (engine_write),
      .o_write_addr    (engine_write_addr),
      .o_write_f_buffer(write_f_buffer),
      .o_write_f       (write_f),
      .o_write_r       (engine_write_r),
      .o_write_r_buffer(write_r_buffer),
      .o_write_r_data  (write_r)
  );

  data_port #(
      .LANES       (LANES),
      .R_OPTIONAL  (FORMULA),
      .F_BUFFERS   (F_BUFFERS),
      .MEMORY_WORDS(MEMORY_WORDS),
      .AXI_DATA_W  (AXI_DATA_W),
      .AXI_ADDR_W  (AXI_ADDR_W),
      .AXI_ID_W    (AXI_ID_W)
  ) u_data_port (
      .clk                (clk),
      .rst                (rst),
      .i_held             (held),
      .o_touched          (touched),
      .o_write_outstanding(write_outstanding),
      .o_read_outstanding (read_outstanding),
      .o_write_busy       (write_busy),
      .o_read_busy        (read_busy),
      .i_no_hold          (no_hold),
      .o_error            (data_error),
      .o_held_error       (held_error),
      .s_axi_awid          (s_axi_awid),
      .s_axi_awaddr        (s_axi_awaddr),
      .s_axi_awlen         (s_axi_awlen),
      .s_axi_awsize        (s_axi_awsize),
      .s_axi_awburst       (s_axi_awburst),
      .s_axi_awvalid       (s_axi_awvalid),
      .s_axi_awready       (s_axi_awready),
      .s_axi_wdata         (s_axi_wdata),
      .s_axi_wstrb         (s_axi_wstrb),
      .s_axi_wlast         (s_axi_wlast),
      .s_axi_wvalid        (s_axi_wvalid),
      .s_axi_wready        (s_axi_wready),
      .s_axi_bid           (s_axi_bid),
      .s_axi_bresp         (s_axi_bresp),
      .s_axi_bvalid        (s_axi_bvalid),
      .s_axi_bready        (s_axi_bready),
      .s_axi_arid          (s_axi_arid),
      .s_axi_araddr        (s_axi_araddr),
      .s_axi_arlen         (s_axi_arlen),
      .s_axi_arsize        (s_axi_arsize),
      .s_axi_arburst       (s_axi_arburst),
      .s_axi_arvalid       (s_axi_arvalid),
      .s_axi_arready       (s_axi_arready),
      .s_axi_rid           (s_axi_rid),
      .s_axi_rdata         (s_axi_rdata),
      .s_axi_rresp         (s_axi_rresp),
      .s_axi_rlast         (s_axi_rlast),
      .s_axi_rvalid        (s_axi_rvalid),
      .s_axi_rready        (s_axi_rready),
      .i_without_r        (without_r),
      .i_read             (engine_read),
      .i_read_addr        (engine_read_addr),
      .i_read_f_buffer    (read_f_buffer),
      .i_read_r_buffer    (read_r_buffer),
      .o_read_f           (read_f),
      .o_read_r           (read_r),
      .i_write            (engine_write),
      .i_write_r          (engine_write_r),
      .i_write_addr       (engine_write_addr),
      .i_write_f_buffer   (write_f_buffer),
      .i_write_r_buffer   (write_r_buffer),
      .i_write_f_data     (write_f),
      .i_write_r_data     (write_r)
  );

  generate
    if (FORMULA != 0 && FORMULA_LATENCY != 0) begin : g_formula
      formula_facts #(
          .ADD_LATENCY(ADD_LATENCY),
          .MUL_LATENCY(MUL_LATENCY),
          .DIV_LATENCY(DIV_LATENCY),
          .LATENCY    (FORMULA_LATENCY)
      ) u_facts (
          .o_digest (formula[63:0]),
          .o_numbers(formula[79:64]),
          .o_reads_r(formula[80])
      );
    end else begin : g_no_formula
      assign formula = 81'd0;
    end
    // At least one kernel; change needs sweeps; a formula has its latency. written_operator refuses bits of no kernel.
    if (KERNELS < 1 || (SWEEPS == 0 && KERNELS != 2) || (FORMULA == 0) != (FORMULA_LATENCY == 0))
    begin : g_illegal_kernels
`ifdef VERILATOR
      $fatal(1, "illegal parameters: KERNELS=%0d (1, 2, 3, 5, 7..) FORMULA_LATENCY=%0d (not 0 with 16 in KERNELS alone)",
             KERNELS, FORMULA_LATENCY);
`elsif __ICARUS__
      initial begin
        $display("%m: illegal parameters: KERNELS=%0d (1, 2, 3, 5, 7..) FORMULA_LATENCY=%0d (not 0 with 16 in KERNELS alone)",
                 KERNELS, FORMULA_LATENCY);
        $finish;
      end
`else
      parameter_is_out_of_range u_stop ();
`endif
    end
    if (PES < 1 || PES > 64 || (LANES != 1 && LANES != 2 && LANES != 4)) begin : g_illegal_engine
`ifdef VERILATOR
      $fatal(1, "illegal parameters: PES=%0d (1..64) LANES=%0d (1, 2, 4)", PES, LANES);
`elsif __ICARUS__
      initial begin
        $display("%m: illegal parameters: PES=%0d (1..64) LANES=%0d (1, 2, 4)", PES, LANES);
        $finish;
      end
`else
      parameter_is_out_of_range u_stop ();
`endif
    end
    if (MAX_COLS < 1 || MEMORY_WORDS < MAX_COLS || MEMORY_WORDS < BANKS) begin : g_illegal_memory
`ifdef VERILATOR
      $fatal(1, "illegal parameters: MAX_COLS=%0d (>= 1) MEMORY_WORDS=%0d (>= MAX_COLS, >= %0d)",
             MAX_COLS, MEMORY_WORDS, BANKS);
`elsif __ICARUS__
      initial begin
        $display("%m: illegal parameters: MAX_COLS=%0d (>= 1) MEMORY_WORDS=%0d (>= MAX_COLS, >= %0d)",
                 MAX_COLS, MEMORY_WORDS, BANKS);
        $finish;
      end
`else
      parameter_is_out_of_range u_stop ();
`endif
    end
    if ((F_BUFFERS != 2 && F_BUFFERS != 3) || LINE_BEATS < ROW_BEATS) begin : g_illegal_buffers
`ifdef VERILATOR
      $fatal(1, "illegal parameters: F_BUFFERS=%0d (2, 3) LINE_BEATS=%0d (>= %0d of MAX_COLS=%0d)",
             F_BUFFERS, LINE_BEATS, ROW_BEATS, MAX_COLS);
`elsif __ICARUS__
      initial begin
        $display("%m: illegal parameters: F_BUFFERS=%0d (2, 3) LINE_BEATS=%0d (>= %0d of MAX_COLS=%0d)",
                 F_BUFFERS, LINE_BEATS, ROW_BEATS, MAX_COLS);
        $finish;
      end
`else
      parameter_is_out_of_range u_stop ();
`endif
    end
    if (AXI_DATA_W < 64 || AXI_DATA_W > 512 || (AXI_DATA_W & (AXI_DATA_W - 1)) != 0 || AXI_ID_W < 1)
    begin : g_illegal_port
`ifdef VERILATOR
      $fatal(1, "illegal parameters: AXI_DATA_W=%0d (64, 128, 256, 512) AXI_ID_W=%0d (>= 1)", AXI_DATA_W, AXI_ID_W);
`elsif __ICARUS__
      initial begin
        $display("%m: illegal parameters: AXI_DATA_W=%0d (64, 128, 256, 512) AXI_ID_W=%0d (>= 1)",
                 AXI_DATA_W, AXI_ID_W);
        $finish;
      end
`else
      parameter_is_out_of_range u_stop ();
`endif
    end
    // Three bits of an address choose bank and buffer, three choose a byte of a word.
    if (AXI_ADDR_W < LEAST_ADDR_W || AXI_ADDR_W > 35) begin : g_illegal_address
`ifdef VERILATOR
      $fatal(1, "illegal parameters: AXI_ADDR_W=%0d (%0d..35 for MEMORY_WORDS=%0d)",
             AXI_ADDR_W, LEAST_ADDR_W, MEMORY_WORDS);
`elsif __ICARUS__
      initial begin
        $display("%m: illegal parameters: AXI_ADDR_W=%0d (%0d..35 for MEMORY_WORDS=%0d)",
                 AXI_ADDR_W, LEAST_ADDR_W, MEMORY_WORDS);
        $finish;
      end
`else
      parameter_is_out_of_range u_stop ();
`endif
    end
  endgenerate

endmodule

`default_nettype wire
