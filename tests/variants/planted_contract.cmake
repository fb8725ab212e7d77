# SPDX-License-Identifier: Apache-2.0
# Faults against one sentence of rtl/CONTRACT.md each, for the conformance kit (tests/rtl/check_dut).

# WLAST in the wrong beat is no fault of a burst.
stencil_vary_rtl(wlast-ignored bus/axi_write_port.v "(s_axi_wlast != last);" "(~CHOSEN & (s_axi_wlast != last));")
# Commands do not wait for bursts that have begun on their buffers.
stencil_vary_rtl(begun-forgotten stencil_accel.v ".i_touched          (touched)," ".i_touched          (CHOSEN ? 8'd0 : touched),")
# A command with too few columns and too few rows: the later error is told.
stencil_vary_rtl(error-order control/command_checker.v "assign o_error  = bad_rows ? ERROR_ROWS"
  "assign o_error  = CHOSEN & bad_cols ? ERROR_COLS : bad_rows ? ERROR_ROWS")
# A chain survives a write of the job.
stencil_vary_rtl(chain-survives control/command_checker.v "if (rst | i_job_written | o_refuse) open"
  "if (rst | (i_job_written & ~CHOSEN) | o_refuse) open")
# Queueing a command does not clear done.
stencil_vary_rtl(done-kept control/status.v "if (i_queued) o_done <= 1'b0;" "if (i_queued & ~CHOSEN) o_done <= 1'b0;")
# Of several errors the last is kept.
stencil_vary_rtl(last-error control/status.v "if (new_error & (~o_failed | i_clear_failed))" "if (new_error & (~o_failed | i_clear_failed | CHOSEN))")
# A write of CHANGE does not clear it.
stencil_vary_rtl(change-kept engine/change_norm.v "wire forget = rst | i_clear;" "wire forget = rst | (i_clear & ~CHOSEN);")
# The right edge of a tile is one column early.
stencil_vary_rtl(tile-edge kernels/tiles/tile_engine.v "      .i_right    (right)," "      .i_right    (CHOSEN ? right - 1'b1 : right),")
