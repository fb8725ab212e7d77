! Communicators as arguments, whichever module of MPI they come from; module stencil_cosim does not have it.
! SPDX-License-Identifier: Apache-2.0
!
! The MPI standard gives a communicator one integer: of module mpi it is that, of mpi_f08 a type with nothing else in
! it. A procedure takes both by a dummy argument whose type the compiler does not check. Were it generic instead,
! Fortran would compare the ranks of all arguments, and take no element f(1, 1) for an array any more. Each compiler has
! words of its own for that, and reads those of others as comments. A number that is no communicator is refused when it
! is used.
module stencil_cosim_communicator
  use, intrinsic :: iso_c_binding, only: c_f_pointer, c_int, c_ptr
  implicit none
  private
  public :: communicator_at

contains

  ! place: c_loc of the dummy argument.
  function communicator_at(place) result(comm)
    type(c_ptr), intent(in) :: place
    integer(c_int) :: comm
    integer(c_int), pointer :: there
    call c_f_pointer(place, there)
    comm = there
  end function communicator_at
end module stencil_cosim_communicator
