# SPDX-License-Identifier: Apache-2.0
# The parts of the RTL that rest in devices on arithmetic of the host (cmake/fast_model.cmake): their clock stands still
# (sim/device/arithmetic/parts/resting_clock.v) while none of their registers would change.
#
# resting_part(<module> <instances> <hold> <expression>): these instances in <module> tick while <expression> over its
# signals holds, and <hold> clocks longer. It must hold in every clock in which something comes to a part that rests,
# and <hold> clocks after it, an expression over parameters, the part does nothing more of its own. What hangs on no
# register of a part never rests.

# A burst from its address on to its response.
resting_part(data_port u_write_port 15 "rst | o_write_outstanding")
resting_part(data_port u_read_port 15 "rst | o_read_outstanding")
resting_part(data_port u_buffers 15 "rst | o_write_outstanding | o_read_outstanding | i_read | (|i_write)")

# An access of a register, a command that is taken or ends, a burst with an error. The longest work afterwards: a
# command that waits for its plan, two divisions of 32 steps.
resting_part(control "u_axil u_registers u_planner u_queue u_tile_checker u_checker u_flight" 255
  "rst | s_axil_awvalid | s_axil_wvalid | s_axil_arvalid | s_axil_bvalid | s_axil_rvalid | i_take | i_finished | i_data_error | i_held_error")

# Sweeps from the offer of a command to the end of the last one; then the change settles (change_norm), or, after a reset,
# their delay rings run empty. On `operators` tiles use their adders, as in the RTL. On `points` they share nothing: tiles
# have operators of their own, which rest with them, and nothing of theirs is left in the engine.
file_of_module(on_points tile_point)
if(on_points)
  resting_part(kernels u_engine "PE_LATENCY + 31" "rst | i_command | sweep_busy | i_clear_change")
  resting_text(kernels "localparam WRITTEN = KERNELS & ~22;" "localparam WRITTEN = TILES != 0 ? 0 : KERNELS & ~22;")
  resting_part(kernels "u_tile_engine u_operator" 15 "rst | i_tiles | tile_busy")
else()
  resting_part(kernels u_engine "PE_LATENCY + 31" "rst | i_command | sweep_busy | i_clear_change | i_tiles")
  resting_part(kernels u_tile_engine 15 "rst | i_tiles | tile_busy")
endif()

# Of these two one rests in most clocks of a sweep, and the other in all (system_resting_parts_test knows these names).
mostly_rests(u_axil)
mostly_rests(u_tile_engine stencil_accel.u_kernels.tile_take stencil_accel.u_kernels.tile_busy
  stencil_accel.u_kernels.tile_finished stencil_accel.u_kernels.tile_write
  stencil_accel.u_kernels.g_tiles.u_tile_engine.reading
  # that commands are tiles: bit 0 of the register TILE
  stencil_accel.u_control.u_registers.u_job.g_place[5].g_register.held:0)
