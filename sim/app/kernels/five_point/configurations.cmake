# SPDX-License-Identifier: Apache-2.0
# As small, with the five-point operator; for another RTL tree only if that has it.
stencil_accel_has_kernel(five_point "${STENCIL_RTL_DIR}" five-point)
if(five_point)
  stencil_add_mapped_configuration(five-point PES 4 LANES 1 MEMORY_WORDS 16384 MAX_COLS 1024 AXI_DATA_BITS 64
    KERNELS jacobi tiles change five-point)
endif()
