! A communicator of module mpi_f08, for the modules whose procedures take one; module stencil_cosim does not have it.
! SPDX-License-Identifier: Apache-2.0
!
! Fortran takes two types with BIND(C), one name and the same components for the same type. So a program passes
! type(MPI_Comm) of its mpi_f08 as it is, and this needs no module of MPI.
!
! The MPI standard gives the type these words: a handle is one integer, MPI_VAL.
module stencil_cosim_communicator
  use, intrinsic :: iso_c_binding, only: c_int
  implicit none
  private

  type, bind(C), public :: MPI_Comm
    integer(c_int) :: MPI_VAL
  end type MPI_Comm
end module stencil_cosim_communicator
