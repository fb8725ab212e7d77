! A program of the module mpi_f08: its communicator, which procedures take as it is, and its MPI_Finalize, in which the
! report is written.
! SPDX-License-Identifier: Apache-2.0
program finish_f08
  use, intrinsic :: iso_c_binding, only: c_double, i8 => c_long
  use mpi_f08
  use stencil_cosim
  implicit none
  type(MPI_Comm) :: comm
  type(vsda_descriptor) :: numbers
  integer(i8) :: start, finish
  integer :: rank
  real(c_double) :: f(5, 4)
  call MPI_Init()
  call MPI_Comm_dup(MPI_COMM_WORLD, comm)
  call MPI_Comm_rank(comm, rank)
  call VSDA_Create(comm, VSDA_BLOCKED, .false., 40_i8, 8_i8, 1_i8, vsda=numbers)
  call VSDA_Get_extent(numbers, start, finish)
  f = rank
  call f_to_accel(0, f, 20)
  call r_to_accel(0, f, 20)
  call itstep_accel(4, 5, 0.25_c_double, 0.25_c_double, 1.0_c_double, 2)
  call f_from_accel(0, f, 20)
  if (rank == 0) print '(i0, a, i0)', start, ' .. ', finish
  call MPI_Comm_free(comm)
  call MPI_Finalize()
end program finish_f08
