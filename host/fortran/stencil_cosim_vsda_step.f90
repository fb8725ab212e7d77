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
  public :: stencil_part, stencil_step_begin, stencil_strips_begin, stencil_steps_begin, stencil_resident_begin
  public :: stencil_joined_begin, stencil_edge_wait, stencil_step_wait, stencil_part_of_vsda

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

    subroutine c_stencil_strips_begin(parts, count, kernel, weights, sweeps, schedule, blocking, portion) &
        bind(C, name='stencil_strips_begin')
      import :: c_char, c_double, c_long, stencil_part
      type(stencil_part), intent(in) :: parts(*)
      character(kind=c_char), intent(in) :: kernel(*), schedule(*), blocking(*)
      real(c_double), intent(in) :: weights(*)
      integer(c_long), value :: count, sweeps, portion
    end subroutine c_stencil_strips_begin

    subroutine c_stencil_steps_begin(part, kernel, weights, sweeps, iterations, blocking, portion) &
        bind(C, name='stencil_steps_begin')
      import :: c_char, c_double, c_long, stencil_part
      type(stencil_part), intent(in) :: part
      character(kind=c_char), intent(in) :: kernel(*), blocking(*)
      real(c_double), intent(in) :: weights(*)
      integer(c_long), value :: sweeps, iterations, portion
    end subroutine c_stencil_steps_begin

    subroutine c_stencil_joined_begin(parts, count, kernel, weights, sweeps, iterations, blocking, portion) &
        bind(C, name='stencil_joined_begin')
      import :: c_char, c_double, c_long, stencil_part
      type(stencil_part), intent(in) :: parts(*)
      character(kind=c_char), intent(in) :: kernel(*), blocking(*)
      real(c_double), intent(in) :: weights(*)
      integer(c_long), value :: count, sweeps, iterations, portion
    end subroutine c_stencil_joined_begin

    subroutine c_stencil_resident_begin(part, kernel, weights, sweeps, steps) bind(C, name='stencil_resident_begin')
      import :: c_char, c_double, c_long, stencil_part
      type(stencil_part), intent(in) :: part
      character(kind=c_char), intent(in) :: kernel(*)
      real(c_double), intent(in) :: weights(*)
      integer(c_long), value :: sweeps, steps
    end subroutine c_stencil_resident_begin

    subroutine stencil_edge_wait() bind(C)
    end subroutine stencil_edge_wait

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
    call c_stencil_step_begin(part, c_text(kernel), weights, sweeps, c_text(schedule), c_text(blocking), &
      rows_of(portion))
  end subroutine stencil_step_begin

  subroutine stencil_strips_begin(parts, count, kernel, weights, sweeps, schedule, blocking, portion)
    type(stencil_part), intent(in) :: parts(*)
    integer(c_long), intent(in) :: count
    character(kind=c_char, len=*), intent(in) :: kernel
    real(c_double), intent(in) :: weights(*)
    integer(c_long), intent(in) :: sweeps
    character(kind=c_char, len=*), intent(in), optional :: schedule, blocking
    integer(c_long), intent(in), optional :: portion
    call c_stencil_strips_begin(parts, count, c_text(kernel), weights, sweeps, c_text(schedule), c_text(blocking), &
      rows_of(portion))
  end subroutine stencil_strips_begin

  subroutine stencil_steps_begin(part, kernel, weights, sweeps, iterations, blocking, portion)
    type(stencil_part), intent(in) :: part
    character(kind=c_char, len=*), intent(in) :: kernel
    real(c_double), intent(in) :: weights(*)
    integer(c_long), intent(in) :: sweeps, iterations
    character(kind=c_char, len=*), intent(in), optional :: blocking
    integer(c_long), intent(in), optional :: portion
    call c_stencil_steps_begin(part, c_text(kernel), weights, sweeps, iterations, c_text(blocking), rows_of(portion))
  end subroutine stencil_steps_begin

  subroutine stencil_joined_begin(parts, count, kernel, weights, sweeps, iterations, blocking, portion)
    type(stencil_part), intent(in) :: parts(*)
    integer(c_long), intent(in) :: count
    character(kind=c_char, len=*), intent(in) :: kernel
    real(c_double), intent(in) :: weights(*)
    integer(c_long), intent(in) :: sweeps, iterations
    character(kind=c_char, len=*), intent(in), optional :: blocking
    integer(c_long), intent(in), optional :: portion
    call c_stencil_joined_begin(parts, count, c_text(kernel), weights, sweeps, iterations, c_text(blocking), &
      rows_of(portion))
  end subroutine stencil_joined_begin

  subroutine stencil_resident_begin(part, kernel, weights, sweeps, steps)
    type(stencil_part), intent(in) :: part
    character(kind=c_char, len=*), intent(in) :: kernel
    real(c_double), intent(in) :: weights(*)
    integer(c_long), intent(in) :: sweeps, steps
    call c_stencil_resident_begin(part, c_text(kernel), weights, sweeps, steps)
  end subroutine stencil_resident_begin

  function c_text(text) result(ended)
    character(kind=c_char, len=*), intent(in), optional :: text
    character(kind=c_char, len=:), allocatable :: ended
    ended = c_null_char
    if (present(text)) ended = trim(text) // c_null_char
  end function c_text

  pure function rows_of(portion) result(rows)
    integer(c_long), intent(in), optional :: portion
    integer(c_long) :: rows
    rows = 0
    if (present(portion)) rows = portion
  end function rows_of
end module stencil_cosim_step
