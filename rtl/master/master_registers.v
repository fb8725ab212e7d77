// master_registers: the registers of the own master.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    starts a chain of descriptors and shows what became of it.
// Parameters: none.
// Latency:    that of axil_port.
//
// 0x00 START   write: the first descriptor; the chain starts with the upper half. Refused (SLVERR) while one runs
// 0x08 STATE   read: bit 0 a chain runs, bit 1 one has ended since the last start, bits 11:8 the code it ended with
// 0x10 WHERE   read: the descriptor that runs, or ended the chain
// 0x18 FIRST   read, write: the first byte of card memory that descriptors may touch; refused while a chain runs
// 0x20 END     read, write: the byte after the last one; likewise. After a reset both are 0: no descriptor is legal
// 0x28 COUNT   read: descriptors carried out since the last start
// 0x30 CYCLES  read: cycles from the last start to the end of its chain
// 0x38 IRQ     read, write: bit 0: irq_master is high while bit 1 of STATE is
`default_nettype none

module master_registers (
    input  wire        clk,
    input  wire        rst,
    input  wire [11:0] s_axil_awaddr,
    input  wire        s_axil_awvalid,
    output wire        s_axil_awready,
    input  wire [63:0] s_axil_wdata,
    input  wire [ 7:0] s_axil_wstrb,
    input  wire        s_axil_wvalid,
    output wire        s_axil_wready,
    output wire [ 1:0] s_axil_bresp,
    output wire        s_axil_bvalid,
    input  wire        s_axil_bready,
    input  wire [11:0] s_axil_araddr,
    input  wire        s_axil_arvalid,
    output wire        s_axil_arready,
    output wire [63:0] s_axil_rdata,
    output wire [ 1:0] s_axil_rresp,
    output wire        s_axil_rvalid,
    input  wire        s_axil_rready,
    output reg         o_start,
    output reg  [63:0] o_address,
    output reg  [63:0] o_first,
    output reg  [63:0] o_end,
    input  wire        i_running,
    input  wire        i_stopped,
    input  wire [ 3:0] i_code,
    input  wire [63:0] i_where,
    input  wire [31:0] i_count,
    output wire        irq
);

  localparam [11:0] START = 12'h000;
  localparam [11:0] STATE = 12'h008;
  localparam [11:0] WHERE = 12'h010;
  localparam [11:0] FIRST = 12'h018;
  localparam [11:0] END = 12'h020;
  localparam [11:0] COUNT = 12'h028;
  localparam [11:0] CYCLES = 12'h030;
  localparam [11:0] IRQ = 12'h038;

  wire write, read;
  wire [11:0] write_addr, read_addr;
  wire [1:0] halves;
  wire [63:0] data;
  reg [63:0] shown;
  reg exists, ended, irq_on;
  reg [3:0] code;
  reg [63:0] cycles;
  wire running = o_start | i_running | i_stopped;
  wire idle_only = write_addr == START || write_addr == FIRST || write_addr == END;
  wire write_ok = (idle_only & ~running) || write_addr == IRQ;
  assign irq = irq_on & ended;

  axil_port #(
      .ADDR_W(12)
  ) u_port (
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
      .o_write       (write),
      .o_write_addr  (write_addr),
      .o_write_halves(halves),
      .o_write_data  (data),
      .i_write_ok    (write_ok),
      .o_read        (read),
      .o_read_addr   (read_addr),
      .i_read_data   (shown),
      .i_read_ok     (exists),
      .i_read_ready  (1'b1)
  );

  always @* begin
    exists = 1'b1;
    case (read_addr)
      STATE:   shown = {52'd0, code, 6'd0, ended, running};
      WHERE:   shown = i_where;
      FIRST:   shown = o_first;
      END:     shown = o_end;
      COUNT:   shown = {32'd0, i_count};
      CYCLES:  shown = cycles;
      IRQ:     shown = {63'd0, irq_on};
      default: {exists, shown} = 65'd0;
    endcase
  end

  wire accepted = write & write_ok;
  wire [63:0] mask = {{32{halves[1]}}, {32{halves[0]}}};
  always @(posedge clk) begin
    o_start <= 1'b0;
    if (accepted && write_addr == START) begin
      o_address <= (o_address & ~mask) | (data & mask);
      o_start   <= halves[1];
    end
    if (accepted && write_addr == FIRST) o_first <= (o_first & ~mask) | (data & mask);
    if (accepted && write_addr == END) o_end <= (o_end & ~mask) | (data & mask);
    if (accepted && write_addr == IRQ && halves[0]) irq_on <= data[0];
    if (o_start) begin
      ended  <= 1'b0;
      code   <= 4'd0;
      cycles <= 64'd0;
    end else if (i_stopped) begin
      ended <= 1'b1;
      code  <= i_code;
    end else if (i_running) cycles <= cycles + 64'd1;
    if (rst) begin
      o_start <= 1'b0;
      o_first <= 64'd0;
      o_end   <= 64'd0;
      irq_on  <= 1'b0;
      ended   <= 1'b0;
      code    <= 4'd0;
      cycles  <= 64'd0;
    end
  end

  wire unused = &{1'b0, read};

endmodule

`default_nettype wire
