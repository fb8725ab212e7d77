// axi_write_port_flow_proof: how bursts pass an axi_write_port with its queues, while the master takes answers or not.
// SPDX-License-Identifier: Apache-2.0
//
// Any bursts, buffers held at any time, answers taken at any time. What is written and answered is the matter of
// axi_write_port.
`default_nettype none

module axi_write_port_flow_proof (
    input  wire        clk,
    input  wire        rst,
    input  wire [ 7:0] i_held,
    input  wire        i_id,
    input  wire [ 7:0] i_addr,
    input  wire [ 1:0] i_len,
    input  wire        i_awvalid,
    input  wire        i_whole,
    input  wire        i_wlast,
    input  wire        i_wvalid,
    input  wire        i_bready,
    output wire        given_reset,
    output wire        wrong_answers,
    output wire        wrong_order,
    output wire        wrong_steady,
    output wire        wrong_beats,
    output wire        wrong_outstanding,
    output wire        seen_four_answers,
    output wire        seen_third_answer,
    output wire        seen_queue_full
);

  wire awready, wready, bvalid, bid, outstanding;
  wire [1:0] bresp;
  axi_write_port #(
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
      .o_error      (),
      .o_held_error (),
      .s_axi_awid   (i_id),
      .s_axi_awaddr (i_addr),
      .s_axi_awlen  ({6'd0, i_len}),
      .s_axi_awsize (3'd3),
      .s_axi_awburst(2'b01),
      .s_axi_awvalid(i_awvalid),
      .s_axi_awready(awready),
      .s_axi_wdata  (64'd0),
      .s_axi_wstrb  ({8{i_whole}}),
      .s_axi_wlast  (i_wlast),
      .s_axi_wvalid (i_wvalid),
      .s_axi_wready (wready),
      .s_axi_bid    (bid),
      .s_axi_bresp  (bresp),
      .s_axi_bvalid (bvalid),
      .s_axi_bready (i_bready),
      .o_buffer     (),
      .o_write      (),
      .o_granted    (),
      .o_write_addr (),
      .o_write_data ()
  );

  reg started = 1'b0;
  assign given_reset = started | rst;

  // Bursts accepted, ended and answered, modulo 16, with the ID and length of each.
  reg [15:0] ids;
  reg [31:0] lens;
  reg [3:0] accepted, ended, answered;
  reg [1:0] beat;
  reg stays;
  reg [2:0] before_answer;
  wire w = i_wvalid & wready;
  wire ends = w & beat == lens[2*ended+:2];
  wire b = bvalid & i_bready;
  always @(posedge clk) begin
    started       <= 1'b1;
    stays         <= bvalid & ~i_bready & ~rst;
    before_answer <= {bid, bresp};
    if (i_awvalid & awready) begin
      ids[accepted]       <= i_id;
      lens[2*accepted+:2] <= i_len;
    end
    if (rst) begin
      accepted <= 4'd0;
      ended    <= 4'd0;
      answered <= 4'd0;
      beat     <= 2'd0;
    end else begin
      accepted <= accepted + {3'd0, i_awvalid & awready};
      ended    <= ended + {3'd0, ends};
      answered <= answered + {3'd0, b};
      if (w) beat <= ends ? 2'd0 : beat + 2'd1;
    end
  end

  assign wrong_answers = started & bvalid != (ended != answered);
  assign wrong_order = started & bvalid & bid != ids[answered];
  assign wrong_steady = started & stays & (~bvalid | {bid, bresp} != before_answer);
  assign wrong_beats = started & wready & accepted == ended;
  assign wrong_outstanding = started & outstanding != (i_awvalid | accepted != answered);

  wire [3:0] unanswered = ended - answered;
  wire [3:0] waiting = accepted - ended;
  assign seen_four_answers = started & unanswered == 4'd4 & i_wvalid & ~wready;
  assign seen_third_answer = started & answered == 4'd2 & b & ids[2:0] == 3'b010;
  assign seen_queue_full = started & waiting == 4'd5 & ~awready;

endmodule

`default_nettype wire
