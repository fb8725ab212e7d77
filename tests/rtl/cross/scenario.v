// scenario: load, sweep and store through the pins of stencil_accel, printed line by line.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    the same cycles in every simulator: no delays, all that happens follows from clk. Prints
//             "register <offset> <value>", "buffer <number> <word> <bits>", and "unknown ..." for every output
//             that is X while it matters. Ends with $finish.
//             Buffers are numbered as in addresses: f 0 to 2, r 4 and 5. A block of its own in f 1 and r 1 and a
//             field in two skewed blocks, the first in f 0 and r 0, the last in f 2 and r 1, are queued at once.
// Parameters: KERNELS of stencil_accel: with bit 3 the job is of five-point sweeps, otherwise of Jacobi sweeps;
//             rows of the block and of the skewed blocks, columns, and the number of sweeps; two words per beat.
// Latency:    some hundred cycles; LIMIT ends a run that hangs.
`default_nettype none

module scenario #(
    parameter KERNELS    = 7,
    parameter ROWS       = 9,
    parameter FIRST_ROWS = 8,
    parameter LAST_ROWS  = 4,
    parameter COLS       = 7,
    parameter NITER      = 5,
    parameter LIMIT      = 20000
) (
    input wire clk
);

  localparam MEMORY_WORDS = 71;
  localparam BEATS = (MEMORY_WORDS + 1) / 2;
  localparam [31:0] LAST_BEAT = BEATS - 1;
  localparam [31:0] ROWS_32 = ROWS, FIRST_ROWS_32 = FIRST_ROWS, LAST_ROWS_32 = LAST_ROWS;
  localparam [31:0] COLS_32 = COLS, NITER_32 = NITER, LIMIT_32 = LIMIT;

  localparam [2:0] RESET = 3'd0;
  localparam [2:0] LOAD = 3'd1;
  localparam [2:0] COMMAND = 3'd2;
  localparam [2:0] SWEEP = 3'd3;
  localparam [2:0] COUNTERS = 3'd4;
  localparam [2:0] STORE = 3'd5;
  localparam [2:0] DONE = 3'd6;
  // Coefficients and TILE come before the registers that all jobs have.
  localparam FIVE_POINT = KERNELS & 8;
  localparam [4:0] OWN_STEPS = FIVE_POINT != 0 ? 5'd6 : 5'd0;
  localparam [4:0] LAST_COMMAND = OWN_STEPS + 5'd8;
  localparam [4:0] LAST_COUNTER = 5'd14;
  localparam [2:0] LAST_BUFFER = 3'd5;

  reg [31:0] cycle;
  reg [2:0] phase;
  reg [2:0] place;  // the buffer of the present part of LOAD and STORE
  wire [2:0] next_place = place == 3'd2 ? 3'd4 : place + 1'b1;
  reg [4:0] step;
  reg [31:0] beat;
  reg [63:0] noise;
  initial begin
    cycle  = 32'd0;
    phase  = RESET;
    place  = 3'd0;
    step   = 5'd0;
    beat   = 32'd0;
    noise  = 64'h9e3779b97f4a7c15;
  end

  // xorshift, two steps per beat.
  function [63:0] next_noise(input [63:0] value);
    reg [63:0] a, b;
    begin
      a = value ^ (value << 13);
      b = a ^ (a >> 7);
      next_noise = b ^ (b << 17);
    end
  endfunction
  // A number of magnitude 0.125 .. 2, of either sign; some subnormal, some NaN or infinite.
  function [63:0] shaped(input [63:0] value);
    shaped = value[63:59] == 5'd1 ? {value[0], 11'd0, value[51:0]}
           : value[63:59] == 5'd2 ? {value[0], 11'h7ff, value[51:0]}
           : {^value[63:54], 9'h0ff, value[53:52], value[51:0]};
  endfunction
  wire [63:0] noise_low = next_noise(noise);
  wire [63:0] noise_high = next_noise(noise_low);

  wire rst = phase == RESET;
  reg offered;  // the address of this burst, this register access
  wire awready, wready, bvalid, arready, rvalid, rlast, irq, perf_fill, perf_finished;
  wire axil_awready, axil_wready, axil_bvalid, axil_arready, axil_rvalid;
  wire [1:0] bresp, rresp, axil_bresp, axil_rresp;
  wire [3:0] bid, rid;
  wire [127:0] rdata;
  wire [63:0] axil_rdata;
  wire [2:0] perf_cause;

  reg [63:0] command;
  reg [11:0] command_address;
  always @* begin
    case (step - OWN_STEPS)
      -5'd6: {command_address, command} = {12'h168, 64'h3fcae147ae147ae1};  // 0.21
      -5'd5: {command_address, command} = {12'h170, 64'h3fd3333333333333};  // 0.3
      -5'd4: {command_address, command} = {12'h178, 64'h3fc5c28f5c28f5c3};  // 0.17
      -5'd3: {command_address, command} = {12'h180, 64'h3fd999999999999a};  // 0.4
      -5'd2: {command_address, command} = {12'h188, 64'hbfbc28f5c28f5c29};  // -0.11
      -5'd1: {command_address, command} = {12'h150, 64'd8};
      5'd0: {command_address, command} = {12'h130, 32'd0, NITER_32};
      5'd1: {command_address, command} = {12'h128, 32'd0, COLS_32};
      5'd2: {command_address, command} = {12'h138, 64'h3fd3333333333333};  // 0.3
      5'd3: {command_address, command} = {12'h140, 64'h3fc999999999999a};  // 0.2
      5'd4: {command_address, command} = {12'h148, 64'h3feccccccccccccd};  // 0.9
      5'd5: {command_address, command} = {12'h118, 64'd1};
      5'd6: {command_address, command} = {12'h120, 32'h00000011, ROWS_32};
      5'd7: {command_address, command} = {12'h120, 32'h00000200, FIRST_ROWS_32};
      default: {command_address, command} = {12'h120, 32'h00000112, LAST_ROWS_32};
    endcase
  end
  wire [11:0] counter_address = step == 5'd0 ? 12'h108 : step == 5'd1 ? 12'h110 : 12'h200 + {4'd0, step - 5'd2, 3'd0};

  wire aw = phase == LOAD & ~offered;
  wire w = phase == LOAD & beat <= LAST_BEAT;
  wire ar = phase == STORE & ~offered;
  // The last command waits until the queue has room for it.
  wire axil_write = phase == COMMAND & ~offered & (step != LAST_COMMAND | cycle[5:0] == 6'd0);
  wire axil_read = phase == COUNTERS & ~offered;
  // The reader stalls now and then.
  wire rready = phase == STORE & cycle[2:0] != 3'd0;

  stencil_accel #(
      .KERNELS     (KERNELS),
      .PES         (2),
      .LANES       (2),
      .MEMORY_WORDS(MEMORY_WORDS),
      .MAX_COLS    (9),
      .LINE_BEATS  (12),
      .F_BUFFERS   (3),
      .AXI_DATA_W  (128)
  ) u_accel (
      .clk           (clk),
      .rst           (rst),
      .s_axi_awid    ({1'b1, place}),
      .s_axi_awaddr  ({place, 29'd0}),
      .s_axi_awlen   (LAST_BEAT[7:0]),
      .s_axi_awsize  (3'd4),
      .s_axi_awburst (2'd1),
      .s_axi_awvalid (aw),
      .s_axi_awready (awready),
      .s_axi_wdata   ({shaped(noise_high), shaped(noise_low)}),
      .s_axi_wstrb   (beat == LAST_BEAT ? 16'h00ff : 16'hffff),
      .s_axi_wlast   (beat == LAST_BEAT),
      .s_axi_wvalid  (w),
      .s_axi_wready  (wready),
      .s_axi_bid     (bid),
      .s_axi_bresp   (bresp),
      .s_axi_bvalid  (bvalid),
      .s_axi_bready  (1'b1),
      .s_axi_arid    ({1'b0, place}),
      .s_axi_araddr  ({place, 29'd0}),
      .s_axi_arlen   (LAST_BEAT[7:0]),
      .s_axi_arsize  (3'd4),
      .s_axi_arburst (2'd1),
      .s_axi_arvalid (ar),
      .s_axi_arready (arready),
      .s_axi_rid     (rid),
      .s_axi_rdata   (rdata),
      .s_axi_rresp   (rresp),
      .s_axi_rlast   (rlast),
      .s_axi_rvalid  (rvalid),
      .s_axi_rready  (rready),
      .s_axil_awaddr (command_address),
      .s_axil_awvalid(axil_write),
      .s_axil_awready(axil_awready),
      .s_axil_wdata  (command),
      .s_axil_wstrb  (8'hff),
      .s_axil_wvalid (axil_write),
      .s_axil_wready (axil_wready),
      .s_axil_bresp  (axil_bresp),
      .s_axil_bvalid (axil_bvalid),
      .s_axil_bready (1'b1),
      .s_axil_araddr (counter_address),
      .s_axil_arvalid(axil_read),
      .s_axil_arready(axil_arready),
      .s_axil_rdata  (axil_rdata),
      .s_axil_rresp  (axil_rresp),
      .s_axil_rvalid (axil_rvalid),
      .s_axil_rready (1'b1),
      .irq           (irq),
      .perf_cause    (perf_cause),
      .perf_fill     (perf_fill),
      .perf_finished (perf_finished)
  );

  always @(posedge clk) begin
    cycle <= cycle + 1'b1;
    case (phase)
      RESET: begin
        offered <= 1'b0;
        if (cycle == 32'd7) phase <= LOAD;
      end
      LOAD: begin
        if (aw & awready) offered <= 1'b1;
        if (w & wready) begin
          beat  <= beat + 1'b1;
          noise <= noise_high;
        end
        if (bvalid) begin
          if (bresp != 2'd0 | bid != {1'b1, place}) $display("load answered with %0d, id %0d", bresp, bid);
          offered <= 1'b0;
          beat    <= 32'd0;
          place   <= place == LAST_BUFFER ? 3'd0 : next_place;
          if (place == LAST_BUFFER) phase <= COMMAND;
        end
      end
      COMMAND: begin
        // Offered together, taken together: each channel has a place, and both are free between accesses.
        if (axil_write & axil_awready) offered <= 1'b1;
        if (axil_bvalid) begin
          if (axil_bresp != 2'd0) $display("register %h answered with %0d", command_address, axil_bresp);
          offered <= 1'b0;
          step    <= step == LAST_COMMAND ? 5'd0 : step + 1'b1;
          if (step == LAST_COMMAND) phase <= SWEEP;
        end
      end
      SWEEP: if (irq) phase <= COUNTERS;
      COUNTERS: begin
        if (axil_read & axil_arready) offered <= 1'b1;
        if (axil_rvalid) begin
          $display("register %h %h", counter_address, axil_rdata);
          offered <= 1'b0;
          step    <= step + 1'b1;
          if (step == LAST_COUNTER) phase <= STORE;
        end
      end
      STORE: begin
        if (arready & ar) offered <= 1'b1;
        if (rvalid & rready) begin
          $display("buffer %0d %0d %h", place, 2 * beat, rdata[63:0]);
          if (beat != LAST_BEAT) $display("buffer %0d %0d %h", place, 2 * beat + 1, rdata[127:64]);
          if (rresp != 2'd0 | rid != {1'b0, place} | rlast != (beat == LAST_BEAT))
            $display("store answered with %0d, id %0d, last %0d", rresp, rid, rlast);
          beat <= beat + 1'b1;
          if (rlast) begin
            offered <= 1'b0;
            beat    <= 32'd0;
            place   <= next_place;
            if (place == LAST_BUFFER) phase <= DONE;
          end
        end
      end
      default: $finish;
    endcase
    if (cycle == LIMIT_32) begin
      $display("no end after %0d cycles in phase %0d", cycle, phase);
      $finish;
    end

    if (~rst) begin
      if (^{awready, wready, bvalid, arready, rvalid, irq, perf_cause, perf_fill, perf_finished} === 1'bx
          | ^{axil_awready, axil_wready, axil_bvalid, axil_arready, axil_rvalid} === 1'bx) begin
        $display("unknown control output in cycle %0d", cycle);
        $finish;
      end
      if (bvalid & (^{bid, bresp} === 1'bx)) $display("unknown B in cycle %0d", cycle);
      if (rvalid & (^{rid, rresp, rlast, rdata} === 1'bx)) $display("unknown R in cycle %0d", cycle);
      if (axil_bvalid & (^axil_bresp === 1'bx)) $display("unknown B of registers in cycle %0d", cycle);
      if (axil_rvalid & (^{axil_rresp, axil_rdata} === 1'bx)) $display("unknown R of registers in cycle %0d", cycle);
    end
  end

endmodule

`default_nettype wire
