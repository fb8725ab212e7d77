// status: tells the host about its commands: done, failed, the first error, the interrupt.
// SPDX-License-Identifier: Apache-2.0
//
// Purpose:    done tells that a command has finished since the last one was queued; failed and the code of the first
//             error stay until the host clears them. The interrupt is a level: all queued work is done, or an error is
//             set.
// Parameters: none.
// Latency:    an event shows in the next cycle and wins over a clear in the same cycle. Where a command is queued in
//             the cycle in which another one finishes, done is cleared.
`default_nettype none

module status (
    input  wire       clk,
    input  wire       rst,
    input  wire       i_busy,              // a command is queued or in flight
    input  wire       i_queued,            // events
    input  wire       i_finished,
    input  wire       i_refuse,            // an illegal command, with its code
    input  wire [3:0] i_refuse_error,
    input  wire       i_too_early,         // a register write refused while busy or full
    input  wire       i_data_error,        // a burst was answered with SLVERR
    input  wire       i_held_error,        // a burst that would be held was refused
    input  wire       i_clear_done,
    input  wire       i_clear_failed,
    input  wire       i_mode_write,
    input  wire       i_irq_enable,
    input  wire       i_no_hold,
    output reg        o_done,
    output reg        o_failed,
    output reg  [3:0] o_error,
    output reg        o_irq_enable,
    output reg        o_no_hold,
    output wire       o_irq
);

  // Numbers of CONTRACT.md, by ci/contract --update.
  localparam [3:0] ERROR_BUSY = 4'd5;
  localparam [3:0] ERROR_DATA = 4'd6;
  localparam [3:0] ERROR_HELD = 4'd12;

  wire new_error = i_refuse | i_too_early | i_data_error | i_held_error;
  wire [3:0] new_error_code = i_refuse ? i_refuse_error
                            : i_too_early ? ERROR_BUSY
                            : i_data_error ? ERROR_DATA
                            : ERROR_HELD;
  always @(posedge clk) begin
    if (rst) begin
      o_done       <= 1'b0;
      o_failed     <= 1'b0;
      o_error      <= 4'd0;
      o_irq_enable <= 1'b0;
      o_no_hold    <= 1'b0;
    end else begin
      if (i_queued) o_done <= 1'b0;
      else if (i_finished) o_done <= 1'b1;
      else if (i_clear_done) o_done <= 1'b0;
      if (new_error) o_failed <= 1'b1;
      else if (i_clear_failed) o_failed <= 1'b0;
      // The first error is kept: later ones are often its consequences.
      if (new_error & (~o_failed | i_clear_failed)) o_error <= new_error_code;
      else if (i_clear_failed) o_error <= 4'd0;
      if (i_mode_write) begin
        o_irq_enable <= i_irq_enable;
        o_no_hold    <= i_no_hold;
      end
    end
  end
  assign o_irq = o_irq_enable & (o_failed | (o_done & ~i_busy));

endmodule

`default_nettype wire
