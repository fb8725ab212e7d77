// copy_burst: reads a burst on one AXI4 bus and writes it on another.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    one burst of equal length on both sides, from its addresses to the answer to the write.
// Parameters: ADDR_W bits of a byte address, DATA_W of a beat.
// Latency:    addresses are offered from the cycle after i_start on; a beat is offered for writing from the cycle after
//             it was read on; o_done is high in the cycle that takes the answer to the write.
// From the first beat that was read with an error on, nothing is strobed: what is not known is not written.
`default_nettype none

module copy_burst #(
    parameter ADDR_W = 64,
    parameter DATA_W = 64
) (
    input  wire                clk,
    input  wire                rst,
    // A start is ignored unless the burst before is done; addresses are multiples of a beat
    input  wire                i_start,
    input  wire [  ADDR_W-1:0] i_source,
    input  wire [  ADDR_W-1:0] i_destination,
    input  wire [         7:0] i_len,          // beats - 1
    output wire                o_done,
    output wire                o_read_error,   // with o_done
    output wire                o_write_error,  // likewise
    // The side that is read
    output reg  [  ADDR_W-1:0] m_araddr,
    output reg  [         7:0] m_arlen,
    output reg                 m_arvalid,
    input  wire                m_arready,
    input  wire [  DATA_W-1:0] m_rdata,
    input  wire [         1:0] m_rresp,
    input  wire                m_rvalid,
    output wire                m_rready,
    // The side that is written
    output reg  [  ADDR_W-1:0] m_awaddr,
    output reg                 m_awvalid,
    input  wire                m_awready,
    output wire [  DATA_W-1:0] m_wdata,
    output wire [DATA_W/8-1:0] m_wstrb,
    output wire                m_wlast,
    output wire                m_wvalid,
    input  wire                m_wready,
    input  wire [         1:0] m_bresp,
    input  wire                m_bvalid,
    output wire                m_bready
);

  reg busy, data_left, bad;
  reg [7:0] left;  // beats to write after this one
  wire beat_bad, queued;

  fifo #(
      .WIDTH(DATA_W + 1),
      .DEPTH(4)
  ) u_beats (
      .clk    (clk),
      .rst    (rst),
      .i_valid(m_rvalid),
      .o_ready(m_rready),
      .i_data ({m_rresp[1], m_rdata}),
      .o_valid(queued),
      .i_ready(m_wvalid & m_wready),
      .o_data ({beat_bad, m_wdata})
  );

  assign m_wvalid = queued & data_left;
  assign m_wlast  = left == 8'd0;
  assign m_wstrb  = {(DATA_W / 8) {~(bad | beat_bad)}};
  assign m_bready = busy & ~data_left;
  assign o_done = m_bready & m_bvalid;
  assign o_read_error = bad;
  assign o_write_error = m_bresp[1];

  always @(posedge clk) begin
    if (rst) begin
      busy      <= 1'b0;
      data_left <= 1'b0;
      m_arvalid <= 1'b0;
      m_awvalid <= 1'b0;
    end else if (~busy) begin
      if (i_start) begin
        busy      <= 1'b1;
        data_left <= 1'b1;
        m_arvalid <= 1'b1;
        m_awvalid <= 1'b1;
      end
    end else begin
      if (m_arready) m_arvalid <= 1'b0;
      if (m_awready) m_awvalid <= 1'b0;
      if (m_wvalid & m_wready & m_wlast) data_left <= 1'b0;
      if (o_done) busy <= 1'b0;
    end
    if (~busy) begin
      m_araddr <= i_source;
      m_awaddr <= i_destination;
      m_arlen  <= i_len;
      left     <= i_len;
      bad      <= 1'b0;
    end else if (m_wvalid & m_wready) begin
      left <= left - 8'd1;
      bad  <= bad | beat_bad;
    end
  end

  wire unused = &{1'b0, m_rresp[0], m_bresp[0]};

endmodule

`default_nettype wire
