// data_port: the AXI4 slave and the buffers it serves, with the engine's port to them.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    joins both AXI directions and the buffers; all three clients move a beat per cycle as long as they stay
//             in different buffers. The interlock sees to that: i_held keeps bursts off the buffers of commands,
//             o_touched keeps commands off the buffers of bursts.
// Parameters: LANES of the engine, R_OPTIONAL as memory_buffers, F_BUFFERS, MEMORY_WORDS per buffer, AXI_DATA_W,
//             AXI_ADDR_W, AXI_ID_W; ADDR_W bits of a word address.
// Latency:    as axi_write_port, axi_read_port and memory_buffers.
`default_nettype none

module data_port #(
    parameter LANES        = 1,
    parameter R_OPTIONAL   = 0,
    parameter F_BUFFERS    = 2,
    parameter MEMORY_WORDS = 1000000,
    parameter AXI_DATA_W   = 64,
    parameter AXI_ADDR_W   = 32,
    parameter AXI_ID_W     = 4,
    parameter ADDR_W       = $clog2(MEMORY_WORDS + 1)
) (
    input  wire                    clk,
    input  wire                    rst,
    // Interlock: one bit per buffer, r above f
    input  wire [             7:0] i_held,
    input  wire                    i_no_hold,    // bursts that would be held are refused
    output wire [             7:0] o_touched,
    // Status: for the counters, and pulses for beats answered with SLVERR
    output wire                    o_write_outstanding,
    output wire                    o_read_outstanding,
    output wire                    o_write_busy,
    output wire                    o_read_busy,
    output wire                    o_error,
    output wire                    o_held_error,
    // AXI4
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
    // Engine: as memory_buffers
    input  wire                    i_without_r,
    input  wire                    i_read,
    input  wire [      ADDR_W-1:0] i_read_addr,
    input  wire [             1:0] i_read_f_buffer,
    input  wire                    i_read_r_buffer,
    output wire [    64*LANES-1:0] o_read_f,
    output wire [    64*LANES-1:0] o_read_r,
    input  wire [       LANES-1:0] i_write,
    input  wire                    i_write_r,
    input  wire [      ADDR_W-1:0] i_write_addr,
    input  wire [             1:0] i_write_f_buffer,
    input  wire                    i_write_r_buffer,
    input  wire [    64*LANES-1:0] i_write_f_data,
    input  wire [    64*LANES-1:0] i_write_r_data
);

  localparam WORDS = AXI_DATA_W / 64;  // of a beat
  localparam BANKS = (WORDS > LANES) ? WORDS : LANES;

  wire [7:0] write_touched, read_touched;
  wire write_error, read_error, write_held_error, read_held_error;
  assign o_touched = write_touched | read_touched;
  assign o_error = write_error | read_error;
  assign o_held_error = write_held_error | read_held_error;

  wire [2:0] bus_write_buffer, bus_read_buffer;
  wire bus_read;
  wire [1:0] bus_granted;
  wire [WORDS-1:0] bus_write;
  wire [ADDR_W-1:0] bus_write_addr, bus_read_addr;
  wire [AXI_DATA_W-1:0] bus_write_data, bus_read_data;
  axi_write_port #(
      .DATA_W      (AXI_DATA_W),
      .ADDR_W      (AXI_ADDR_W),
      .ID_W        (AXI_ID_W),
      .F_BUFFERS   (F_BUFFERS),
      .MEMORY_WORDS(MEMORY_WORDS)
  ) u_write_port (
      .clk          (clk),
      .rst          (rst),
      .i_held       (i_held),
      .i_no_hold    (i_no_hold),
      .o_touched    (write_touched),
      .o_busy       (o_write_busy),
      .o_outstanding(o_write_outstanding),
      .o_error      (write_error),
      .o_held_error (write_held_error),
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
      .o_buffer     (bus_write_buffer),
      .o_write      (bus_write),
      .o_granted    (bus_granted),
      .o_write_addr (bus_write_addr),
      .o_write_data (bus_write_data)
  );
  axi_read_port #(
      .DATA_W      (AXI_DATA_W),
      .ADDR_W      (AXI_ADDR_W),
      .ID_W        (AXI_ID_W),
      .F_BUFFERS   (F_BUFFERS),
      .MEMORY_WORDS(MEMORY_WORDS)
  ) u_read_port (
      .clk          (clk),
      .rst          (rst),
      .i_held       (i_held),
      .i_no_hold    (i_no_hold),
      .o_touched    (read_touched),
      .o_busy       (o_read_busy),
      .o_outstanding(o_read_outstanding),
      .o_error      (read_error),
      .o_held_error (read_held_error),
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
      .o_buffer     (bus_read_buffer),
      .o_read       (bus_read),
      .o_read_addr  (bus_read_addr),
      .i_read_data  (bus_read_data)
  );

  memory_buffers #(
      .WORDS       (WORDS),
      .LANES       (LANES),
      .BANKS       (BANKS),
      .R_OPTIONAL  (R_OPTIONAL),
      .F_BUFFERS   (F_BUFFERS),
      .MEMORY_WORDS(MEMORY_WORDS),
      .ADDR_W      (ADDR_W)
  ) u_buffers (
      .clk               (clk),
      .i_without_r       (i_without_r),
      .i_read            (i_read),
      .i_read_addr       (i_read_addr),
      .i_read_f_buffer   (i_read_f_buffer),
      .i_read_r_buffer   (i_read_r_buffer),
      .o_read_f          (o_read_f),
      .o_read_r          (o_read_r),
      .i_write           (i_write),
      .i_write_r         (i_write_r),
      .i_write_addr      (i_write_addr),
      .i_write_f_buffer  (i_write_f_buffer),
      .i_write_r_buffer  (i_write_r_buffer),
      .i_write_f_data    (i_write_f_data),
      .i_write_r_data    (i_write_r_data),
      .i_bus_read        (bus_read),
      .i_bus_read_buffer (bus_read_buffer),
      .i_bus_read_addr   (bus_read_addr),
      .o_bus_read_data   (bus_read_data),
      .i_bus_write       (bus_write),
      .i_bus_granted     (bus_granted),
      .i_bus_write_buffer(bus_write_buffer),
      .i_bus_write_addr  (bus_write_addr),
      .i_bus_write_data  (bus_write_data)
  );

endmodule

`default_nettype wire
