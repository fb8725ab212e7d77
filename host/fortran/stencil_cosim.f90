! Functions and names of accel.h, dimension.h, step.h, vsda.h and block_cyclic.h for Fortran 2008: use stencil_cosim.
! SPDX-License-Identifier: Apache-2.0
!
! Kinds are those of iso_c_binding: c_int in accel.h's procedures, c_long in vsda.h's and step.h's, c_int64_t in
! block_cyclic.h's, c_double everywhere. Names are those of C; a wrong argument ends the program with the same line and
! status as in C.
module stencil_cosim
  use stencil_cosim_accel
  use stencil_cosim_index
  use stencil_cosim_matrix
  use stencil_cosim_matrix_files
  use stencil_cosim_step
  use stencil_cosim_vsda
  implicit none
  public
end module stencil_cosim
