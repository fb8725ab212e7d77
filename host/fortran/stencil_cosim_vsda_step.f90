! step.h in Fortran: one step of a program of your own, swept in blocks that the library schedules.
! SPDX-License-Identifier: Apache-2.0
!
! step.h is the manual. A row of cols doubles is a column in Fortran: element (j, i) of f(1:cols, 1:rows) is C's
! f[i-1][j-1]. first_owned and global_row count from 0, as there; so rows, owned and stride are those of C, cols the
! first extent of f. comm: an integer communicator of module mpi, or the component MPI_VAL of one of mpi_f08.
module stencil_cosim_step
  use, intrinsic :: iso_c_binding, only: c_char, c_double, c_int, c_long, c_null_char, c_null_ptr, c_ptr
  use stencil_cosim_vsda, only: vsda_descriptor
  implicit none
  private
  public :: stencil_part, stencil_step_begin, stencil_step_wait, stencil_part_of_vsda

  ! f and r: c_loc of targets, which must stay where they are until stencil_step_wait.
  type, bind(C) :: stencil_part
    type(c_ptr) :: f = c_null_ptr
    type(c_ptr) :: r = c_null_ptr
    integer(c_long) :: rows = 0
    integer(c_long) :: cols = 0
    integer(c_long) :: stride = 0
    integer(c_long) :: first_owned = 0
    integer(c_long) :: owned = 0
    integer(c_long) :: global_row = 0
    ! For kernel gauss-seidel.
    integer(c_long) :: first_owned_col = 0
    integer(c_long) :: owned_cols = 0
    integer(c_long) :: global_col = 0
    integer(c_int) :: comm = 0
  end type stencil_part

  interface
    subroutine c_stencil_step_begin(part, kernel, weights, sweeps, schedule, blocking, portion) &
        bind(C, name='stencil_step_begin')
      import :: c_char, c_double, c_long, stencil_part
      type(stencil_part), intent(in) :: part
      character(kind=c_char), intent(in) :: kernel(*), schedule(*), blocking(*)
      real(c_double), intent(in) :: weights(*)
      integer(c_long), value :: sweeps, portion
    end subroutine c_stencil_step_begin

    subroutine stencil_step_wait() bind(C)
    end subroutine stencil_step_wait

    subroutine stencil_part_of_vsda(vsda, f, r, part) bind(C)
      import :: c_ptr, stencil_part, vsda_descriptor
      type(vsda_descriptor), intent(in) :: vsda
      type(c_ptr), value :: f, r
      type(stencil_part), intent(out) :: part
    end subroutine stencil_part_of_vsda
  end interface

contains

  ! schedule, blocking, portion: left out, the environment or the library chooses.
  subroutine stencil_step_begin(part, kernel, weights, sweeps, schedule, blocking, portion)
    type(stencil_part), intent(in) :: part
    character(kind=c_char, len=*), intent(in) :: kernel
    real(c_double), intent(in) :: weights(*)
    integer(c_long), intent(in) :: sweeps
    character(kind=c_char, len=*), intent(in), optional :: schedule, blocking
    integer(c_long), intent(in), optional :: portion
    character(kind=c_char, len=:), allocatable :: order, cut
    integer(c_long) :: rows
    order = ''
    if (present(schedule)) order = trim(schedule)
    cut = ''
    if (present(blocking)) cut = trim(blocking)
    rows = 0
    if (present(portion)) rows = portion
    call c_stencil_step_begin(part, trim(kernel) // c_null_char, weights, sweeps, order // c_null_char, &
      cut // c_null_char, rows)
  end subroutine stencil_step_begin
end module stencil_cosim_step
