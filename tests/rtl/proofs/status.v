// status_proof: holds status against the sentences of the contract on STATUS, ERROR and irq.
// SPDX-License-Identifier: Apache-2.0
//
// Any events in any cycle, several at once too.
`default_nettype none

module status_proof (
    input  wire       clk,
    input  wire       rst,
    input  wire       i_busy,
    input  wire       i_queued,
    input  wire       i_finished,
    input  wire       i_refuse,
    input  wire [3:0] i_refuse_error,
    input  wire       i_too_early,
    input  wire       i_data_error,
    input  wire       i_held_error,
    input  wire       i_clear_done,
    input  wire       i_clear_failed,
    input  wire       i_mode_write,
    input  wire       i_irq_enable,
    input  wire       i_no_hold,
    output wire       given_reset,
    output wire       given_code,
    output wire       wrong_failed,
    output wire       wrong_set_wins,
    output wire       wrong_error,
    output wire       wrong_done,
    output wire       wrong_mode,
    output wire       wrong_irq,
    output wire       seen_set_and_clear,
    output wire       seen_all_errors,
    output wire       seen_queued_and_finished,
    output wire       seen_mode_kept,
    output wire       seen_done_while_busy
);

  wire done, failed, irq_enable, no_hold, irq;
  wire [3:0] error;
  status u_status (
      .clk           (clk),
      .rst           (rst),
      .i_busy        (i_busy),
      .i_queued      (i_queued),
      .i_finished    (i_finished),
      .i_refuse      (i_refuse),
      .i_refuse_error(i_refuse_error),
      .i_too_early   (i_too_early),
      .i_data_error  (i_data_error),
      .i_held_error  (i_held_error),
      .i_clear_done  (i_clear_done),
      .i_clear_failed(i_clear_failed),
      .i_mode_write  (i_mode_write),
      .i_irq_enable  (i_irq_enable),
      .i_no_hold     (i_no_hold),
      .o_done        (done),
      .o_failed      (failed),
      .o_error       (error),
      .o_irq_enable  (irq_enable),
      .o_no_hold     (no_hold),
      .o_irq         (irq)
  );

  reg started = 1'b0;
  reg was_reset;
  always @(posedge clk) begin
    started   <= 1'b1;
    was_reset <= rst;
  end
  assign given_reset = started | rst;
  assign given_code = ~i_refuse | i_refuse_error != 4'd0;

  // The cycle before, and the code that its events ask for: the first of the contract's list.
  reg old_failed, any, queued, finished, clear_done, clear_failed, mode_write, all_errors;
  reg [1:0] old_mode, new_mode;
  reg old_done;
  reg [3:0] old_error, code;
  always @(posedge clk) begin
    old_failed   <= failed;
    old_error    <= error;
    old_done     <= done;
    old_mode     <= {no_hold, irq_enable};
    new_mode     <= {i_no_hold, i_irq_enable};
    mode_write   <= i_mode_write;
    queued       <= i_queued;
    finished     <= i_finished;
    clear_done   <= i_clear_done;
    clear_failed <= i_clear_failed;
    any          <= i_refuse | i_too_early | i_data_error | i_held_error;
    all_errors   <= i_too_early & i_data_error & i_held_error;
    code         <= i_held_error ? 4'd12 : 4'd0;
    if (i_data_error) code <= 4'd6;
    if (i_too_early) code <= 4'd5;
    if (i_refuse) code <= i_refuse_error;
  end
  wire after = started & ~was_reset;
  wire empty = ~old_failed | clear_failed;  // no earlier error stays
  wire [3:0] expected = ~empty ? old_error : any ? code : 4'd0;
  wire expected_done = ~queued & (finished | (old_done & ~clear_done));

  assign wrong_failed = started & failed != (error != 4'd0);
  assign wrong_set_wins = after & any & ~failed;
  assign wrong_error = after & error != expected;
  assign wrong_done = started & done != (~was_reset & expected_done);
  assign wrong_mode = started & {no_hold, irq_enable} != (was_reset ? 2'd0 : mode_write ? new_mode : old_mode);
  assign wrong_irq = started & irq != (irq_enable & (failed | (done & ~i_busy)));

  assign seen_set_and_clear = after & any & clear_failed & old_failed & code != old_error;
  assign seen_all_errors = after & all_errors & empty;
  assign seen_queued_and_finished = after & queued & finished & clear_done;
  assign seen_mode_kept = after & ~mode_write & old_mode == 2'b01;
  assign seen_done_while_busy = after & irq_enable & done & i_busy & ~failed;

endmodule

`default_nettype wire
