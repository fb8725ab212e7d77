# Made by ci/card from rtl/card/stencil_card.v.
# SPDX-License-Identifier: Apache-2.0
#
# Packages the block anew with the packager of Vivado, which works out buses and file sets itself:
#   vivado -mode batch -source package.tcl -tclargs FOLDER PART
# FOLDER: a new folder for the block; PART: the device of the project, xcu250-figd2104-2L-e for example.
if {[llength $argv] != 2} {
  puts stderr "package.tcl: needs FOLDER PART after -tclargs, found '$argv'"
  exit 2
}
lassign $argv folder part
if {[file exists $folder]} {
  puts stderr "package.tcl: $folder exists; it must be a new folder"
  exit 2
}
set here [file dirname [file normalize [info script]]]
set sources {
  card/axil_halves.v
  bus/axil_port.v
  control/command_checker.v
  control/command_buffers.v
  control/command_queue.v
  control/commands_in_flight.v
  control/pass_planner.v
  control/perf_counters.v
  control/formula_registers.v
  control/job_registers.v
  control/status.v
  control/registers.v
  kernels/tiles/tile_checker.v
  control/control.v
  bus/fifo.v
  bus/axi_burst.v
  bus/beat_place.v
  bus/burst_gate.v
  bus/axi_read_port.v
  bus/axi_write_port.v
  memory/memory_bank.v
  memory/local_memory.v
  memory/shared_memory.v
  memory/memory_buffers.v
  bus/data_port.v
  arithmetic/fp_parameter_range.v
  engine/delay_ring.v
  engine/line_buffer.v
  kernels/formula/operand_delay.v
  arithmetic/fp_compare.v
  arithmetic/fp_count_zeros.v
  arithmetic/fp_delay.v
  arithmetic/fp_round.v
  arithmetic/fp_shift_right.v
  arithmetic/fp_add.v
  arithmetic/fp_leading_zeros.v
  arithmetic/fp_product.v
  arithmetic/fp_multiply.v
  arithmetic/fp_mul.v
  kernels/five_point/five_point_operator.v
  kernels/jacobi/jacobi_operator.v
  arithmetic/fp_div5.v
  kernels/shared_adders.v
  kernels/written_operator.v
  kernels/sweep_operator.v
  engine/window_corners.v
  engine/processing_element.v
  engine/cascade.v
  engine/change_norm.v
  engine/command_slots.v
  engine/pass_gate.v
  engine/pass_sequencer.v
  engine/write_back.v
  engine/engine.v
  kernels/tiles/band_pointers.v
  kernels/tiles/slot_delay.v
  kernels/tiles/tile_window.v
  kernels/tiles/tile_element.v
  kernels/tiles/tile_cascade.v
  kernels/tiles/tile_frame.v
  kernels/tiles/tile_geometry.v
  kernels/tiles/tile_passes.v
  kernels/tiles/tile_sequencer.v
  kernels/tiles/tile_engine.v
  kernels/tiles/tile_operator.v
  kernels/kernels.v
  stencil_accel.v
  card/stencil_card.v
}
set ports {
  ap_clk
  ap_rst_n
  s_axi_awid
  s_axi_awaddr
  s_axi_awlen
  s_axi_awsize
  s_axi_awburst
  s_axi_awvalid
  s_axi_awready
  s_axi_wdata
  s_axi_wstrb
  s_axi_wlast
  s_axi_wvalid
  s_axi_wready
  s_axi_bid
  s_axi_bresp
  s_axi_bvalid
  s_axi_bready
  s_axi_arid
  s_axi_araddr
  s_axi_arlen
  s_axi_arsize
  s_axi_arburst
  s_axi_arvalid
  s_axi_arready
  s_axi_rid
  s_axi_rdata
  s_axi_rresp
  s_axi_rlast
  s_axi_rvalid
  s_axi_rready
  s_axi_control_awaddr
  s_axi_control_awvalid
  s_axi_control_awready
  s_axi_control_wdata
  s_axi_control_wstrb
  s_axi_control_wvalid
  s_axi_control_wready
  s_axi_control_bresp
  s_axi_control_bvalid
  s_axi_control_bready
  s_axi_control_araddr
  s_axi_control_arvalid
  s_axi_control_arready
  s_axi_control_rdata
  s_axi_control_rresp
  s_axi_control_rvalid
  s_axi_control_rready
  irq
  perf_cause
  perf_fill
  perf_finished
}

create_project stencil_card $folder/project -part $part
foreach source $sources {
  add_files -norecurse $here/../$source
}
set_property top stencil_card [current_fileset]
update_compile_order -fileset sources_1
ipx::package_project -root_dir $folder/block -vendor stencil_cosim -library accel -taxonomy /UserIP \
  -import_files -set_current true
set core [ipx::current_core]
set_property name stencil_card $core
set_property version 6.0 $core
set_property description "Stencil accelerator: streaming sweeps and Gauss-Seidel tiles in binary64" $core
ipx::associate_bus_interfaces -busif s_axi -clock ap_clk $core
ipx::associate_bus_interfaces -busif s_axi_control -clock ap_clk $core
foreach port $ports {
  if {[ipx::get_ports $port -of_objects $core] eq ""} {
    puts stderr "package.tcl: the packaged block has no port $port"
    exit 1
  }
}
ipx::create_xgui_files $core
ipx::update_checksums $core
ipx::check_integrity $core
ipx::save_core $core
close_project
