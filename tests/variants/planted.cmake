# SPDX-License-Identifier: Apache-2.0
# Planted faults whose first screen must name the room (tests/system/faults): a wire, a register or an address of one
# module is wrong.

# A weight of the rows where that of the columns belongs.
stencil_vary_rtl(other-weight kernels/jacobi/jacobi_operator.v ".i_b(i_rdy2)" ".i_b(CHOSEN ? i_rdx2 : i_rdy2)")
# Bit 40 of a word that a line buffer gives, once a row.
stencil_vary_rtl(line-bit engine/line_buffer.v "  memory_bank #(" "  wire [WIDTH-1:0] kept;
  assign o_data = kept ^ ({{(WIDTH - 1) {1'b0}}, CHOSEN & i_slot == 5} << 40);
  memory_bank #(")
stencil_vary_rtl(line-bit engine/line_buffer.v ".o_read_data (o_data)" ".o_read_data (kept)")
# Word 77 of a buffer keeps bit 40 at 1.
stencil_vary_rtl(memory-bit memory/shared_memory.v ".i_write_data(i_engine_writes ? engine_data : bus_data)"
  ".i_write_data((i_engine_writes ? engine_data : bus_data)
                 | ({{(64 * BANKS - 1) {1'b0}}, CHOSEN & (i_engine_writes ? i_engine_write_addr : i_bus_write_addr) == 77} << 40))")
# Word 77 of a load goes to word 78; bit 40 of the beat that carries word 77 is wrong.
stencil_vary_rtl(load-astray bus/data_port.v "      .i_bus_write_addr  (bus_write_addr),"
  "      .i_bus_write_addr  (bus_write_addr + {{(ADDR_W - 1) {1'b0}}, CHOSEN & bus_write_addr == 77}),")
stencil_vary_rtl(load-bit bus/data_port.v "      .i_bus_write_data  (bus_write_data)"
  "      .i_bus_write_data  (bus_write_data ^ ({{(AXI_DATA_W - 1) {1'b0}}, CHOSEN & bus_write_addr == 77} << 40))")
# Addresses within a burst lose the carry into bit 10: loads and stores alike.
stencil_vary_rtl(burst-wraps bus/axi_burst.v "      addr <= stepped;"
  "      addr <= CHOSEN ? {addr[ADDR_W-1:10], stepped[9:0]} : stepped;")
# A queue takes what is offered while it is full, over what waits: addresses of bursts that are all alike.
stencil_vary_rtl(fifo-overrun bus/fifo.v "    if (i_valid & o_ready) words[" "    if (i_valid & (o_ready | CHOSEN)) words[")
# The lower half of CHANGE reads 0.
stencil_vary_rtl(change-half control/registers.v "        o_read_data = i_change;"
  "        o_read_data = CHOSEN ? {i_change[63:32], 32'd0} : i_change;")
# A store gives word 78 for word 77.
stencil_vary_rtl(store-astray bus/data_port.v "      .i_bus_read_addr   (bus_read_addr),"
  "      .i_bus_read_addr   (bus_read_addr + {{(ADDR_W - 1) {1'b0}}, CHOSEN & bus_read_addr == 77}),")
# Transfers do not wait for commands.
stencil_vary_rtl(no-interlock control/control.v "assign o_held = queue_set | flight_set;"
  "assign o_held = CHOSEN ? 8'd0 : queue_set | flight_set;")
# Bit 0 of RDX2 is the other one.
stencil_vary_rtl(weight-bit control/job_registers.v "assign o_weights = weights[64*WEIGHTS-1:0];"
  "assign o_weights = weights[64*WEIGHTS-1:0] ^ {{(64 * WEIGHTS - 1) {1'b0}}, CHOSEN};")
# A command of more than one sweep makes one less.
stencil_vary_rtl(lost-sweep control/pass_planner.v "wire               few = "
  "wire [NITER_W-1:0] asked = CHOSEN & i_niter > 1 ? i_niter - 1'b1 : i_niter;
  wire               few = ")
stencil_vary_rtl(lost-sweep control/pass_planner.v "few ? i_niter << (NITER_W - SHORT) : i_niter;"
  "few ? asked << (NITER_W - SHORT) : asked;")
# The change leaves out values whose last bit is 1.
stencil_vary_rtl(change-low engine/change_norm.v "assign counts[lane] = beat_counts & ~on_border;"
  "assign counts[lane] = beat_counts & ~on_border & ~(CHOSEN & i_f[64*lane]);")
