! The problem of examples/step in Fortran: columns dealt to the ranks by VSDA, which are C's rows.
! SPDX-License-Identifier: Apache-2.0
!
! Arguments: ROWS COLS STEPS SWEEPS.
program step
  use, intrinsic :: iso_c_binding, only: c_double, c_loc, c_long
  use mpi
  use stencil_cosim
  implicit none
  real(c_double), parameter :: weights(3) = [1.0_c_double, 1.0_c_double, 0.25_c_double]
  type(vsda_descriptor) :: dealt
  type(stencil_part) :: part
  integer(c_long) :: rows, cols, steps, sweeps, start, finish, first, last, i
  integer :: rank, ranks, ierror
  integer, target :: token(4)
  real(c_double), allocatable, target :: f(:, :), r(:, :)
  real(c_double) :: middle, total

  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierror)
  rows = argument(1)
  cols = argument(2)
  steps = argument(3)
  sweeps = argument(4)
  call VSDA_Create(MPI_COMM_WORLD, VSDA_BLOCKED, .false., rows, 8_c_long*cols, sweeps, vsda=dealt)
  call VSDA_Get_extent(dealt, start, finish)
  first = merge(start - sweeps, start, rank > 0)
  last = merge(finish + sweeps, finish, rank < ranks - 1) - 1
  allocate (f(cols, first:last), source=0.0_c_double)
  allocate (r(cols, first:last), source=-1.0_c_double)
  call stencil_part_of_vsda(dealt, c_loc(f), c_loc(r), part)
  do i = 1, steps
    call VSDA_Update_begin(dealt, token, c_loc(f))
    call VSDA_Update_end(token)
    call stencil_step_begin(part, 'jacobi', weights, sweeps)
    call stencil_step_wait()
  end do
  middle = 0
  if (start <= rows/2 .and. rows/2 < finish) middle = f(4, rows/2)
  call MPI_Reduce(middle, total, 1, MPI_DOUBLE_PRECISION, MPI_SUM, 0, MPI_COMM_WORLD, ierror)
  if (rank == 0) print '(i0, a, i0, a, i0, a, es23.16)', rows, ' x ', cols, ' points, ', steps*sweeps, ' sweeps: ', &
    total
  call MPI_Finalize(ierror)

contains

  function argument(position) result(number)
    integer, intent(in) :: position
    integer(c_long) :: number
    character(len=20) :: text
    call get_command_argument(position, text)
    read (text, *) number
  end function argument
end program step
