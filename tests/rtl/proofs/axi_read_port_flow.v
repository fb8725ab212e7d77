// axi_read_port_flow_proof: how beats pass an axi_read_port with its queues, while the master takes them or not.
// SPDX-License-Identifier: Apache-2.0
//
// Any bursts, buffers held at any time, a master that takes beats at any time. What is in the beats is the matter of
// axi_read_port.
`default_nettype none

module axi_read_port_flow_proof (
    input  wire        clk,
    input  wire        rst,
    input  wire [ 7:0] i_held,
    input  wire        i_id,
    input  wire [ 7:0] i_addr,
    input  wire [ 7:0] i_len,
    input  wire        i_arvalid,
    input  wire        i_rready,
    input  wire [ 1:0] i_data,
    output wire        given_reset,
    output wire        wrong_room,
    output wire        wrong_valid,
    output wire        wrong_steady,
    output wire        wrong_outstanding,
    output wire        seen_full,
    output wire        seen_full_moves,
    output wire        seen_two_bursts
);

  wire arready, rvalid, rid, rlast, error, held_error, read, outstanding;
  wire [1:0] rresp;
  wire [63:0] rdata;
  axi_read_port #(
      .DATA_W      (64),
      .ADDR_W      (8),
      .ID_W        (1),
      .F_BUFFERS   (2),
      .MEMORY_WORDS(4)
  ) u_port (
      .clk          (clk),
      .rst          (rst),
      .i_held       (i_held),
      .i_no_hold    (1'b0),
      .o_touched    (),
      .o_busy       (),
      .o_outstanding(outstanding),
      .o_error      (error),
      .o_held_error (held_error),
      .s_axi_arid   (i_id),
      .s_axi_araddr (i_addr),
      .s_axi_arlen  (i_len),
      .s_axi_arsize (3'd3),
      .s_axi_arburst(2'b01),
      .s_axi_arvalid(i_arvalid),
      .s_axi_arready(arready),
      .s_axi_rid    (rid),
      .s_axi_rdata  (rdata),
      .s_axi_rresp  (rresp),
      .s_axi_rlast  (rlast),
      .s_axi_rvalid (rvalid),
      .s_axi_rready (i_rready),
      .o_buffer     (),
      .o_read       (read),
      .o_read_addr  (),
      .i_read_data  ({62'd0, i_data})
  );

  reg started = 1'b0;
  reg was_reset;
  assign given_reset = started | rst;

  // Beats read and not taken, of which the youngest may still come from memory; bursts accepted and not answered.
  wire step = read | error | held_error;
  wire taken = rvalid & i_rready;
  reg [4:0] beats, bursts;
  reg coming, stays;
  reg [67:0] before_beat;
  wire [67:0] beat = {rid, rresp, rlast, rdata};
  always @(posedge clk) begin
    started     <= 1'b1;
    was_reset   <= rst;
    coming      <= step & ~rst;
    stays       <= rvalid & ~i_rready & ~rst;
    before_beat <= beat;
    if (rst) begin
      beats  <= 5'd0;
      bursts <= 5'd0;
    end else begin
      beats  <= beats + {4'd0, step} - {4'd0, taken};
      bursts <= bursts + {4'd0, i_arvalid & arready} - {4'd0, taken & rlast};
    end
  end

  assign wrong_room = started & (beats > 5'd8 | (step & beats == 5'd8));
  assign wrong_valid = started & rvalid != (beats != {4'd0, coming});
  assign wrong_steady = started & stays & (~rvalid | beat != before_beat);
  assign wrong_outstanding = started & outstanding != (i_arvalid | bursts != 5'd0);

  assign seen_full = started & ~was_reset & beats == 5'd8 & ~coming;
  assign seen_full_moves = started & beats == 5'd7 & step & taken & stays;
  assign seen_two_bursts = started & bursts == 5'd3 & taken & rlast;

endmodule

`default_nettype wire
