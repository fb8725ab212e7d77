! The problem of examples/tiles/step.c in Fortran: an array in boxes over a process grid, on a communicator of mpi_f08.
! SPDX-License-Identifier: Apache-2.0
!
! Arguments: ROWS COLS ROUNDS SWEEPS FILE. A column of f is a row of C.
program tiles
  use, intrinsic :: iso_c_binding, only: c_double, c_loc, c_long, c_null_ptr
  use mpi_f08
  use stencil_cosim
  implicit none
  type(vsda_descriptor) :: dealt
  type(stencil_part) :: part
  type(MPI_Comm) :: comm
  integer(c_long) :: rows, cols, rounds, sweeps, row, col, own_rows, own_cols, first_row, first_col, all_rows, all_cols
  integer(c_long) :: i, j
  integer :: ranks, unit
  integer, target :: token(4)
  character(len=500) :: file
  real(c_double), allocatable, target :: f(:, :)
  real(c_double), allocatable :: whole(:, :), parts(:, :)

  call MPI_Init()
  call MPI_Comm_dup(MPI_COMM_WORLD, comm)
  call MPI_Comm_size(comm, ranks)
  rows = argument(1)
  cols = argument(2)
  rounds = argument(3)
  sweeps = argument(4)
  call get_command_argument(5, file)
  call VSDA_Create_2d(comm, rows, cols, 8_c_long, 0_c_long, merge(2_c_long, 1_c_long, mod(ranks, 2) == 0), &
    sweeps + 1, sweeps + 1, VSDA_EDGE_NONE, VSDA_EDGE_NONE, vsda=dealt)
  call VSDA_Get_corners(dealt, 0, row, col, own_rows, own_cols)
  call VSDA_Get_corners(dealt, 1, first_row, first_col, all_rows, all_cols)
  allocate (f(first_col:first_col + all_cols - 1, first_row:first_row + all_rows - 1), source=-1.0_c_double)
  do i = row, row + own_rows - 1
    f(col:col + own_cols - 1, i) = [(real(mod(i*37 + j*101, 64_c_long), c_double)/8, j=col, col + own_cols - 1)]
  end do
  call VSDA_Update_begin(dealt, token, c_loc(f))
  call VSDA_Update_end(token)
  call stencil_part_of_vsda(dealt, c_loc(f), c_null_ptr, part)
  do i = 1, rounds
    call stencil_step_begin(part, 'gauss-seidel', [real(c_double) ::], sweeps)
    call stencil_step_wait()
  end do

  allocate (parts(0:cols - 1, 0:rows - 1), source=0.0_c_double)
  allocate (whole(0:cols - 1, 0:rows - 1))
  parts(col:col + own_cols - 1, row:row + own_rows - 1) = f(col:col + own_cols - 1, row:row + own_rows - 1)
  call MPI_Reduce(parts, whole, int(rows*cols), MPI_DOUBLE_PRECISION, MPI_SUM, 0, comm)
  if (row == 0 .and. col == 0) then
    open (newunit=unit, file=trim(file), access='stream', form='unformatted', status='replace')
    write (unit) whole
    close (unit)
    print '(i0, a, i0, a, i0, a)', rows, ' x ', cols, ' points, ', rounds, ' rounds'
  end if
  call MPI_Comm_free(comm)
  call MPI_Finalize()

contains

  function argument(position) result(number)
    integer, intent(in) :: position
    integer(c_long) :: number
    character(len=20) :: text
    call get_command_argument(position, text)
    read (text, *) number
  end function argument
end program tiles
