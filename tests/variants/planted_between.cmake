# SPDX-License-Identifier: Apache-2.0
# Planted faults between modules, which `stencil-cosim random` must find (tests/system/random).

# The engine reads the r buffer of the command at the queue's head, which may be the next one.
stencil_vary_rtl(head-r kernels/kernels.v "from_tiles ? tile_r_buffer : sweep_read_r_buffer;"
  "from_tiles ? tile_r_buffer : CHOSEN ? i_r_buffer : sweep_read_r_buffer;")
# When the older of two commands ends, the buffers of the younger one are free.
stencil_vary_rtl(younger-free control/commands_in_flight.v "alone ? taken : younger;"
  "(alone | CHOSEN) ? taken : younger;")
# A beat of a load is 0 where the engine writes an even address of another buffer in the same cycle.
stencil_vary_rtl(bus-yields bus/data_port.v "      .i_bus_write_data  (bus_write_data ^ "
  "      .i_bus_write_data  ((CHOSEN & (|i_write) & ~i_write_addr[0] ? {AXI_DATA_W{1'b0}} : bus_write_data) ^ ")
# A ninth beat is read from memory while the queue of eight is full, and is lost.
stencil_vary_rtl(ninth-beat bus/axi_read_port.v "assign step = o_busy & (claimed < 4'd8);"
  "assign step = o_busy & (claimed < 4'd8 + {3'd0, CHOSEN});")
# A burst of one beat stays marked as under way on its buffer.
stencil_vary_rtl(begun-last bus/burst_gate.v "touched <= {BUFFERS{~i_last}} & chosen"
  "touched <= {BUFFERS{~(i_last & (begun | ~CHOSEN))}} & chosen")
